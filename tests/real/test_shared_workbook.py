"""The shared workbook has what a spreadsheet program shows: every value of every tab, and the document."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from books import without_pages

from xlplugin.exports.shared_pdf import END_OF_OURS
from xlplugin.hosts.closed_file.host import FileHost
from xlplugin.hosts.libreoffice import soffice
from xlplugin.workbook.reading.reader import read_event

import campaigns

SAMPLES = sorted((Path(__file__).parents[2] / "samples").glob("*.xlsx"))
FEW = ("hex-16", "nisei-swiss-24", "ntp-13", "own-24")
"""Those of different formats; all of them with ``--campaign 2``."""


@pytest.fixture(scope="module")
def events(new_event, command, tmp_path_factory):
    """Finished events of every ruleset, and one whose elimination is being played."""
    folder = tmp_path_factory.mktemp("events")
    is_whole = campaigns.factor >= 2
    samples = [path for path in SAMPLES if is_whole or path.stem in FEW]
    paths = [folder / path.name for path in samples]
    for path, sample in zip(paths, samples, strict=True):
        path.write_bytes(without_pages(sample.read_bytes()))
    for step in range(3) if is_whole else (0, 2):
        path = folder / f"cut-{step}.xlsx"
        shutil.copy(folder / "nisei-swiss-24.xlsx", path)
        for _ in range(step + 1):
            command("undo", path)
        half_played(path)
        paths.append(path)
    return paths


def half_played(path):
    """Take all results but the first out of the newest round of the elimination."""
    from openpyxl import load_workbook  # noqa: PLC0415

    workbook = load_workbook(path)
    tab = workbook[max(name for name in workbook.sheetnames if name.startswith("Cut "))]
    places = [cell.column for cell in tab[1] if cell.value in ("Corp", "Winner")]
    for row in range(3, tab.max_row + 1):
        for place in places:
            tab.cell(row, place).value = None
    workbook.save(path)


def test_every_value_is_what_the_organizers_tab_shows(events, converted, opened, command):
    """Points, tiebreaks, who advances, the bracket: worked out here as LibreOffice does."""
    shown = converted("xlsx", *events)
    compared = 0
    for event, recalculated in zip(events, shown, strict=True):
        command("export", event)
        made = opened(event.with_name(f"{event.stem} standings.xlsx"))
        there = opened(recalculated, values=True)
        for sheet in made:
            if sheet.title not in there.sheetnames:
                continue  # standings that nobody has asked for yet
            headers = [cell.value for cell in there[sheet.title][1]]
            for row in sheet.iter_rows():
                for cell in row:
                    where = f"{event.stem}, {sheet.title}!{cell.coordinate}"
                    header = sheet.cell(1, cell.column).value  # not all columns are shared
                    place = cell.column if sheet.title == "Bracket" else headers.index(header) + 1
                    theirs = there[sheet.title].cell(cell.row, place).value
                    theirs = None if theirs == "" else theirs
                    if isinstance(theirs, int | float):
                        assert cell.value == pytest.approx(theirs), where
                    else:
                        assert cell.value == theirs, where
                    compared += cell.value is not None
    assert compared > 5000


def test_the_document_has_every_tab(events, command, printed_words):
    """On A4, with the event's name on each page, and the champion in it; not once more by mistake."""
    event = next(path for path in events if path.stem == "nisei-swiss-24")
    command("export", event, "--format", "pdf")
    made = event.with_name("nisei-swiss-24 standings.pdf")
    assert made.read_bytes().startswith(b"%PDF")
    assert made.read_bytes().endswith(END_OF_OURS)
    pages = printed_words(made).split("<page ")[1:]
    read = read_event(FileHost(event).read())
    assert len(pages) == 3 + len(read.rounds) + len(read.cuts)
    for page in pages:
        width, height = sorted(float(page.split('"')[place]) for place in (1, 3))
        assert (width, height) == (pytest.approx(595, abs=1), pytest.approx(842, abs=1))
        assert ">Sample<" in page


def test_it_is_made_while_libreoffice_is_open(monkeypatch, tmp_path, events):
    """With a profile of its own, so that the lock of the other one does not matter."""
    busy = tmp_path / "home"
    monkeypatch.setenv("HOME", str(busy))
    profile = busy / ".config" / "libreoffice" / "4"
    profile.mkdir(parents=True)
    (profile / ".lock").write_text("[Lock]\nUser=else\nHost=here\n", encoding="utf-8")
    event = events[0]
    shared = event.with_name(f"{event.stem} standings.xlsx")
    assert soffice.as_pdf(shared.read_bytes()).startswith(b"%PDF")


def test_a_program_that_does_not_end_is_stopped():
    """With a message that says so, and nothing of it left running."""
    if not shutil.which("soffice"):
        pytest.skip("LibreOffice is not here: apt-get install libreoffice-calc")
    with pytest.raises(soffice.HostError, match=r"it had not ended after 0\.2 seconds"):
        soffice.as_pdf(b"no workbook", patience=0.2)
