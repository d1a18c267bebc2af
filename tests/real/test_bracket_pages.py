"""The tabs after the Swiss rounds on paper, as a spreadsheet program prints them."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import pairwise
from typing import NamedTuple

import pytest
from printed import pages_of

from xlplugin.verbs import cut as cutting
from xlplugin.verbs.cut import tiebreaker
from xlplugin.verbs.pair import pair_round
from xlplugin.verbs.standings import standings_of, write_standings
from xlplugin.workbook.book import SetCells
from xlplugin.workbook.layouts import round_tabs
from xlplugin.workbook.reading.reader import read_event

NAMES = [f"Maximiliana-Konstantinopoulou-We{number:03}" for number in range(1, 34)]
"""Of 35 characters, each one word."""
USUAL = 17
"""The players of an event whose cut is smaller."""
EVENT_NAME = "Spring Cup"


class Printed(NamedTuple):
    """An elimination that is printed; ``finished`` once the champion is known, else half played."""

    size: int
    ruleset: str = "nisei-swiss"
    settings: tuple[str, ...] = ()
    finished: bool = False
    tiebreaker: bool = False


PRINTED = {
    "double 4, finished": Printed(4, finished=True, tiebreaker=True), "double 8": Printed(8),
    "double 16": Printed(16), "single 16": Printed(16, settings=("Elimination=Single",)),
    "top 2": Printed(2), "top 3, finished": Printed(3, finished=True),
    "best of three 4": Printed(4, settings=("Elimination=Best of three",)),
    "hex 8": Printed(8, "hex"), "double 32": Printed(32, "own", ("Elimination=Double",)),
    "fixed 32": Printed(32, "own", ("Elimination=Single with fixed bracket",)),
    "single 32": Printed(32, "own"),
}  # fmt: skip
FINISHED = [name for name, printed in PRINTED.items() if printed.finished]


class Event(NamedTuple):
    """A workbook of which some tabs are printed, and what is known of it."""

    path: object
    read: object


@pytest.fixture(scope="session")
def events(unsaved, tmp_path_factory):
    """The events, each with its first round of the elimination typed, or with all of them."""
    folder = tmp_path_factory.mktemp("printed")
    made = {}
    for name, printed in PRINTED.items():
        players = NAMES[: max(USUAL, printed.size + 1)]
        settings = ("Rounds=1", "Event seed=5", f"Event name={EVENT_NAME}", *printed.settings)
        host, path = unsaved(players, *settings, ruleset=printed.ruleset), folder / f"{name}.xlsx"
        pair_round(host)
        _type(host)
        made[name] = Event(path, _play(host, printed))
        host.save(path)
    return made


def _play(host, printed):
    """Play an elimination; the event as it reads in the end."""
    now = datetime(2026, 11, 21, tzinfo=UTC)
    if printed.tiebreaker:
        tiebreaker(host, printed.size, when=now)
        _type(host)
    cutting.cut(host, printed.size, when=now)
    _type(host)
    while printed.finished and not read_event(host.read()).progress.is_over:
        pair_round(host)
        _type(host)
    if printed.finished:
        write_standings(host)
    return read_event(host.read())


WON = {
    "P1 Corp": "W", "P1 Runner": "W", "HQ 1": 20, "HQ 2": 3,
    "Corp": 1, "Winner": 1, "Game 1": 1, "Game 2": 1,
}  # fmt: skip


def _type(host):
    """Player 1 wins every match of the newest tab that has no result."""
    read = read_event(host.read())
    after_swiss = [tab for tab in (read.tiebreaker, *read.cuts) if tab]
    tab = [*read.rounds, *after_swiss][-1]
    places = tab.table.places
    cells = {
        (row.number, places[header]): value
        for row in tab.table.rows()
        for header, value in WON.items()
        if header in places and row.raw("Special") is None
    }
    host.write([SetCells(tab.name, cells)])


def names_on(page):
    """The names of players from the top, those on two lines joined."""
    return [
        word.text + "".join(below.text for below in _below(page, word) if word.text[-1] == "-")
        for word in page.words
        if word.text.startswith("Maximiliana")
    ]


def _below(page, word):
    """What stands on the next line of the same cell."""
    return [
        other
        for other in page.words
        if abs(other.left - word.left) < 3 and 4 < other.middle - word.middle < 14
    ]


OTHERS = ("Event", "Players", "Round 1", "Pairing notes", "Log")


@pytest.fixture(scope="session")
def printed_pages(events, converted, printed_words, opened):
    """The pages of every event by tab; tabs that are not looked at are left out to save time."""
    for event in events.values():
        workbook = opened(event.path)
        for name in OTHERS:
            del workbook[name]
        workbook.save(event.path)
    pdfs = converted("pdf", *(event.path for event in events.values()))
    return {
        name: _by_tab(pages_of(printed_words(pdf))) for name, pdf in zip(events, pdfs, strict=True)
    }


def _by_tab(pages):
    """The pages by their tab, which stands in their heading."""
    found = {}
    for page in pages:
        heading = " ".join(word.text for word in page.line(page.words[0]))
        tab = heading.removeprefix(EVENT_NAME).strip()
        words = 2 if tab.startswith(("Cut", "Final")) else 1
        found.setdefault(" ".join(tab.split()[:words]), []).append(page)
    return found


@pytest.mark.parametrize("name", PRINTED)
def test_a_bracket_of_any_size_is_one_page_across(name, printed_pages):
    """The whole elimination is seen at a glance."""
    [page] = printed_pages[name][round_tabs.BRACKET]
    assert page.width > page.height


@pytest.mark.parametrize("name", PRINTED)
def test_every_game_every_player_and_every_seed_is_on_the_bracket(name, printed_pages, events):
    """Each seed stands before its player in the first game, and each game has its number."""
    [page] = printed_pages[name][round_tabs.BRACKET]
    progress = events[name].read.progress
    games = [word for word in page.words if word.text == "Game"]
    numbers = {page.line(g)[page.line(g).index(g) + 1].text for g in games}
    assert numbers == {str(game.number) for game in progress.bracket.games}
    before = {(one.text, two.text) for word in page.words for one, two in pairwise(page.line(word))}
    seeds = enumerate(progress.seeds, 1)
    assert {(str(seed), events[name].read.by_no[no].name) for seed, no in seeds} <= before


@pytest.mark.parametrize("name", PRINTED)
def test_who_has_won_is_told_in_letters(name, printed_pages, events):
    """Behind each player of a game that is over stands W or L, so that nobody needs the looks."""
    [page] = printed_pages[name][round_tabs.BRACKET]
    results = [word.text for word in page.words if word.text in {"W", "L"}]
    games = len(events[name].read.progress.results)
    if PRINTED[name].finished and name.startswith("double"):
        games -= 1  # no second final is needed
    assert sorted(results) == ["L"] * games + ["W"] * games


@pytest.mark.parametrize("name", PRINTED)
def test_nothing_that_is_printed_is_cut_off_or_covered(name, printed_pages):
    """No word stands beyond the paper or runs into the one beside it; no number is ###."""
    for page in (page for pages in printed_pages[name].values() for page in pages):
        assert "##" not in page.text
        assert all(0 < word.left < word.right < page.width for word in page.words)
        for word in page.words:
            beside = pairwise(page.line(word))
            assert all(one.right <= two.left + 0.5 for one, two in beside), page.text


def headers_seen(layout):
    """The headers of the columns that are printed."""
    headers = [column.header for column in layout.columns if column.width]
    return headers[: headers.index("Check")]


@pytest.mark.parametrize("name", PRINTED)
def test_a_round_of_the_elimination_is_printed_with_all_of_its_columns(name, printed_pages, events):
    """It is one page, of 16 games with long names two; every header stands above the rows of each."""
    read = events[name].read
    pages = printed_pages[name]["Cut 1"]
    assert len(pages) == (2 if PRINTED[name].size > 16 else 1)
    headers = headers_seen(round_tabs.cut_layout(1, read.ruleset, read.settings))
    for page in pages:
        table = next(word for word in page.words if word.text == "Table")
        assert [word.text for word in page.line(table)] == " ".join(headers).split()
    winners = {read.by_no[match.player1].name for match in read.cuts[0].matches}
    names = [name for page in pages for name in names_on(page)]
    assert {winner: names.count(winner) for winner in winners} == dict.fromkeys(winners, 2)


def test_the_tiebreaker_round_is_one_page_with_all_of_its_columns(printed_pages, events):
    """Every header stands above the rows."""
    name = "double 4, finished"
    [page] = printed_pages[name][round_tabs.TIEBREAKER]
    table = next(word for word in page.words if word.text == "Table")
    headers = headers_seen(round_tabs.tiebreaker_layout(events[name].read.ruleset))
    assert [word.text for word in page.line(table)] == " ".join(headers).split()


@pytest.mark.parametrize("name", FINISHED)
def test_the_final_standings_are_one_page_with_all_of_their_columns(name, printed_pages, events):
    """Every header stands above the rows, the places of the elimination first, then the others."""
    read = events[name].read
    [page] = printed_pages[name][round_tabs.FINAL]
    rank = next(word for word in page.words if word.text == "Rank")
    headers = standings_of(read).table.layout.headers()
    texts = {word.text for word in page.words if abs(word.middle - rank.middle) < 14}
    assert texts >= set(" ".join(headers).split())
    names = names_on(page)
    places = [read.by_no[no].name for no in read.progress.places()]
    assert names[: len(places)] == places
    assert sorted(names) == NAMES[:USUAL]


@pytest.mark.parametrize("name", FINISHED)
def test_the_champion_is_on_the_bracket(name, printed_pages, events):
    """The name stands once more, below the last game."""
    [page] = printed_pages[name][round_tabs.BRACKET]
    read = events[name].read
    label = next(word for word in page.words if word.text == "Champion")
    below = [
        word.text
        for word in page.words
        if 0 < word.middle - label.middle < 25 and word.left > label.left - 9
    ]
    assert below == [read.by_no[read.progress.places()[0]].name]
