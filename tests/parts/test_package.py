"""A file's parts, their relations and their content types; bytes of parts that do not change."""

from __future__ import annotations

import struct
from io import BytesIO
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

import pytest
from defusedxml.ElementTree import fromstring
from packages import OFFICE, package_of, parts_of, relationships, sheet_part, workbook

from xlplugin.parts.package import SIZES_FOLLOW, TYPES, Package, Relation

SIGNED = f"{OFFICE}/package/2006/relationships/digital-signature"
OTHER = "xl/other.bin"
CONTENT = bytes(range(256)) * 40


def _plain():
    return workbook({"Data": sheet_part()})


def _file(add, name=OTHER):
    """A workbook with one more part, which is written as ``add`` says."""
    stream = BytesIO()
    with ZipFile(stream, "w", ZIP_DEFLATED) as archive:
        for part, content in _plain().items():
            archive.writestr(part, content)
        add(archive, name)
    return stream.getvalue()


class _Pipe(BytesIO):
    """A stream that only goes forward, so that sizes stand behind each part."""

    def seekable(self):
        return False

    def seek(self, *_):
        raise OSError

    def tell(self):
        raise OSError


def _through_a_pipe():
    pipe = _Pipe()
    with ZipFile(pipe, "w", ZIP_DEFLATED) as archive:
        for part, content in _plain().items():
            archive.writestr(part, content)
        archive.writestr(OTHER, CONTENT)
    return pipe.getvalue()


def _zip64(archive, name):
    with archive.open(name, "w", force_zip64=True) as part:
        part.write(CONTENT)


def _extra(archive, name):
    info = ZipInfo(name, (1999, 12, 31, 23, 59, 58))
    info.extra = struct.pack("<HH4s", 0xCAFE, 4, b"abcd")
    info.comment, info.external_attr, info.create_system = b"a comment", 0o644 << 16, 3
    archive.writestr(info, CONTENT, ZIP_DEFLATED)


FILES = {
    "packed": lambda: _file(lambda a, n: a.writestr(n, CONTENT)),
    "stored": lambda: _file(lambda a, n: a.writestr(n, CONTENT, ZIP_STORED)),
    "packed in another way": lambda: _file(lambda a, n: a.writestr(n, CONTENT, ZIP_BZIP2)),
    "empty": lambda: _file(lambda a, n: a.writestr(n, b"")),
    "sizes behind it": _through_a_pipe,
    "sizes of 64 bits": lambda: _file(_zip64),
    "extra fields": lambda: _file(_extra),
    "behind other bytes": lambda: b"MZ" * 999 + _file(lambda a, n: a.writestr(n, CONTENT)),
}


@pytest.mark.parametrize("make", FILES.values(), ids=FILES)
def test_parts_that_do_not_change_keep_their_bytes(make):
    """However they are written in the file; what comes out is a whole file again, and again."""
    data = make()
    for _ in range(3):
        package = Package(ZipFile(BytesIO(data)))
        package.put("xl/new.xml", b"<new/>")
        before = {name: package.raw(name) for name in package.names if name != "xl/new.xml"}
        data = package.packed()
        with ZipFile(BytesIO(data)) as archive:
            assert archive.testzip() is None
            told = {(info.flag_bits & SIZES_FOLLOW, info.extra) for info in archive.infolist()}
            assert told == {(0, b"")}, "strict readers want the sizes before each part"
        after = Package(ZipFile(BytesIO(data)))
        assert {name: after.raw(name) for name in before} == before
    assert parts_of(data)[OTHER] in (CONTENT, b"")


def test_names_of_any_language_are_kept():
    """As UTF-8."""
    name = "xl/media/Übersicht ☃.bin"
    data = Package(ZipFile(BytesIO(_file(lambda a, n: a.writestr(n, CONTENT), name)))).packed()
    assert parts_of(data)[name] == CONTENT


def test_of_a_part_that_is_there_twice_the_last_one_counts():
    """As for every program that reads the file."""
    with pytest.warns(UserWarning, match="Duplicate name"):
        data = _file(lambda a, n: [a.writestr(n, content) for content in (b"one", b"two")])
    assert parts_of(Package(ZipFile(BytesIO(data))).packed())[OTHER] == b"two"


def test_content_types_come_first():
    """Whatever the others are called."""
    data = _file(lambda a, n: a.writestr("A.bin", CONTENT))
    with ZipFile(BytesIO(Package(ZipFile(BytesIO(data))).packed())) as archive:
        assert archive.namelist()[0] == TYPES


def test_nothing_changed_is_nothing_written():
    """Content types are only written if there are others."""
    package = package_of(_plain())
    assert {name: package.raw(name) for name in package.names} == {
        name: Package(ZipFile(BytesIO(package.packed()))).raw(name) for name in package.names
    }
    assert package.changed == {}


def test_a_part_that_is_dropped_takes_its_relations_and_its_type():
    """And is not there any more when the file is opened."""
    parts = _plain() | {"xl/worksheets/_rels/sheet1.xml.rels": relationships()}
    package = package_of(parts)
    package.drop("xl/worksheets/sheet1.xml")
    after = parts_of(package.packed())
    assert [name for name in after if "sheet1" in name] == []
    assert b"sheet1" not in after[TYPES]


@pytest.mark.parametrize(
    ("target", "found"),
    [
        ("worksheets/sheet1.xml", True), ("/xl/worksheets/sheet1.xml", True),
        ("../xl/./worksheets/sheet1.xml", True), ("worksheets/sheet%31.xml", True),
        ("sheet1.xml", False), ("", False), ("#Data!A1", False), ("../../../etc/passwd", False),
    ],
)  # fmt: skip
def test_a_relation_leads_to_a_part(target, found):
    """If there is one."""
    package = package_of(_plain())
    relation = Relation("rId1", "a", target)
    assert (package.target("xl/workbook.xml", relation) is not None) is found
    outside = Relation("rId1", "a", target, "External")
    assert package.target("xl/workbook.xml", outside) is None


def test_relations_are_written_as_they_were_read():
    """With every letter that XML has names for."""
    relations = [
        Relation("rId1", "urn:a", "b.xml"),
        Relation("x", "urn:<&>\"'", "https://example.org/?a=1&b='\"<\n\t>", "External"),
    ]
    package = package_of(_plain())
    package.relate("xl/workbook.xml", relations)
    assert package_of(parts_of(package.packed())).relations("xl/workbook.xml") == relations


def test_relations_that_go_round_in_a_circle_come_to_an_end():
    """Each part once."""
    parts = _plain() | {
        "xl/a.xml": "<a/>", "xl/_rels/a.xml.rels": relationships(("b", "b.xml")),
        "xl/b.xml": "<b/>", "xl/_rels/b.xml.rels": relationships(("a", "a.xml"), ("b", "b.xml")),
    }  # fmt: skip
    assert package_of(parts).reached(["xl/a.xml"]) == ["xl/a.xml", "xl/b.xml"]


def test_a_content_type_that_is_another_one_here_becomes_the_parts_own():
    """The type of its kind of file stays what it is for the others."""
    package = package_of(_plain())
    package.declare("xl/a.png", None, "image/png")
    package.declare("xl/b.xml", None, "text/other")
    package.declare("xl/c.xml", "text/own", "text/other")
    assert package.defaults["png"] == "image/png"
    assert package.defaults["xml"] == "application/xml"
    assert (package.overrides["xl/b.xml"], package.overrides["xl/c.xml"]) == (
        "text/other", "text/own",
    )  # fmt: skip


def test_the_signature_of_the_file_goes_and_nothing_else():
    """With its relation and its types: nobody is told that it is broken."""
    parts = _plain()
    parts["_rels/.rels"] = relationships(
        ("officeDocument", "xl/workbook.xml"), (f"{SIGNED}/origin", "_xmlsignatures/origin.sigs")
    )
    parts["_xmlsignatures/origin.sigs"] = ""
    parts["_xmlsignatures/_rels/origin.sigs.rels"] = relationships(
        (f"{SIGNED}/signature", "sig1.xml")
    )
    parts["_xmlsignatures/sig1.xml"] = "<Signature/>"
    kind = "application/vnd.openxmlformats-package.digital-signature"
    more = (
        f'<Default Extension="sigs" ContentType="{kind}-origin"/><Override '
        f'PartName="/_xmlsignatures/sig1.xml" ContentType="{kind}-xmlsignature+xml"/></Types>'
    )
    parts[TYPES] = parts[TYPES].replace("</Types>", more)
    package = package_of(parts)
    assert package.signature() == ["_xmlsignatures/origin.sigs", "_xmlsignatures/sig1.xml"]
    package.end_signature()
    after = parts_of(package.packed())
    assert set(parts) - set(after) == {name for name in parts if "_xmlsignatures" in name}
    assert b"signature" not in after[TYPES] + after["_rels/.rels"]
    assert len(fromstring(after["_rels/.rels"])) == 1
    assert package_of({n: c.decode() for n, c in after.items()}).signature() == []
