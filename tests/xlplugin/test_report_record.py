"""The file of reports: nothing that was received is lost, and nothing that is wrong in it stops anything."""

from __future__ import annotations

import json
import multiprocessing
import os
import sys
from datetime import UTC, datetime
from random import Random

import pytest

from xlplugin.ground.problems import HostError
from xlplugin.reports.record import (
    MOST_OF_A_FILE,
    MOST_OF_A_LINE,
    Kind,
    Record,
    line_of,
    new_line,
    path_of,
)

NOW = datetime(2026, 11, 24, 15, 4, 5, tzinfo=UTC)
posix_only = pytest.mark.skipif(
    os.name != "posix", reason="Windows has other permissions and links"
)


def result(no=12, **values):
    """A report of a result."""
    usual = {"round": "Round 3", "made": "1 2026", "pair": (12, 31), "result": {"P1 Corp": "W"}}
    return new_line(Kind.RESULT, NOW, no=no, **{**usual, **values})


EVERY_KIND = (
    result(sender="192.168.1.23"),
    new_line(Kind.HERE, NOW, no=3),
    new_line(Kind.DROP, NOW, no=3, round="Round 1", made="1"),
    new_line(Kind.STAY, NOW, no=3),
    new_line(
        Kind.REGISTER, NOW, name="Zoë \U0001f600 Łoś\u2028", club="A\nB", details={"Corp": "X"}
    ),
)


@pytest.fixture
def record(tmp_path):
    """A record that is not there yet."""
    return Record(path_of(tmp_path, "spring.v2.xlsx"))


def test_it_is_named_after_the_workbook(record):
    """Beside it."""
    assert record.path.name == "spring.v2 reports.jsonl"
    assert record.read() == []


def test_every_kind_is_read_as_it_was_kept(record):
    """A line each, in UTF-8, in the order of arrival, also by another program."""
    record.append(EVERY_KIND[:2])
    record.append(EVERY_KIND[2:])
    assert record.read() == [*EVERY_KIND]
    assert Record(record.path).read() == [*EVERY_KIND]
    lines = record.path.read_text(encoding="utf-8").split("\n")
    assert len(lines) == 6
    assert json.loads(lines[0]) == {
        "v": 1, "id": EVERY_KIND[0].id, "at": NOW.astimezone().isoformat(timespec="seconds"), "kind": "result",
        "round": "Round 3", "made": "1 2026", "no": 12, "pair": [12, 31], "result": {"P1 Corp": "W"},
        "from": "192.168.1.23",
    }  # fmt: skip


def test_only_what_is_new_is_read(record, monkeypatch):
    """A thousand reports are not parsed anew at each."""
    record.append([result() for _ in range(100)])
    record.read()
    parsed = []
    monkeypatch.setattr(
        "xlplugin.reports.record.line_of", lambda text: parsed.append(text) or line_of(text)
    )
    record.append([result()])
    parsed.clear()
    assert len(record.read()) == 101
    assert len(parsed) == 1


def test_a_line_is_read_once_it_is_whole(record):
    """Not before its end is written."""
    text = result().text().encode()
    record.path.write_bytes(text[:20])
    assert record.read() == []
    record.path.write_bytes(text)
    assert (len(record.read()), record.skipped) == (0, 0)
    record.path.write_bytes(text + b"\n")
    assert (len(record.read()), record.skipped) == (1, 0)


def test_what_a_stopped_computer_has_torn_is_skipped(record):
    """The next report begins a new line; those before and after hold."""
    first, second = result(), result(no=31)
    record.append([first])
    with record.path.open("ab") as file:
        file.write(result().text().encode()[:40])
    record.append([second])
    assert record.read() == [first, second]
    assert record.skipped == 1


def test_the_same_report_counts_once(record):
    """A phone sends again what it has had no answer to."""
    line = result()
    record.append([line, line])
    record.append([line])
    assert record.read() == [line]


def test_another_file_of_the_name_is_read_from_its_beginning(record):
    """One that was moved there, or is shorter; and none, once it is gone."""
    record.append([result(), result()])
    record.read()
    other = result(no=31)
    record.path.write_text(other.text() + "\n", encoding="utf-8")
    assert record.read() == [other]
    record.path.unlink()
    assert record.read() == []
    record.append([other])
    assert record.read() == [other]


def strange(line):
    """Texts that are no reports, made from one that is."""
    data = json.loads(line.text())
    changes = [
        {"v": 2}, {"v": None}, {"id": ""}, {"id": 5}, {"at": "soon"}, {"at": 7}, {"kind": "results"}, {"kind": []},
        {"no": 0}, {"no": "12"}, {"no": True}, {"no": 1.5}, {"no": 99}, {"no": -12}, {"no": 10**9}, {"pair": [12]},
        {"pair": [12, 31, 5]}, {"pair": ["12", 31]}, {"pair": 12}, {"pair": None}, {"result": {}}, {"result": []},
        {"result": {"P1 Corp": None}}, {"result": {"P1 Corp": {}}}, {"result": {"P1 Corp": 1.5}}, {"round": 3},
        {"result": {str(n): 1 for n in range(99)}}, {"made": "x" * 3_000}, {"more": "x" * MOST_OF_A_LINE},
        {"kind": "register"}, {"kind": "register", "name": " "},
        {"id": "one\ttwo"}, {"kind": "here", "no": None}, {"name": "\ud800"},
    ]  # fmt: skip
    yield from (json.dumps(data | change).encode() for change in changes)
    yield from (
        json.dumps({k: v for k, v in data.items() if k != key}).encode()
        for key in ("v", "id", "at", "kind")
    )
    yield from (
        b"[]",
        b"1",
        b"null",
        b'"x"',
        b"{",
        b"\xff\xfe",
        b"\0" * 50,
        b"[" * 8_000,
        b"NaN",
        b"1e999",
    )


def test_strange_lines_are_skipped_and_counted(record):
    """Of another version, of a wrong kind, too long, too deep, no text at all."""
    texts = list(strange(result()))
    assert [text for text in texts if line_of(text)] == []
    lines = [result(), result(no=31)]
    content = [lines[0].text().encode(), *texts, lines[1].text().encode(), b"", b"  "]
    record.path.write_bytes(b"\n".join(content) + b"\n")
    assert record.read() == lines
    assert record.skipped == len(texts)


def test_damaged_files_are_no_errors(record):
    """Whatever bytes are changed: the lines that are whole are read, and none twice."""
    lines = [result() for _ in range(20)]
    texts = [line.text().encode() + b"\n" for line in lines]
    for seed in range(300):
        random = Random(seed)
        damaged = random.sample(range(20), 4)
        data = [bytearray(text) for text in texts]
        for number in damaged:
            data[number][random.randrange(len(data[number]) - 1)] = random.randrange(256)
        record.path.write_bytes(b"".join(data))
        read = Record(record.path).read()
        whole = [line for number, line in enumerate(lines) if number not in damaged]
        assert [line for line in read if line in whole] == whole


def test_what_is_no_report_is_never_kept(record):
    """A mistake of the program is an error at once, and leaves no trace."""
    with pytest.raises(ValueError, match="not a report"):
        record.append([result(), result(no=99)])
    with pytest.raises(ValueError, match="not a report"):
        record.append(
            [new_line(Kind.REGISTER, NOW, name="A", details={str(n): "x" * 999 for n in range(20)})]
        )
    assert not record.path.exists()


def test_a_full_file_takes_no_more(record):
    """Somebody who floods it cannot fill the disk; what is there is read."""
    record.append([result()])
    with record.path.open("ab") as file:
        file.truncate(MOST_OF_A_FILE)
    with pytest.raises(
        HostError, match=r"could not be kept in spring.v2 reports.jsonl \(it is full\)"
    ):
        record.append([result()])
    assert len(record.read()) == 1


@posix_only
@pytest.mark.skipif(hasattr(os, "getuid") and os.getuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written_is_told(record):
    """The phone is not told that the report has arrived."""
    record.path.parent.chmod(0o500)
    with pytest.raises(HostError, match="could not be kept"):
        record.append([result()])
    record.path.parent.chmod(0o700)


@posix_only
def test_it_is_not_written_through_a_link(record, tmp_path):
    """Nobody can have reports written over another file; others of the computer cannot read them."""
    other = tmp_path / "other.txt"
    other.write_text("mine", encoding="utf-8")
    record.path.symlink_to(other)
    with pytest.raises(HostError, match="could not be kept"):
        record.append([result()])
    assert other.read_text(encoding="utf-8") == "mine"
    record.path.unlink()
    record.append([result()])
    assert record.path.stat().st_mode & 0o077 == 0


def test_a_folder_of_its_name_is_told(record):
    """As what cannot be read."""
    record.path.mkdir()
    with pytest.raises(HostError, match=r"The reports in spring.v2 reports.jsonl cannot be read"):
        record.read()


def _append(path, no):
    record = Record(path)
    for _ in range(50):
        record.append([result(no=no), result(no=no)])


def test_two_programs_may_write_at_once(record):
    """A server that was started twice loses nothing and tears nothing."""
    context = multiprocessing.get_context("spawn" if sys.platform == "win32" else "fork")
    writers = [context.Process(target=_append, args=(record.path, no)) for no in (12, 31)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert len(record.read()) == 200
    assert record.skipped == 0
