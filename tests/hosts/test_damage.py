"""A workbook damaged in any way is refused with the part at fault, or reads and writes as before."""

from __future__ import annotations

import json
import re
import shutil
import zipfile
from io import BytesIO
from random import Random

import pytest
from openpyxl import load_workbook
from openpyxl.comments import Comment
from openpyxl.drawing.image import Image
from PIL import Image as Picture

from xlplugin.ground.problems import HostError, Step
from xlplugin.hosts.closed_file.backups import backups_of, folder_of
from xlplugin.hosts.closed_file.host import FileHost
from xlplugin.parts import verifying
from xlplugin.workbook.book import SetCells

CHANGES = [SetCells("Event", {(3, 2): "Wednesday"})]
SHEET = "xl/worksheets/sheet{}.xml"


@pytest.fixture(scope="module")
def whole(played_bytes):
    """An event with a note and a picture of the organizer's, and tabs without spare rows."""
    workbook = load_workbook(BytesIO(played_bytes))
    for name in workbook.sheetnames:
        if name not in ("Event", "Players", "Round 1"):
            workbook.remove(workbook[name])
    workbook["Players"]["B2"].comment = Comment("pays tomorrow", "Ann")
    picture = BytesIO()
    Picture.new("RGB", (2, 2)).save(picture, "png")
    workbook["Event"].add_image(Image(picture), "F20")
    stream = BytesIO()
    workbook.save(stream)
    return stream.getvalue()


def _parts(data):
    with zipfile.ZipFile(BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def _packed(parts):
    stream = BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return stream.getvalue()


def _says_where(error):
    """True if the message names the part, or the cell with its tab."""
    return error.part in str(error) or re.match(r"[\w ]+![A-Z]+\d+ ", error.fault)


def _part_by_part(data):
    """Every part cut, broken, in a wrong encoding, emptied, and missing."""
    parts = _parts(data)
    for name, content in parts.items():
        half = len(content) // 2
        tag = max(content.rfind(b"</"), 0)
        harms = {
            "cut in half": content[:half],
            "cut by a byte": content[:-1],
            "emptied": b"",
            "without its end": content[:tag],
            "with a stray tag": content[:tag] + b"<stray>" + content[tag:],
            "with letters of no encoding": content[:half] + b"\xff\xfe\xe4" + content[half:],
            "declared in another encoding": content.replace(b"UTF-8", b"UTF-16").replace(
                b"utf-8", b"utf-16"
            ),
            "as another XML": b"<nothing/>",
        }
        for harm, changed in harms.items():
            if changed != content:
                yield f"{name} {harm}", name, _packed(parts | {name: changed})
        if name != "xl/workbook.xml":  # without it, it is another kind of file
            yield f"{name} missing", name, _packed({k: v for k, v in parts.items() if k != name})


def _inside(data):
    """Relations, styles, values and types that are well-formed, and wrong."""
    parts = _parts(data)
    for name, pattern, instead in (
        ("xl/_rels/workbook.xml.rels", rb"sheet2\.xml", b"sheet1.xml"),
        ("xl/_rels/workbook.xml.rels", rb"sheet2\.xml", b"sheet77.xml"),
        ("xl/_rels/workbook.xml.rels", rb'Id="rId2"', b'Id="rId1"'),
        ("xl/_rels/workbook.xml.rels", rb'Id="rId2"', b'Id="other"'),
        ("xl/worksheets/_rels/sheet1.xml.rels", rb"drawing1", b"drawing7"),
        ("xl/worksheets/_rels/sheet1.xml.rels", rb'Id="\w+"', b'Id="other"'),
        ("xl/drawings/_rels/drawing1.xml.rels", rb"image1", b"image7"),
        ("[Content_Types].xml", rb"<Override[^>]*sheet1\.xml[^>]*>", b""),
        ("[Content_Types].xml", rb"<Override[^>]*sharedStrings[^>]*>", b""),
        ("[Content_Types].xml", rb"sheet\.main\+xml", b"none"),
        ("xl/workbook.xml", rb'sheetId="2"', b'sheetId="two"'),
        ("xl/workbook.xml", rb'name="Players"', b'name="Pl[]ers"'),
        ("xl/styles.xml", rb'xfId="\d+"', b'xfId="many"'),
        ("xl/styles.xml", rb'fontId="\d+"', b'fontId="999"'),
        ("xl/styles.xml", rb'numFmtId="\d+"', b'numFmtId="x"'),
        ("xl/styles.xml", rb'count="\d+"', b'count="-1"'),
        ("xl/styles.xml", rb'rgb="\w+"', b'rgb="purple"'),
        (SHEET.format(2), rb' s="\d+"', b' s="9999"'),
        (SHEET.format(2), rb' s="\d+"', b' s="bold"'),
        (SHEET.format(2), rb' r="B2"', b' r="B0"'),
        (SHEET.format(2), rb' r="B2"', b' r="two"'),
        (SHEET.format(2), rb't="s"><v>\d+', b't="s"><v>99999'),
        (SHEET.format(2), rb't="s"><v>\d+', b't="s"><v>x'),
        (SHEET.format(2), rb't="n"><v>1<', b't="n"><v>one<'),
        (SHEET.format(2), rb'sqref="[^"]*"', b'sqref="nowhere"'),
        ("docProps/core.xml", rb"\d{4}-\d\d-\d\dT", b"yesterday "),
    ):
        if name in parts and (changed := re.sub(pattern, instead, parts[name])) != parts[name]:
            yield f"{name} with {pattern} as {instead}", name, _packed(parts | {name: changed})


def _byte_by_byte(data):
    """Bytes turned over and the end missing, anywhere in the file."""
    random = Random("damage")
    for _ in range(200):
        at, flip = random.randrange(len(data)), 1 << random.randrange(8)
        yield f"byte {at} turned over", "", data[:at] + bytes([data[at] ^ flip]) + data[at + 1 :]
    for _ in range(20):
        end = random.randrange(len(data))
        yield f"cut after {end} bytes", "", data[:end]


@pytest.mark.parametrize("damages", [_part_by_part, _inside, _byte_by_byte])
def test_damage_is_told_with_its_part_or_does_not_matter(whole, tmp_path, damages):
    """Never a wrong reading, never a file written, always the part, the step and the cause."""
    path = tmp_path / "event.xlsx"
    path.write_bytes(whole)
    meant = FileHost(path).read()
    failures, refused = [], 0
    for harm, part, data in damages(whole):
        path.write_bytes(data)
        host = FileHost(path)
        try:
            if host.read().sheets != meant.sheets:
                failures.append(f"{harm}: read as something else")
            host.write(CHANGES)
        except HostError as error:
            refused += 1
            is_unread = re.search("is not an Excel workbook|unpacks to far more", error.fault)
            wrong = [
                *(["no step"] if error.step is None else []),
                *(["no cause"] if error.__cause__ is None and not is_unread else []),
                *([f"blames {error.part!r}"] if part and not error.part else []),
                *(["part not said"] if not _says_where(error) else []),
                *(
                    ["written"]
                    if path.read_bytes() != data or len([*tmp_path.iterdir()]) > 1
                    else []
                ),
            ]
            failures += [f"{harm}: {', '.join(wrong)} ({error})"] if wrong else []
        except Exception as error:  # noqa: BLE001
            failures.append(f"{harm}: {error!r}")
        else:
            shutil.rmtree(folder_of(path), ignore_errors=True)
    assert not failures, "\n".join(failures)
    assert refused > 5


@pytest.mark.parametrize(
    ("part", "old", "new", "step", "words"),
    [
        ("xl/styles.xml", b"</", b"<", Step.OPENING, "cannot be opened; the problem is in xl/styles.xml"),
        (
            SHEET.format(2), b' r="B2"', b' r="B0"', Step.READING,
            "a tab cannot be read; the problem is in xl/worksheets/sheet2.xml (tab Players)",
        ),
        (
            "xl/styles.xml", b"cellXfs", b"cellXgs", Step.SAVING,
            "cannot be saved, and is as it was; the problem is in xl/styles.xml",
        ),
        (
            "xl/_rels/workbook.xml.rels", b"relationships/styles", b"relationships/looks", Step.SAVING,
            "cannot be saved, and is as it was; the problem is in xl/_rels/workbook.xml.rels",
        ),
    ],
)  # fmt: skip
def test_the_step_the_part_and_the_tab_are_named(whole, tmp_path, *, part, old, new, step, words):
    """In one sentence; a tab by its name where it is known."""
    path = tmp_path / "event.xlsx"
    path.write_bytes(_packed((parts := _parts(whole)) | {part: parts[part].replace(old, new)}))
    with pytest.raises(HostError) as told:
        FileHost(path).write([SetCells("Event", {(3, 2): "=text"})])
    assert (told.value.step, told.value.part) == (step, part)
    assert words in told.value.fault


def test_a_tab_that_nobody_reads_is_checked_as_well(whole, tmp_path):
    """One that no list of tabs has; the tabs that are read are checked by that."""
    path = tmp_path / "event.xlsx"
    path.write_bytes(_packed(_parts(whole) | {SHEET.format(99): b"<worksheet><sheetData>"}))
    with pytest.raises(HostError, match=r"the problem is in xl/worksheets/sheet99\.xml"):
        FileHost(path).read()


@pytest.mark.parametrize(
    "change", [lambda d: d[:900] + d[910:], lambda d: d[:900] + b"?" + d[900:]]
)
def test_a_file_with_bytes_missing_or_added_is_damaged_as_a_whole(whole, tmp_path, change):
    """The first part is where that shows, and has no fault."""
    path = tmp_path / "event.xlsx"
    path.write_bytes(change(whole))
    with pytest.raises(HostError, match="is damaged, incomplete or not an Excel workbook") as told:
        FileHost(path).read()
    assert told.value.part == ""


def test_a_tab_without_its_part_is_named(whole, tmp_path):
    """The organizer knows tabs, not parts."""
    path = tmp_path / "event.xlsx"
    path.write_bytes(_packed({n: p for n, p in _parts(whole).items() if n != SHEET.format(2)}))
    with pytest.raises(HostError, match=r"xl/workbook.xml \(tab Players\)"):
        FileHost(path).read()


@pytest.mark.parametrize("kind", ["", ' t="b"', ' t="e"'])
def test_a_formula_that_shows_what_is_no_value_shows_nothing_until_it_is_opened(
    whole, tmp_path, kind
):
    """Of the organizer's own: other programs would refuse the file for it."""
    parts, path = _parts(whole), tmp_path / "event.xlsx"
    name = SHEET.format(2)
    formula = f'<row r="90"><c r="A90"{kind}><f>1+1</f><v>x</v></c></row></sheetData>'
    parts[name] = parts[name].replace(b"</sheetData>", formula.encode())
    path.write_bytes(_packed(parts))
    FileHost(path).write([SetCells("Players", {(91, 1): "text"})])
    assert load_workbook(path, data_only=True)["Players"]["A90"].value is None
    assert load_workbook(path)["Players"]["A90"].value == "=1+1"


def test_a_tab_that_reads_back_otherwise_is_named(whole, tmp_path, monkeypatch):
    """With the cells' own tab, and nothing replaced."""
    path = tmp_path / "event.xlsx"
    path.write_bytes(whole)
    original = verifying.read_tabs

    def misread(*what):
        tabs = original(*what)
        tabs["Event"].rows[2][1] = "Somebody else"
        return tabs

    host = FileHost(path)
    host.read()
    monkeypatch.setattr(verifying, "read_tabs", misread)
    with pytest.raises(HostError) as told:
        host.write(CHANGES)
    assert told.value.step is Step.READING_BACK
    assert "did not read back the same; the problem is in xl/worksheets/sheet1.xml (tab Event)" in (
        told.value.fault
    )
    assert {p.name: p.read_bytes() for p in tmp_path.iterdir()} == {"event.xlsx": whole}


def test_the_way_back_names_the_newest_backup(whole, tmp_path):
    """The command that puts it back; without a backup, what Excel can do."""
    path = tmp_path / "event.xlsx"
    path.write_bytes(whole)
    FileHost(path).write(CHANGES)
    (backup,) = backups_of(path)
    path.write_bytes(whole[:-99])
    with pytest.raises(HostError) as told:
        FileHost(path).read()
    assert f"The newest backup is {backup.name}" in told.value.remedy
    assert "restore event.xlsx 1" in told.value.remedy
    backup.unlink()
    with pytest.raises(HostError, match="There is no backup of it"):
        FileHost(path).read()


def test_a_command_that_meets_a_damaged_file_keeps_the_cause(workbook_path, run, reported):
    """In a file that the message names; without a traceback on the screen."""
    parts = _parts(workbook_path.read_bytes())
    workbook_path.write_bytes(_packed(parts | {SHEET.format(3): b"<worksheet"}))
    result = run("check", workbook_path)
    assert result.exit_code == 1
    assert "the problem is in xl/worksheets/sheet3.xml" in result.stderr
    assert f"The details are kept in {reported}" in result.stderr
    assert "Traceback" not in result.output
    assert "XMLSyntaxError" in reported.read_text(encoding="utf-8")


READ_BY = (
    "commands.restore.read_bytes", "doctor.checkup.read_bytes", "doctor.workbook.read_bytes",
    "setup.macros.read_bytes", "hosts.closed_file.host.read_workbook", "hosts.closed_file.opening.read_bytes",
)  # fmt: skip
"""Names by which a file is read; where they are from comes last."""


@pytest.mark.parametrize("arguments", [["check"], ["pair"], ["doctor"], ["export"]], ids=" ".join)
@pytest.mark.parametrize("as_json", [False, True])
def test_no_command_shows_a_traceback(
    workbook_path, run, reported, monkeypatch, arguments, as_json
):
    """Whatever it stumbles over: one sentence, the details in a file, exit status 1."""
    for (
        name
    ) in READ_BY:  # which are imported here, or they would keep for good what is only for now
        monkeypatch.setattr(f"xlplugin.{name}", None)
    result = run(*arguments, workbook_path, *(["--json"] if as_json else []))
    assert result.exit_code == 1
    assert "Unexpected error (TypeError: " in result.stderr
    assert "Traceback" not in result.output
    assert "Traceback" in reported.read_text(encoding="utf-8")
    if as_json:
        (problem,) = json.loads(result.stdout)["problems"]
        assert "Unexpected error" in problem["what"]
