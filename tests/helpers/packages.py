"""Workbook files made of parts that are written by hand."""

from __future__ import annotations

from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

from xlplugin.parts.package import Package

OFFICE = "http://schemas.openxmlformats.org"
MAIN = f"{OFFICE}/spreadsheetml/2006/main"
RELATIONS = f"{OFFICE}/officeDocument/2006/relationships"
KINDS = "application/vnd.openxmlformats-officedocument.spreadsheetml"
LOOKS = """
<numFmts count="2"><numFmt numFmtId="164" formatCode="[h]:mm"/>
<numFmt numFmtId="165" formatCode="&quot;day;d&quot;0"/></numFmts>
<fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts>
<fills count="1"><fill><patternFill patternType="none"/></fill></fills>
<borders count="1"><border/></borders>
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>
<cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>
<xf numFmtId="22" fontId="0" fillId="0" borderId="0" xfId="0"/>
<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0"/>
<xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0"/></cellXfs>
<cellStyles count="1"><cellStyle name="Standard" xfId="0" builtinId="0"/></cellStyles>
"""
"""Looks 0 to 3: a number, date and time, hours, and a number with words that look like a date."""


def packed(parts):
    """The parts as a file."""
    stream = BytesIO()
    with ZipFile(stream, "w", ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return stream.getvalue()


def parts_of(data):
    """Every part of a file, by name; none is there twice."""
    with ZipFile(BytesIO(data)) as archive:
        assert len(set(archive.namelist())) == len(archive.namelist())
        return {name: archive.read(name) for name in archive.namelist()}


def package_of(parts):
    """The parts as a package."""
    return Package(ZipFile(BytesIO(packed(parts))))


def relationships(*lines):
    """A part with relations: kind, target and, for what is not in the file, how it is led to."""
    relations = "".join(
        f'<Relationship Id="rId{i}" Type="{kind if "/" in kind else f"{RELATIONS}/{kind}"}" '
        f'Target="{target}"{"".join(f" TargetMode={m!r}" for m in mode)}/>'
        for i, (kind, target, *mode) in enumerate(lines, 1)
    )
    return f'<Relationships xmlns="{OFFICE}/package/2006/relationships">{relations}</Relationships>'


def sheet_part(rows="", *, before="", after="", attributes=""):
    """The part of a tab."""
    return (
        f'<worksheet xmlns="{MAIN}" xmlns:r="{RELATIONS}"{attributes}>{before}'
        f"<sheetData>{rows}</sheetData>{after}</worksheet>"
    )


def cell(content, attributes=""):
    """A row with cell A1 and nothing else."""
    return f'<row r="1"><c r="A1" {attributes}>{content}</c></row>'


def workbook(sheets, *, before="", after="", strings=None, looks=LOOKS):
    """The parts of a small workbook.

    Args:
        sheets: what is in each tab's part, by the tab's name.
        before: what stands before the tabs in the workbook's part.
        after: what stands after them.
        strings: the texts that cells share.
        looks: the styles.
    """
    parts = {f"xl/worksheets/sheet{i}.xml": part for i, part in enumerate(sheets.values(), 1)}
    kinds = dict.fromkeys(parts, "worksheet") | {"xl/workbook.xml": "sheet.main"}
    lines = [("worksheet", name.removeprefix("xl/")) for name in parts]
    tabs = "".join(
        f'<sheet name="{name}" sheetId="{i}" r:id="rId{i}"/>' for i, name in enumerate(sheets, 1)
    )
    parts["xl/workbook.xml"] = (
        f'<workbook xmlns="{MAIN}" xmlns:r="{RELATIONS}">{before}<sheets>{tabs}</sheets>{after}'
        "</workbook>"
    )
    parts["xl/styles.xml"] = f'<styleSheet xmlns="{MAIN}">{looks}</styleSheet>'
    kinds["xl/styles.xml"] = "styles"
    lines.append(("styles", "styles.xml"))
    if strings is not None:
        parts["xl/sharedStrings.xml"] = f'<sst xmlns="{MAIN}">{strings}</sst>'
        kinds["xl/sharedStrings.xml"] = "sharedStrings"
        lines.append(("sharedStrings", "sharedStrings.xml"))
    overrides = "".join(
        f'<Override PartName="/{name}" ContentType="{KINDS}.{kind}+xml"/>'
        for name, kind in kinds.items()
    )
    types = (
        f'<Types xmlns="{OFFICE}/package/2006/content-types"><Default Extension="rels" ContentType='
        '"application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" '
        f'ContentType="application/xml"/>{overrides}</Types>'
    )
    return {
        "[Content_Types].xml": types,
        "_rels/.rels": relationships(("officeDocument", "xl/workbook.xml")),
        "xl/_rels/workbook.xml.rels": relationships(*lines),
        **parts,
    }
