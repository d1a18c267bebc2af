"""The macro project beside the one that it is made from, which Excel wrote for xlwings.

Two readers that share no code read both: oletools, and the one that is written from the format's
description for the tests alone (``tests/helpers/ms_ovba.py``). LibreOffice is a third, in ``tests/real``.
"""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
import xlwings
from defusedxml.ElementTree import fromstring
from oletools.olevba import VBA_Parser

from xlplugin.parts.package import TYPES
from xlplugin.templates import build, from_list, vba

import ms_ovba

SHIPPED = Path(xlwings.__file__).parent
BY_EXCEL = "quickstart.xlsm"  # as Excel left it, while the others were worked on afterwards
OTHERS = (
    vba.SHIPPED, "quickstart_addin.xlam", "quickstart_addin_ribbon.xlam", "addin/xlwings.xlam",
)  # fmt: skip
TEMPLATE = build.HERE / "trc.xlsm"
PART = "xl/vbaProject.bin"
ALIKE = (
    "storages", "streams", "information", "references", "cookie", "compiled", "properties",
    "extenders", "names", "protection",
)  # fmt: skip
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"


def _part(path, name=PART):
    with zipfile.ZipFile(path) as archive:
        return archive.read(name)


@pytest.fixture(scope="module", params=["built", "in the template"])
def data(request):
    """The project as it is built, and as a template has it."""
    if request.param == "built":
        return vba.vba_project(from_list.module())
    return _part(TEMPLATE)


@pytest.fixture(scope="module")
def project(data):
    """The same, read strictly."""
    return ms_ovba.read(data)


@pytest.fixture(scope="module")
def shipped():
    """The project that xlwings ships."""
    return ms_ovba.read(_part(SHIPPED / vba.SHIPPED))


def _with_our_module(shipped):
    """What the shipped project would be with our module for the sample, and without the tab."""
    named = {vba.SAMPLE: vba.MODULE}
    streams = {name.replace(vba.SAMPLE, vba.MODULE) for name in shipped.streams}
    return shipped._replace(
        streams=streams - {f"VBA/{vba.UNUSED}"},
        properties=[
            (key, named.get(value, value))
            for key, value in shipped.properties
            if not value.startswith(vba.UNUSED)
        ],
        names=[named.get(name, name) for name in shipped.names if name != vba.UNUSED],
        modules=[m for m in shipped.modules if m.name != vba.UNUSED],
    )


def _sources(data):
    """The source of each module, as oletools reads it."""
    found = VBA_Parser("vbaProject.bin", data=data).extract_macros()
    return {Path(name).stem: code.replace("\r\n", "\n") for *_, name, code in found}


@pytest.mark.parametrize("name", [BY_EXCEL, *OTHERS])
def test_the_reader_reads_what_excel_wrote(name):
    """What it asks of ours it asks of Excel's own projects too, and finds what oletools finds."""
    data = _part(SHIPPED / name)
    read = ms_ovba.read(data)
    assert {m.name: m.source.replace("\r\n", "\n") for m in read.modules} == _sources(data)
    assert read.names == [m.name for m in read.modules]


def test_both_readers_find_the_same_modules(data, project):
    """Every module has one source, whoever reads it."""
    sources = {m.name: m.source.replace("\r\n", "\n") for m in project.modules}
    assert sources == _sources(data)
    assert list(sources) == project.names


@pytest.mark.parametrize("what", ALIKE)
def test_it_is_as_excel_wrote_it(what, project, shipped):
    """Streams, records, references, code page, protection: all but the modules' names is theirs."""
    assert getattr(project, what) == getattr(_with_our_module(shipped), what)


def test_the_modules_are_described_as_excel_describes_them(project, shipped):
    """In the order and with the records of the shipped ones; each source starts its stream."""
    expected = []
    for module in _with_our_module(shipped).modules:
        name = vba.MODULE if module.name == vba.SAMPLE else module.name
        expected.append(module._replace(name=name, stream=name, offset=0, source=""))
    assert [module._replace(source="") for module in project.modules] == expected


def test_the_modules_have_the_headers_that_excel_gives_them(project, shipped):
    """The lines above the code, which the editor hides: a document's, a class's, or a name alone."""
    theirs = {module.name: module.header for module in shipped.modules}
    ours = {module.name: module.header for module in project.modules}
    assert ours.pop(vba.MODULE) == [f'Attribute VB_Name = "{vba.MODULE}"']
    assert theirs.pop(vba.SAMPLE) == [f'Attribute VB_Name = "{vba.SAMPLE}"']
    assert ours == {name: theirs[name] for name in vba.KEPT}
    untouched = {m.name: m.header for m in ms_ovba.read(_part(SHIPPED / BY_EXCEL)).modules}
    for document in ("ThisWorkbook", "Sheet1"):
        assert ours[document] == untouched[document]


def test_nothing_in_the_file_is_lost(project):
    """Every sector belongs to a stream, as in a file that Excel wrote and nobody worked on."""
    assert project.lost == ms_ovba.read(_part(SHIPPED / BY_EXCEL)).lost == 0


def test_the_editor_opens_no_window(project):
    """Each module has its window, and ours is closed."""
    assert [name for name, _ in project.windows] == project.names
    assert dict(project.windows)[vba.MODULE].endswith(", C")


def _bound(path):
    """What binds a workbook to its project: the names that it calls itself and its tabs by."""
    book = fromstring(_part(path, "xl/workbook.xml"))
    names = [book.find(f"{{{MAIN}}}workbookPr").get("codeName")]
    with zipfile.ZipFile(path) as archive:
        sheets = [name for name in archive.namelist() if name.startswith("xl/worksheets/sheet")]
    for name in sheets:
        properties = fromstring(_part(path, name)).find(f"{{{MAIN}}}sheetPr")
        names.append(None if properties is None else properties.get("codeName"))
    return sorted(filter(None, names))


@pytest.mark.parametrize("path", [SHIPPED / vba.SHIPPED, TEMPLATE], ids=["xlwings", "template"])
def test_every_document_of_the_project_is_in_the_workbook(path):
    """The workbook and its tabs bear the names that the project has for them."""
    properties = ms_ovba.read(_part(path)).properties
    documents = [value.partition("/")[0] for key, value in properties if key == "Document"]
    assert _bound(path) == sorted(documents)


def test_the_part_is_tied_in_as_excel_ties_it():
    """The project is of the same kind, and the workbook relates to it in the same way."""

    def ties(path):
        relations = fromstring(_part(path, "xl/_rels/workbook.xml.rels"))
        kinds = list(fromstring(_part(path, TYPES)))
        by_name = {kind.get("PartName"): kind.get("ContentType") for kind in kinds}
        by_ending = {kind.get("Extension"): kind.get("ContentType") for kind in kinds}
        return (
            [r.get("Type") for r in relations if r.get("Target").endswith("vbaProject.bin")],
            by_name.get(f"/{PART}") or by_ending["bin"],
            by_name["/xl/workbook.xml"],
        )

    assert ties(TEMPLATE) == ties(SHIPPED / vba.SHIPPED)
