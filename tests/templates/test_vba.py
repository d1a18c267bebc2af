"""The VBA project: sources only, ours beside those that xlwings ships."""

from __future__ import annotations

import zipfile
from importlib.resources import files
from pathlib import Path
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from oletools.olevba import VBA_Parser, VBA_Project, decompress_stream

from xlplugin.ground.machine import XLWINGS
from xlplugin.templates import vba
from xlplugin.templates.from_list import SOURCE, module

TEXT = module()
MODULES = ["ThisWorkbook", "Sheet1", "Tournament", "xlwings", "Dictionary"]


@pytest.fixture(scope="module")
def project():
    """The project as it is put into the templates."""
    return vba.vba_project(TEXT)


@pytest.fixture(scope="module")
def streams(project):
    """Its streams by their paths."""
    return vba.streams_of(project)


@pytest.fixture(scope="module")
def shipped():
    """The source of every module that xlwings ships, as oletools reads them."""
    path = Path(files("xlwings").joinpath(vba.SHIPPED))
    return {Path(name).stem: code for *_, name, code in VBA_Parser(str(path)).extract_macros()}


def test_the_project_is_the_same_whenever_it_is_built(project):
    """It bears no dates, and draws nothing."""
    assert vba.vba_project(TEXT) == project


def test_setup_knows_the_version_of_the_module():
    """On macOS a workbook asks for a script of just this version of xlwings."""
    template = VBA_Parser(str(SOURCE.with_name("nisei-swiss.xlsm")))
    (source,) = (code for *_, name, code in template.extract_macros() if name == "xlwings.bas")
    assert f'XLWINGS_VERSION As String = "{XLWINGS}"' in source


@pytest.mark.parametrize("name", [name for name in MODULES if name != "Tournament"])
def test_a_module_of_xlwings_is_as_it_is_shipped(name, streams, shipped):
    """Its source is not touched, but for the lines that are listed."""
    source = bytes(decompress_stream(bytearray(streams[f"VBA/{name}"]))).decode(vba.ENCODING)
    expected = shipped[name].replace("\r\n", "\n")
    if name == vba.XLWINGS:
        for there, ours in vba.CHANGED:
            assert there in expected
            expected = expected.replace(there, ours)
    assert source.replace("\r\n", "\n") == expected


def test_a_kept_python_that_ends_takes_its_console_along(streams):
    """Xlwings would wait two minutes for one that stays open, while Excel is frozen."""
    source = bytes(decompress_stream(bytearray(streams[f"VBA/{vba.XLWINGS}"]))).decode(vba.ENCODING)
    started = [
        line for line in source.splitlines() if "cmd.exe" in line and "Chr(34) & PYTHON_WIN" in line
    ]
    assert [" /C " in line for line in started] == [True]


def test_our_module_is_the_source_in_the_repository(streams):
    """The stream holds the file, with the line ends of the format."""
    source = bytes(decompress_stream(bytearray(streams["VBA/Tournament"])))
    assert source == TEXT.replace("\n", "\r\n").encode()


# Other sources for modules that Excel itself has saved


@pytest.fixture(scope="module")
def saved():
    """The project that xlwings ships, as Excel has written it, compiled code and all."""
    with zipfile.ZipFile(files("xlwings").joinpath(vba.SHIPPED)) as archive:
        return archive.read("xl/vbaProject.bin")


def test_sources_are_found_behind_what_excel_has_compiled(saved, shipped):
    """They are as oletools reads them; a module that is not there is left out."""
    found = vba.sources_of(saved, ["xlwings", "Module1", "Tournament"])
    assert found.keys() == {"xlwings", "Module1"}
    for name, source in found.items():
        assert vba.decompress(source).decode(vba.ENCODING) == shipped[name]


def test_a_module_gets_another_source_and_the_others_stay(saved, shipped):
    """Oletools reads the project strictly, and finds just that one changed."""
    project = vba.with_sources(saved, {"Module1": vba.compress(b"Sub Other()\r\nEnd Sub")})
    read = VBA_Project(vba.olefile.OleFileIO(project), "", "PROJECT", "VBA/dir", relaxed=False)
    read.parse_project_stream()
    sources = {path.rpartition("/")[2]: code for path, _, code in read.parse_modules()}
    assert sources.keys() == shipped.keys()
    assert "Sub Other()" in sources.pop("Module1")
    assert all(shipped[name] == source for name, source in sources.items())
    assert vba.streams_of(project)["VBA/_VBA_PROJECT"] == vba.SOURCES_ONLY


# The compression


@settings(deadline=None)
@given(st.binary(max_size=3600))
@example(b"")
@example(b"abcabcabcabc" * 4000)
@example(b"a" * 4096)
@example(b"a" * 4097)
@example(Random(1).randbytes(8192))
def test_what_is_compressed_is_read_back(data):
    """Oletools gives what was put in: short, random, repeated or nothing at all."""
    packed = vba.compress(data)
    assert (bytes(decompress_stream(bytearray(packed))) if data else b"") == data
    assert packed[:1] == b"\x01"


@settings(max_examples=50, deadline=None)
@given(st.lists(st.sampled_from(TEXT.split(" ")), max_size=5000))
def test_long_texts_are_read_back_and_shorter_than_before(words):
    """Texts as modules have them, over many chunks."""
    data = " ".join(words).encode()
    packed = vba.compress(data)
    assert vba.decompress(packed) == data
    assert not data or bytes(decompress_stream(bytearray(packed))) == data
    assert len(packed) < len(data) * 9 / 8 + 4


def test_an_end_that_the_format_cannot_keep_is_refused():
    """It would come back with zeros behind it, so nothing is written."""
    with pytest.raises(ValueError, match="zeros"):
        vba.compress(Random(1).randbytes(4000))
