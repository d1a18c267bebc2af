"""Features that other programs put into workbooks, as parts written by hand."""

from __future__ import annotations

import re
from io import BytesIO
from zipfile import ZipFile

from lxml import etree
from packages import MAIN, OFFICE, RELATIONS, packed, parts_of

from xlplugin.parts.package import Package
from xlplugin.parts.workbook import Workbook

TYPES = "[Content_Types].xml"
EXCEL = "application/vnd.ms-excel"
SHEETS = "application/vnd.openxmlformats-officedocument.spreadsheetml"
MICROSOFT = "http://schemas.microsoft.com/office"
X14 = f"{MICROSOFT}/spreadsheetml/2009/9/main"
X15 = f"{MICROSOFT}/spreadsheetml/2010/11/main"
ORDER = [
    "sheetPr", "dimension", "sheetViews", "sheetFormatPr", "cols", "sheetData", "sheetCalcPr",
    "sheetProtection", "protectedRanges", "scenarios", "autoFilter", "sortState", "dataConsolidate",
    "customSheetViews", "mergeCells", "phoneticPr", "conditionalFormatting", "dataValidations",
    "hyperlinks", "printOptions", "pageMargins", "pageSetup", "headerFooter", "rowBreaks",
    "colBreaks", "customProperties", "cellWatches", "ignoredErrors", "smartTags", "drawing",
    "legacyDrawing", "legacyDrawingHF", "drawingHF", "picture", "oleObjects", "controls",
    "webPublishItems", "tableParts", "extLst",
]  # fmt: skip
"""The elements of a tab as the schema orders them."""
BOOK_ORDER = [
    "fileVersion", "fileSharing", "AlternateContent", "revisionPtr", "absPath", "workbookPr",
    "workbookProtection", "bookViews", "sheets", "functionGroups", "externalReferences",
    "definedNames", "calcPr", "oleSize", "customWorkbookViews", "pivotCaches", "smartTagPr",
    "smartTagTypes", "webPublishing", "fileRecoveryPr", "webPublishObjects", "extLst",
]  # fmt: skip
"""The elements of the part that lists the tabs, with what Excel puts between them."""
BOOK = "xl/workbook.xml"


class Foreign:
    """The parts of a workbook to which another program adds something.

    Args:
        parts: by name.
        sheet: the part of the tab that it is added to.
    """

    def __init__(self, parts, sheet):
        self.parts, self.sheet = parts, sheet

    def part(self, name, content, kind):
        """Add a part with its content type."""
        self.parts[name] = content if isinstance(content, bytes) else content.encode()
        override = f'<Override PartName="/{name}" ContentType="{kind}"/></Types>'
        self.parts[TYPES] = self.parts[TYPES].replace(b"</Types>", override.encode())

    def default(self, extension, kind):
        """Add a content type for a kind of file."""
        added = f'<Default Extension="{extension}" ContentType="{kind}"/></Types>'
        self.parts[TYPES] = self.parts[TYPES].replace(b"</Types>", added.encode())

    def relate(self, source, kind, target, mode=""):
        """Let a part lead to another one; gives the number of the relation."""
        folder, _, name = source.rpartition("/")
        rels = f"{folder}/_rels/{name}.rels".lstrip("/")
        empty = f'<Relationships xmlns="{OFFICE}/package/2006/relationships"></Relationships>'
        text = (
            self.parts.get(rels, empty.encode())
            .decode()
            .replace("<Relationships", "<Relationships")
        )
        key = f"rIdF{text.count('<Relationship ') + 1}"
        kind = kind if "/" in kind else f"{RELATIONS}/{kind}"
        more = f' TargetMode="{mode}"' if mode else ""
        line = f'<Relationship Id="{key}" Type="{kind}" Target="{target}"{more}/></Relationships>'
        if "</Relationships>" not in text:
            text = empty
        self.parts[rels] = text.replace("</Relationships>", line).encode()
        return key

    def element(self, xml, *, part=None, order=ORDER):
        """Put an element where the schema has it, or among those that are there."""
        part = part or self.sheet
        root = etree.fromstring(self.parts[part])
        spaces = f'xmlns="{MAIN}" xmlns:r="{RELATIONS}" xmlns:x14="{X14}" xmlns:x15="{X15}"'
        made = etree.fromstring(f"<root {spaces}>{xml}</root>")[0]
        there = root.find(made.tag)
        if there is not None and made.tag.endswith("}extLst"):
            there.extend(list(made))
        else:
            names = [etree.QName(e).localname for e in root]
            rank = order.index(etree.QName(made).localname)
            place = next((i for i, n in enumerate(names) if order.index(n) > rank), len(names))
            root.insert(place, made)
        etree.cleanup_namespaces(made)
        self.parts[part] = etree.tostring(
            root, xml_declaration=True, encoding="UTF-8", standalone=True
        )

    def book(self, xml):
        """Put an element into the part that lists the tabs."""
        self.element(xml, part=BOOK, order=BOOK_ORDER)

    def extension(self, uri, xml, *, part=None):
        """Put an extension into the tab, or into another part."""
        order = ORDER if part is None else BOOK_ORDER
        self.element(f'<extLst><ext uri="{uri}">{xml}</ext></extLst>', part=part, order=order)


def _pivot(f):
    cache = "xl/pivotCache/pivotCacheDefinition1.xml"
    f.part(
        cache,
        f'<pivotCacheDefinition xmlns="{MAIN}" xmlns:r="{RELATIONS}" r:id="rIdF1" recordCount="0"><cacheSource type="worksheet"><worksheetSource ref="A1:B2" sheet="Players"/></cacheSource><cacheFields count="1"><cacheField name="No" numFmtId="0"><sharedItems/></cacheField></cacheFields></pivotCacheDefinition>',
        f"{SHEETS}.pivotCacheDefinition+xml",
    )
    f.part(
        "xl/pivotCache/pivotCacheRecords1.xml",
        f'<pivotCacheRecords xmlns="{MAIN}" count="0"/>',
        f"{SHEETS}.pivotCacheRecords+xml",
    )
    f.relate(cache, "pivotCacheRecords", "pivotCacheRecords1.xml")
    f.part(
        "xl/pivotTables/pivotTable1.xml",
        f'<pivotTableDefinition xmlns="{MAIN}" name="P" cacheId="9" dataCaption="Values"><location ref="X1:X3" firstHeaderRow="1" firstDataRow="1" firstDataCol="0"/><pivotFields count="1"><pivotField showAll="0"/></pivotFields></pivotTableDefinition>',
        f"{SHEETS}.pivotTable+xml",
    )
    f.relate(
        "xl/pivotTables/pivotTable1.xml",
        "pivotCacheDefinition",
        "../pivotCache/pivotCacheDefinition1.xml",
    )
    f.relate(f.sheet, "pivotTable", "../pivotTables/pivotTable1.xml")
    f.book(
        f'<pivotCaches><pivotCache cacheId="9" r:id="{f.relate(BOOK, "pivotCacheDefinition", "pivotCache/pivotCacheDefinition1.xml")}"/></pivotCaches>'
    )


def _slicer(f):
    f.part(
        "xl/slicerCaches/slicerCache1.xml",
        f'<slicerCacheDefinition xmlns="{X14}" name="Slicer_A" sourceName="A"/>',
        f"{EXCEL}.slicerCache+xml",
    )
    f.part(
        "xl/slicers/slicer1.xml",
        f'<slicers xmlns="{X14}"><slicer name="A" cache="Slicer_A" rowHeight="1"/></slicers>',
        f"{EXCEL}.slicer+xml",
    )
    cache = f.relate(
        BOOK, f"{MICROSOFT}/2007/relationships/slicerCache", "slicerCaches/slicerCache1.xml"
    )
    f.extension(
        "{BBE1A952-AA13-448e-AADC-164F8A28A991}",
        f'<x14:slicerCaches><x14:slicerCache r:id="{cache}"/></x14:slicerCaches>',
        part=BOOK,
    )
    key = f.relate(f.sheet, f"{MICROSOFT}/2007/relationships/slicer", "../slicers/slicer1.xml")
    f.extension(
        "{A8765BA9-456A-4dab-B4F3-ACF838C121DE}",
        f'<x14:slicerList><x14:slicer r:id="{key}"/></x14:slicerList>',
    )


def _timeline(f):
    f.part(
        "xl/timelineCaches/timelineCache1.xml",
        f'<timelineCacheDefinition xmlns="{X15}" name="T" sourceName="D"/>',
        f"{EXCEL}.timelineCache+xml",
    )
    f.part(
        "xl/timelines/timeline1.xml",
        f'<timelines xmlns="{X15}"><timeline name="T" cache="T"/></timelines>',
        f"{EXCEL}.timeline+xml",
    )
    cache = f.relate(
        BOOK, f"{MICROSOFT}/2011/relationships/timelineCache", "timelineCaches/timelineCache1.xml"
    )
    f.extension(
        "{D0CA8CA8-9F24-4464-BF8E-62219DCF47F9}",
        f'<x15:timelineCacheRefs><x15:timelineCacheRef r:id="{cache}"/></x15:timelineCacheRefs>',
        part=BOOK,
    )
    key = f.relate(
        f.sheet, f"{MICROSOFT}/2011/relationships/timeline", "../timelines/timeline1.xml"
    )
    f.extension(
        "{7E03D99C-DC04-49d9-9315-930204A7B6E9}",
        f'<x15:timelineRefs><x15:timelineRef r:id="{key}"/></x15:timelineRefs>',
    )


def _threads(f):
    kind = f"{MICROSOFT}/2017/10/relationships"
    space = f"{MICROSOFT}/spreadsheetml/2018/threadedcomments"
    f.part(
        "xl/persons/person.xml",
        f'<personList xmlns="{space}"><person displayName="Ann" id="{{1}}" userId="a" providerId="None"/></personList>',
        f"{EXCEL}.person+xml",
    )
    f.part(
        "xl/threadedComments/threadedComment1.xml",
        f'<ThreadedComments xmlns="{space}"><threadedComment ref="A2" personId="{{1}}" id="{{2}}"><text>late</text></threadedComment></ThreadedComments>',
        f"{EXCEL}.threadedcomments+xml",
    )
    f.relate(BOOK, f"{kind}/person", "persons/person.xml")
    f.relate(f.sheet, f"{kind}/threadedComment", "../threadedComments/threadedComment1.xml")


def _controls(f):
    f.part(
        "xl/ctrlProps/ctrlProp1.xml",
        f'<formControlPr xmlns="{X14}" objectType="CheckBox" checked="Checked"/>',
        f"{EXCEL}.controlproperties+xml",
    )
    key = f.relate(f.sheet, "ctrlProp", "../ctrlProps/ctrlProp1.xml")
    f.element(f'<controls><control shapeId="1025" r:id="{key}" name="Box 1"/></controls>')


def _embedded(f):
    f.part(
        "xl/embeddings/oleObject1.bin",
        bytes(range(256)) * 9,
        f"{OFFICE.removeprefix('http://schemas.').replace('.org', '')}/x",
    )
    key = f.relate(f.sheet, "oleObject", "../embeddings/oleObject1.bin")
    f.element(
        f'<oleObjects><oleObject progId="Word.Document.12" shapeId="1026" r:id="{key}"/></oleObjects>'
    )


def _custom_xml(f):
    f.part("customXml/item1.xml", "<data xmlns='urn:add-in'>kept</data>", "application/xml")
    f.part(
        "customXml/itemProps1.xml",
        '<ds:datastoreItem ds:itemID="{1}" xmlns:ds="http://schemas.openxmlformats.org/officeDocument/2006/customXml"/>',
        "application/vnd.openxmlformats-officedocument.customXmlProperties+xml",
    )
    f.relate("customXml/item1.xml", "customXmlProps", "itemProps1.xml")
    f.relate(BOOK, "customXml", "../customXml/item1.xml")


def _label(f):
    f.part(
        "docMetadata/LabelInfo.xml",
        f'<clbl:labelList xmlns:clbl="{MICROSOFT}/2020/mipLabelMetadata"><clbl:label id="{{1}}" enabled="1" method="Standard" siteId="{{2}}"/></clbl:labelList>',
        "application/vnd.ms-office.classificationlabels+xml",
    )
    f.relate(
        "", f"{MICROSOFT}/2020/02/relationships/classificationlabels", "docMetadata/LabelInfo.xml"
    )


def _printer(f):
    f.part(
        "xl/printerSettings/printerSettings1.bin",
        b"P\0r\0i\0n\0t" * 99,
        f"{SHEETS}.printerSettings",
    )
    f.relate(f.sheet, "printerSettings", "../printerSettings/printerSettings1.bin")


def _sparklines(f):
    xm = f"{MICROSOFT}/excel/2006/main"
    f.extension(
        "{05C60535-1F16-4fd2-B633-F4F36F0B64E0}",
        f'<x14:sparklineGroups xmlns:xm="{xm}"><x14:sparklineGroup><x14:sparklines><x14:sparkline><xm:f>Players!A2:A4</xm:f><xm:sqref>Z9</xm:sqref></x14:sparkline></x14:sparklines></x14:sparklineGroup></x14:sparklineGroups>',
    )


def _chart(f):
    chart, a = (
        "http://schemas.openxmlformats.org/drawingml/2006/chart",
        "http://schemas.openxmlformats.org/drawingml/2006/main",
    )
    drawing = "http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing"
    office = "application/vnd.openxmlformats-officedocument"
    f.part(
        "xl/charts/chart77.xml",
        f'<c:chartSpace xmlns:c="{chart}" xmlns:a="{a}"><c:chart><c:plotArea><c:layout/><c:barChart><c:barDir val="col"/><c:axId val="1"/><c:axId val="2"/></c:barChart><c:catAx><c:axId val="1"/><c:scaling/><c:axPos val="b"/><c:crossAx val="2"/></c:catAx><c:valAx><c:axId val="2"/><c:scaling/><c:axPos val="l"/><c:crossAx val="1"/></c:valAx></c:plotArea></c:chart></c:chartSpace>',
        f"{office}.drawingml.chart+xml",
    )
    f.part(
        "xl/charts/style1.xml",
        '<cs:chartStyle xmlns:cs="http://schemas.microsoft.com/office/drawing/2012/chartStyle" id="201"/>',
        "application/vnd.ms-office.chartstyle+xml",
    )
    f.part(
        "xl/charts/colors1.xml",
        '<cs:colorStyle xmlns:cs="http://schemas.microsoft.com/office/drawing/2012/chartStyle" meth="cycle" id="10"/>',
        "application/vnd.ms-office.chartcolorstyle+xml",
    )
    f.relate("xl/charts/chart77.xml", f"{MICROSOFT}/2011/relationships/chartStyle", "style1.xml")
    f.relate(
        "xl/charts/chart77.xml", f"{MICROSOFT}/2011/relationships/chartColorStyle", "colors1.xml"
    )
    corner = "<xdr:col>{0}</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>{0}</xdr:row><xdr:rowOff>0</xdr:rowOff>"
    f.part(
        "xl/drawings/drawing77.xml",
        f'<xdr:wsDr xmlns:xdr="{drawing}" xmlns:a="{a}"><xdr:twoCellAnchor><xdr:from>{corner.format(9)}</xdr:from><xdr:to>{corner.format(15)}</xdr:to><xdr:graphicFrame macro=""><xdr:nvGraphicFramePr><xdr:cNvPr id="2" name="Chart 1"/><xdr:cNvGraphicFramePr/></xdr:nvGraphicFramePr><xdr:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/></xdr:xfrm><a:graphic><a:graphicData uri="{chart}"><c:chart xmlns:c="{chart}" xmlns:r="{RELATIONS}" r:id="rIdF1"/></a:graphicData></a:graphic></xdr:graphicFrame><xdr:clientData/></xdr:twoCellAnchor></xdr:wsDr>',
        f"{office}.drawing+xml",
    )
    f.relate("xl/drawings/drawing77.xml", "chart", "../charts/chart77.xml")
    f.element(f'<drawing r:id="{f.relate(f.sheet, "drawing", "../drawings/drawing77.xml")}"/>')


def _web(f):
    f.part(
        "xl/webextensions/taskpanes.xml",
        f'<wetp:taskpanes xmlns:wetp="{MICROSOFT}/webextensions/taskpanes/2010/11"/>',
        "application/vnd.ms-office.webextensiontaskpanes+xml",
    )
    f.part(
        "xl/webextensions/webextension1.xml",
        f'<we:webextension xmlns:we="{MICROSOFT}/webextensions/webextension/2010/11" id="{{1}}"/>',
        "application/vnd.ms-office.webextension+xml",
    )
    f.relate(
        "xl/webextensions/taskpanes.xml",
        f"{MICROSOFT}/2011/relationships/webextension",
        "webextension1.xml",
    )
    f.relate(
        "",
        f"{MICROSOFT}/2011/relationships/webextensiontaskpanes",
        "xl/webextensions/taskpanes.xml",
    )


def _query(f):
    f.part(
        "xl/connections.xml",
        f'<connections xmlns="{MAIN}"><connection id="1" name="Query - A" type="5" refreshedVersion="8"><dbPr connection="Provider=Microsoft.Mashup.OleDb.1" command="[A]"/></connection></connections>',
        f"{SHEETS}.connections+xml",
    )
    f.relate(BOOK, "connections", "connections.xml")
    f.part(
        "xl/queryTables/queryTable1.xml",
        f'<queryTable xmlns="{MAIN}" name="A" connectionId="1"/>',
        f"{SHEETS}.queryTable+xml",
    )
    f.relate(f.sheet, "queryTable", "../queryTables/queryTable1.xml")
    f.part(
        "customXml/item9.xml",
        '<DataMashup xmlns="http://schemas.microsoft.com/DataMashup">AAAA</DataMashup>',
        "application/xml",
    )
    f.relate(BOOK, "customXml", "../customXml/item9.xml")


def _arrays(f):
    f.part(
        "xl/metadata.xml",
        f'<metadata xmlns="{MAIN}" xmlns:xda="{MICROSOFT}/spreadsheetml/2017/dynamicarray"><metadataTypes count="1"><metadataType name="XLDAPR" minSupportedVersion="120000" copy="1" cellMeta="1"/></metadataTypes><futureMetadata name="XLDAPR" count="1"><bk><extLst><ext uri="{{bdbb8cdc-fa1e-496e-a857-3c3f30c029c3}}"><xda:dynamicArrayProperties fDynamic="1" fCollapsed="0"/></ext></extLst></bk></futureMetadata><cellMetadata count="1"><bk><rc t="1" v="0"/></bk></cellMetadata></metadata>',
        f"{SHEETS}.sheetMetadata+xml",
    )
    f.relate(BOOK, "sheetMetadata", "metadata.xml")
    rows = f'<row xmlns="{MAIN}" r="2000"><c r="AA2000" cm="1"><f t="array" ref="AA2000:AB2000">_xlfn.SEQUENCE(1,2)</f><v>1</v></c><c r="AB2000"><v>2</v></c></row>'
    root = etree.fromstring(f.parts[f.sheet])
    root.find(f"{{{MAIN}}}sheetData").append(etree.fromstring(rows))
    f.parts[f.sheet] = etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True)


def _views(f):
    f.book(
        '<customWorkbookViews><customWorkbookView name="Ann" guid="{11111111-1111-1111-1111-111111111111}" windowWidth="9" windowHeight="9" activeSheetId="1"/></customWorkbookViews>'
    )
    f.element(
        '<customSheetViews><customSheetView guid="{11111111-1111-1111-1111-111111111111}"/></customSheetViews>'
    )


def _errors(f):
    f.element(
        '<ignoredErrors><ignoredError sqref="A1:Z99" numberStoredAsText="1"/></ignoredErrors>'
    )


def _read_only(f):
    f.book('<fileSharing readOnlyRecommended="1" userName="Ann"/>')


def _ribbon(f):
    f.part(
        "customUI/customUI14.xml",
        f'<customUI xmlns="{MICROSOFT}/2009/07/customui"><ribbon/></customUI>',
        "application/xml",
    )
    f.relate("", f"{MICROSOFT}/2007/relationships/ui/extensibility", "customUI/customUI14.xml")


def _rich(f):
    space = f"{MICROSOFT}/spreadsheetml/2017/richdata"
    for name, kind in (
        ("rdrichvalue", "rdRichValue"),
        ("rdRichValueStructure", "rdRichValueStructure"),
        ("rdRichValueTypes", "rdRichValueTypes"),
    ):
        f.part(f"xl/richData/{name}.xml", f'<a xmlns="{space}"/>', f"{EXCEL}.{name.lower()}+xml")
        f.relate(BOOK, f"{MICROSOFT}/2017/06/relationships/{kind}", f"richData/{name}.xml")


def _macros(f):
    f.part("xl/vbaProject.bin", bytes(range(256)) * 16, "application/vnd.ms-office.vbaProject")
    f.part(
        "xl/vbaProjectSignature.bin", bytes(999), "application/vnd.ms-office.vbaProjectSignature"
    )
    f.relate(
        "xl/vbaProject.bin",
        f"{MICROSOFT}/2006/relationships/vbaProjectSignature",
        "vbaProjectSignature.bin",
    )
    f.relate(BOOK, f"{MICROSOFT}/2006/relationships/vbaProject", "vbaProject.bin")


def _prefixes(f):
    known = (
        b' xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" mc:Ignorable="x14ac xr xr2" '
        b'xmlns:x14ac="http://schemas.microsoft.com/office/spreadsheetml/2009/9/ac" xmlns:xr="http://schemas.microsoft.com/'
        b'office/spreadsheetml/2014/revision" xmlns:xr2="http://schemas.microsoft.com/office/spreadsheetml/2015/revision2"'
    )
    for part, tag in ((f.sheet, b"<worksheet"), (BOOK, b"<workbook")):
        f.parts[part] = f.parts[part].replace(tag, tag + known, 1)
    f.parts[f.sheet] = f.parts[f.sheet].replace(
        b' xmlns:xr="', b' xr:uid="{00000000-0001-0000-0000-000000000000}" xmlns:xr="', 1
    )
    f.parts[f.sheet] = f.parts[f.sheet].replace(
        b'<row r="1"', b'<row r="1" x14ac:dyDescent="0.25"', 1
    )


def _links(f):
    f.part(
        "xl/externalLinks/externalLink1.xml",
        f'<externalLink xmlns="{MAIN}"><externalBook xmlns:r="{RELATIONS}" r:id="rIdF1"><sheetNames><sheetName val="S"/></sheetNames></externalBook></externalLink>',
        f"{SHEETS}.externalLink+xml",
    )
    f.relate("xl/externalLinks/externalLink1.xml", "externalLinkPath", "other.xlsx", "External")
    f.book(
        f'<externalReferences><externalReference r:id="{f.relate(BOOK, "externalLink", "externalLinks/externalLink1.xml")}"/></externalReferences>'
    )


def _protection(f):
    f.parts[BOOK] = re.sub(rb"<workbookProtection ?/>", b"", f.parts[BOOK])  # of openpyxl
    f.book('<workbookProtection lockRevision="1"/>')
    f.element('<protectedRanges><protectedRange sqref="X1:X9" name="Area"/></protectedRanges>')


def _chain(f):
    f.part(
        "xl/calcChain.xml",
        f'<calcChain xmlns="{MAIN}"><c r="AA2" i="1"/></calcChain>',
        f"{SHEETS}.calcChain+xml",
    )
    f.relate(BOOK, "calcChain", "calcChain.xml")


def _properties(f):
    f.part(
        "docProps/custom.xml",
        '<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/custom-properties" xmlns:vt="http://schemas.openxmlformats.org/officeDocument/2006/docPropsVTypes"><property fmtid="{D5CDD505-2E9C-101B-9397-08002B2CF9AE}" pid="2" name="A"><vt:lpwstr>b</vt:lpwstr></property></Properties>',
        "application/vnd.openxmlformats-officedocument.custom-properties+xml",
    )
    f.relate("", "custom-properties", "docProps/custom.xml")
    f.part("xl/customProperty1.bin", b"a\0b", f"{SHEETS}.customProperty")
    f.element(
        f'<customProperties><customPr name="a" r:id="{f.relate(f.sheet, "customProperty", "../customProperty1.bin")}"/></customProperties>'
    )


def _signature(f):
    kind, relation = (
        "application/vnd.openxmlformats-package.digital-signature",
        f"{OFFICE}/package/2006/relationships/digital-signature",
    )
    f.default("sigs", f"{kind}-origin")
    f.parts["_xmlsignatures/origin.sigs"] = b""
    f.part(
        "_xmlsignatures/sig1.xml",
        '<Signature xmlns="http://www.w3.org/2000/09/xmldsig#"/>',
        f"{kind}-xmlsignature+xml",
    )
    f.relate("_xmlsignatures/origin.sigs", f"{relation}/signature", "sig1.xml")
    f.relate("", f"{relation}/origin", "_xmlsignatures/origin.sigs")


FEATURES = {
    "pivot table": _pivot, "slicer": _slicer, "timeline": _timeline, "threaded comments": _threads, "controls": _controls,
    "embedded object": _embedded, "custom XML": _custom_xml, "sensitivity label": _label, "printer settings": _printer,
    "sparklines": _sparklines, "chart of Excel": _chart, "web extension": _web, "Power Query": _query,
    "dynamic array": _arrays, "custom views": _views, "ignored errors": _errors, "read-only recommended": _read_only,
    "ribbon": _ribbon, "rich values": _rich, "signed macros": _macros, "prefixes": _prefixes, "external link": _links,
    "protection": _protection, "order of calculation": _chain, "custom properties": _properties, "signature": _signature,
}  # fmt: skip
"""Functions that each add one thing, by its name."""


def with_one(event, add):
    """The event with parts of another program on a tab that every command changes."""
    parts = parts_of(event)
    sheet = Workbook(Package(ZipFile(BytesIO(event)))).tabs()["Log"]
    add(Foreign(parts, sheet))
    return packed(parts)


def with_everything(event):
    """Everything at once, on one tab."""
    parts = parts_of(event)
    sheet = Workbook(Package(ZipFile(BytesIO(event)))).tabs()["Log"]
    for add in FEATURES.values():
        add(Foreign(parts, sheet))
    return packed(parts)
