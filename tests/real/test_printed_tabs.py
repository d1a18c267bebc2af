"""Printouts for the players, on paper: the pages that a spreadsheet program makes of them."""

from __future__ import annotations

from io import BytesIO
from itertools import pairwise
from types import SimpleNamespace

import pytest
from openpyxl import Workbook
from PIL import Image
from printed import pages_of
from scanned import codes_on

from engine import RULESETS
from xlplugin.parts.drawing import add_drawing
from xlplugin.reports import codes
from xlplugin.verbs import print_tabs
from xlplugin.verbs.pair import pair_round
from xlplugin.workbook.book import AddDrawing
from xlplugin.workbook.drawings import slips_and_cards
from xlplugin.workbook.layout import CUT
from xlplugin.workbook.reading.reader import read_event

from cases import each

A4, LETTER = "9", "1"
EVENTS = [(ruleset, 24, A4) for ruleset in RULESETS]
EVENTS += [("nisei-swiss", 8, A4), ("nisei-swiss", 64, A4), ("nisei-swiss", 300, A4)]
EVENTS += [("nisei-single-sided", 64, LETTER)]
REPORTING = {("hex", 24, A4), ("nisei-swiss", 64, A4), ("nisei-single-sided", 64, LETTER)}
"""The events whose players report by phone."""
LONG = "Maximiliana-Konstantinopoulou-Welser-Wei"
"""Of 40 characters, as long as a name may be to be read in every place."""
ODD = ("=1+1", "3-3", "\u05e9\u05dc\u05d5\u05dd", "\u00c9lodie", "WWWWWWWW WWWWWWWW")
UPRIGHT = 38
"""The most names that one list on an upright page has; beside one another long names have no room."""
SIZES = {A4: (595, 842), LETTER: (612, 792)}


def _name(number):
    return ODD[number - 3] if 3 <= number < 3 + len(ODD) else f"Player-{number:03}"


@pytest.fixture(scope="session")
def events(new_host, tmp_path_factory):
    """Workbooks with all that is printed and nothing else, and what is known of each."""
    folder = tmp_path_factory.mktemp("printed")
    made = {}
    for ruleset, count, paper in EVENTS:
        names = [LONG, *map(_name, range(2, count + 1))]
        reports = "Yes" if (ruleset, count, paper) in REPORTING else "No"
        host = new_host(ruleset, names, **{"Player reports": reports})
        pair_round(host)
        workbook, told = Workbook(), {}
        for what, make in print_tabs.PRINTS.items():
            told[what] = make(host)
            for change in host.changes:
                if isinstance(change, AddDrawing):
                    add_drawing(workbook, AddDrawing(change.drawing))
        del workbook["Sheet"]
        for sheet in workbook:
            sheet.page_setup.paperSize = paper
        path = folder / f"{ruleset}-{count}-{paper}.xlsx"
        workbook.save(path)
        read = read_event(host.read())
        made[ruleset, count, paper] = SimpleNamespace(path=path, told=told, read=read)
    return made


@pytest.fixture(scope="session")
def pages(events, converted, printed_words):
    """The pages of every event by what is printed."""
    pdfs = converted("pdf", *(event.path for event in events.values()))
    found = {}
    for (key, event), pdf in zip(events.items(), pdfs, strict=True):
        rest = pages_of(printed_words(pdf))
        found[key] = {}
        for what in print_tabs.PRINTS:
            many = event.told[what].data["pages"]
            found[key][what], rest = rest[:many], rest[many:]
        assert not rest, "there are more pages than were told"
    return found


@pytest.fixture(scope="session")
def scanned_pages(events, converted, pictures):
    """Give the codes on every page of an event, as a scanner reads them."""

    def scanned(key):
        (pdf,) = converted("pdf", events[key].path)
        return [codes_on(Image.open(BytesIO(page))) for page in pictures(pdf, 150)]

    return scanned


every_event = each("key", EVENTS, ids=lambda key: f"{key[0]} {key[1]} {key[2]}")
every_print = each("what", print_tabs.PRINTS)


@every_print
@every_event
def test_pages_end_where_they_are_told_to(pages, key, what):
    """Every page begins as it should, upright but for lists of more than one upright page."""
    size = SIZES[key[2]]
    is_list = what in ("names", "seats") and key[1] > UPRIGHT
    printed = pages[key][what]
    assert printed
    for page in printed:
        assert [round(side) for side in page[:2]] == [*(reversed(size) if is_list else size)]
        first = page.line(min(page.words, key=lambda word: (round(word.top), word.left)))
        assert first[2 if what == "cards" else 0].text == "Spring"
        assert "Page" in page.texts
        assert not {"Made", "refresh."} & {*page.texts}


@every_event
def test_every_slip_is_whole_and_at_the_same_place_of_its_page(pages, events, key):
    """So that one cut goes through all of them; tables are in order pile by pile."""
    printed = pages[key]["slips"]
    tables, heights = [], set()
    for place in range(slips_and_cards.ON_A_PAGE):
        for page in printed:
            starts = [i for i, word in enumerate(page.words) if word.text == "Table"]
            if place < len(starts):
                word, number = page.words[starts[place]], page.words[starts[place] + 1]
                tables.append(int(number.text))
                heights.add((place, round(word.top)))
    matches = [m for m in events[key].read.rounds[0].matches if m.player2 is not None]
    assert tables == sorted(match.table for match in matches)
    assert len(heights) == len({place for place, _ in heights})
    for page in printed:
        assert page.texts.count("Signature") == page.texts.count("Table")


@every_print
@every_event
def test_everybody_is_printed_once_where_they_look(pages, events, key, what):
    """No name is lost between two pages, and none is cut off."""
    read = events[key].read
    texts = [text for page in pages[key][what] for text in page.texts]
    wide = {LONG, *ODD}
    names = {p.name for p in read.roster} - wide
    expected = {"slips": 1, "seats": 1}.get(what, 2)  # or once more as an opponent
    assert {name: texts.count(name) for name in names} == dict.fromkeys(names, expected)
    assert texts.count(LONG) == 1
    assert "##" not in " ".join(texts)


@every_event
def test_the_headers_stand_on_every_page_of_a_list(pages, key):
    """Once for each of the two lists beside one another, where there are two."""
    for what in ("names", "seats"):
        for page in pages[key][what]:
            assert page.texts.count("Table") == (1 if key[1] <= UPRIGHT else 2)
            assert page.texts[:2] == ["Spring", "Cup,"]


@every_event
def test_every_card_is_whole(pages, events, key):
    """As many lines as rounds, on the page on which it begins."""
    rounds = events[key].read.planned_rounds()
    for page in pages[key]["cards"]:
        cards = page.texts.count("Opponent")
        assert 1 <= cards <= CUT.rows // (rounds + 4) * 2
        assert page.texts.count("No") == cards
        lefts = [word.left for word in page.words if word.text == "Round"]
        lines = [
            word
            for word in page.words
            if word.text.isdecimal() and any(-5 < word.left - left < 25 for left in lefts)
        ]
        assert len(lines) >= cards * rounds


@pytest.mark.parametrize("key", sorted(REPORTING))
def test_a_scanner_reads_every_code_on_paper(scanned_pages, events, key):
    """On A4 and Letter paper, at the 150 dots an inch of a plain printer: all players, and every match."""
    printed = [code for page in scanned_pages(key) for code in page]
    read = events[key].read
    matches = [match for match in read.rounds[0].matches if match.player2 is not None]
    tables = {f"R1T{match.table}" for match in matches}
    assert sorted(code for code in printed if code in tables) == sorted(tables)
    players = {codes.code_of(read, player.no) for player in read.roster}
    assert "" not in players
    assert sorted(code for code in printed if code not in tables) == sorted(players)


@every_print
@every_event
def test_nothing_that_is_printed_is_cut_off_or_covered(pages, key, what):
    """No word stands beyond the paper or runs into the one beside it, and none is too small."""
    for page in pages[key][what]:
        assert all(0 < word.left < word.right < page.width for word in page.words)
        assert all(word.bottom - word.top > 6.5 for word in page.words)
        lines = {}
        for word in page.words:
            lines.setdefault(round((word.top + word.bottom) / 4), []).append(word)
        for line in lines.values():
            beside = pairwise(sorted(line, key=lambda word: word.left))
            assert all(one.right <= two.left + 0.5 for one, two in beside)
