"""What a phone asks about a match: both players tell one result, each in words of their own."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from random import Random

import pytest

from engine.formats.elimination import AsInSwiss, BestOfThree, OneGame
from engine.match_format import is_blank
from xlplugin.reports import forms
from xlplugin.reports.forms import Wrong
from xlplugin.verbs.cut import cut
from xlplugin.verbs.pair import pair_round
from xlplugin.workbook.book import SetCells, with_changes
from xlplugin.workbook.formats import SHEETS, sheet_of
from xlplugin.workbook.formats.base import SampleRow
from xlplugin.workbook.reading.reader import read_event

OWN_SIDES = {"Side 1": "White", "Side 2": "Black"}
SWISS = {
    "two games": ("nisei-swiss", {}),
    "one game with sides": ("nisei-single-sided", {}),
    "game points": ("trc", {}),
    "game points, draws agreed": ("nts", {"Intentional draws": "Allowed"}),
    "headquarters": ("hex", {}),
    "winner": ("own", {}),
    "winner with handicap, no draws": ("own", {"Handicaps": "Yes", "Points for a draw": "None"}),
    "games": ("own", {"Result": "Games", "Games in a match": "3"}),
    "score": ("own", {"Result": "Score", "Highest score": "5"}),
    "two games, own sides": ("own", {"Result": "Two games with sides", **OWN_SIDES}),
    "one game, own sides": ("own", {"Result": "One game with sides", **OWN_SIDES}),
}
CUTS = {
    "cut: one game": ("nisei-swiss", {}),
    "cut: best of three": ("nisei-swiss", {"Asynchronous": "Yes", "Elimination": "Best of three"}),
    "cut: winner": ("own", {}),
    "cut: as in Swiss": ("hex", {}),
}
PAIRS = [
    ("I won", "I lost"), ("As Corp", "As Runner"), ("As White", "As Black"), ("Corp", "Runner"),
    ("Game 1: my points", "Game 1: points of {}"), ("Game 2: my points", "Game 2: points of {}"),
    ("My HQ has left", "HQ of {} has left"), ("My army", "Army of {}"), ("My score", "Score of {}"),
    ("Games that I won", "Games that {} won"), ("Handicap that I gave", "Handicap that {} gave"),
]  # fmt: skip
"""What one player says, and the other of the same; everything else both say alike."""


def turned(said, other):
    """The words of the player at the other side of the table, whose opponent is ``other``."""
    for pair in PAIRS:
        for mine, theirs in (pair, pair[::-1]):
            before, named, after = mine.partition("{}")
            if said == mine or (
                named and str(said).startswith(before) and str(said).endswith(after)
            ):
                return theirs.replace("{}", other)
    return said


@pytest.fixture(scope="module")
def tables(new_host):
    """The newest round of an event in every format, and its first match."""
    made = {}
    for name, (ruleset, settings) in {**SWISS, **CUTS}.items():
        host = new_host(ruleset, [f"Player {n}" for n in range(1, 9)], Rounds="1", **settings)
        pair_round(host)
        if name in CUTS:
            play(host)
            cut(host, 4)
        event = read_event(host.read())
        assert not event.problems
        made[name] = host, event, event.tabs[-1], event.tabs[-1].by_table[0]
    return made


def play(host):
    """Type a result into every match of the newest round."""
    event = read_event(host.read())
    tab = event.tabs[-1]
    random = Random(3)
    armies = iter(
        [
            ["Borgo", "Moloch"],
            ["Hegemonia", "Posterunek"],
            ["Borgo", "Moloch"],
            ["Hegemonia", "Posterunek"],
        ]
    )
    for match in tab.matches:
        row = tab.rows[match.player1].number
        cells = sheet_of(event.format_of(tab)).sample(SampleRow(random, {}, lambda: next(armies)))
        typed = {(row, tab.table.places[header]): value for header, value in cells.items()}
        host.write([SetCells(tab.name, typed)])


def possible(fields, most=4_000):
    """Answers to some questions, blanks included: all there are, or very many of them, drawn."""
    values = [
        [None, *(value for _, value in field.choices)]
        if field.choices
        else [None, *range(field.least, min(field.most, 3) + 1), field.most]
        for field in fields
    ]
    headers = [field.header for field in fields]
    size = 1
    for each in values:
        size *= len(each)
    if size <= most:
        chosen = product(*values)
    else:
        random = Random(size)
        chosen = [[random.choice(each) for each in values] for _ in range(most)]
    return [dict(zip(headers, each, strict=True)) for each in chosen]


def in_own_words(fields, answers):
    """Answers as the questions and the texts that a player sees."""
    told = {}
    for field in fields:
        value = answers.get(field.header)
        if value is not None:
            told[field.label] = next((text for text, v in field.choices if v == value), value)
    return told


def from_words(fields, told):
    """The answers of a player who picks these texts."""
    by_label = {field.label: field for field in fields}
    assert told.keys() <= by_label.keys()
    return {
        by_label[label].header: next(
            (v for text, v in by_label[label].choices if text == said), said
        )
        for label, said in told.items()
    }


def all_in_turn(words, other):
    """What the opponent says of the same result."""
    return {turned(label, other): turned(said, other) for label, said in words.items()}


@pytest.mark.parametrize("name", [*SWISS, *CUTS])
def test_both_players_tell_the_same_result(tables, name):
    """Whatever one tells, the other tells it in the opposite words: the cells are equal, or both are refused."""
    _, event, tab, match = tables[name]
    one, two = match.players
    first, second = (forms.form_of(event, tab, match, no) for no in (one, two))
    accepted = 0
    for answers in possible(first):
        told = in_own_words(first, answers)
        theirs = from_words(second, all_in_turn(told, event.name(one)))
        mine = forms.read_answers(event, tab, match, one, answers)
        other = forms.read_answers(event, tab, match, two, theirs)
        if isinstance(mine, Wrong):
            assert isinstance(other, Wrong), (told, other)
            continue
        accepted += 1
        assert mine == other, told
        assert forms.together(event, tab, match, mine, other) == mine
    assert accepted > 1


@pytest.mark.parametrize("name", [*SWISS, *CUTS])
def test_the_phone_takes_what_the_tab_takes(tables, name):
    """A report is refused exactly if the row, typed so, would have something to mend, or no result."""
    host, event, tab, match = tables[name]
    fields = forms.form_of(event, tab, match, match.player1)
    row = tab.rows[match.player1].number
    for answers in possible(fields, 120):
        typed = {(row, tab.table.places[h]): v for h, v in answers.items() if v is not None}
        then = read_event(with_changes(host.read(), [SetCells(tab.name, typed)]))
        is_right = not then.problems and not then.tabs[-1].lacks_result(then.tabs[-1].matches[0])
        if then.tabs[-1].matches:
            of_match = then.tabs[-1].match_of(match.player1)
            is_right = not then.problems and not then.tabs[-1].lacks_result(of_match)
        read = forms.read_answers(event, tab, match, match.player1, answers)
        assert is_right != isinstance(read, Wrong), (answers, read, then.problems)


@pytest.mark.parametrize("name", [*SWISS, *CUTS])
def test_words_read_back_as_they_were_picked(tables, name):
    """A result is told to either player in the words of the questions."""
    _, event, tab, match = tables[name]
    for no in match.players:
        fields = forms.form_of(event, tab, match, no)
        for answers in possible(fields, 300):
            cells = forms.read_answers(event, tab, match, no, answers)
            if isinstance(cells, Wrong):
                continue
            told = in_own_words(fields, cells)
            words = ", ".join(f"{label}: {said}" for label, said in told.items())
            assert forms.in_words(event, tab, match, no, cells) == words
            assert told.items() <= in_own_words(fields, answers).items()


WINS = {
    "two games": {"As Corp": "I won", "As Runner": "I won"},
    "one game with sides": {"As Corp": "I won"},
    "game points": {
        "Game 1: my points": "10 (won)", "Game 1: points of {}": "3", "Game 2: my points": "10 (won)", "Game 2: points of {}": "0",
    },
    "headquarters": {"My HQ has left": 12, "HQ of {} has left": 3},
    "winner": {"The match": "I won"},
    "games": {"Games that I won": 2, "Games that {} won": 1},
    "score": {"My score": 4, "Score of {}": 1},
    "two games, own sides": {"As White": "I won", "As Black": "I won"},
    "one game, own sides": {"As White": "I won"},
    "cut: one game": {"I played": "Runner", "The game": "I won"},
    "cut: best of three": {"In game 1 I played": "Corp", "Game 1": "I won", "Game 2": "I won"},
    "cut: winner": {"The game": "I won"},
    "cut: as in Swiss": {"My HQ has left": 5, "HQ of {} has left": 4},
}  # fmt: skip


@pytest.mark.parametrize("name", list(WINS))
@pytest.mark.parametrize("seat", [0, 1])
def test_who_says_that_they_won_has_won(tables, name, seat):
    """From either side of the table: the points, or the elimination, say so too."""
    host, event, tab, match = tables[name]
    no, other = match.players[seat], match.players[1 - seat]
    fields = forms.form_of(event, tab, match, no)
    told = {label.replace("{}", event.name(other)): said for label, said in WINS[name].items()}
    if seat and "one game" in name and "cut" not in name:
        told = {turned(label, ""): said for label, said in told.items()}
    cells = forms.read_answers(event, tab, match, no, from_words(fields, told))
    assert not isinstance(cells, Wrong), cells
    row = tab.rows[match.player1].number
    typed = {(row, tab.table.places[header]): value for header, value in cells.items()}
    then = read_event(with_changes(host.read(), [SetCells(tab.name, typed)]))
    played = then.tabs[-1].match_of(no)
    format_ = then.format_of(then.tabs[-1])
    assert format_.is_lost(played.result, played.special, 2 - seat)
    assert not format_.is_lost(played.result, played.special, 1 + seat)


def test_every_format_is_tried(tables):
    """One that is added must be here, too."""
    tried = {type(event.format_of(tab)) for _, event, tab, _ in tables.values()}
    assert tried == set(SHEETS)
    assert {OneGame, BestOfThree, AsInSwiss} <= tried


def test_what_is_typed_is_not_asked(tables):
    """A side that the organizer has typed counts; the report has the rest."""
    host, _, tab, match = tables["cut: one game"]
    row = tab.rows[match.player1].number
    typed = {(row, tab.table.places["Corp"]): 2}
    then = read_event(with_changes(host.read(), [SetCells(tab.name, typed)]))
    now = then.tabs[-1].match_of(match.player1)
    assert not is_blank(now.result)
    fields = forms.form_of(then, then.tabs[-1], now, match.player1)
    assert [field.label for field in fields] == ["The game"]
    read = forms.read_answers(then, then.tabs[-1], now, match.player1, {"Winner": "1"})
    assert read == {"Winner": 1}


@pytest.mark.parametrize(
    ("answers", "header"),
    [
        ({"P1 Corp": "X"}, "P1 Corp"),
        ({"P1 Corp": True}, "P1 Corp"),
        ({"P1 Corp": ["W"]}, "P1 Corp"),
        ({"P1 Corp": "W"}, "P1 Runner"),
        ({"P1 Corp": "W", "P1 Runner": "W", "Special": "Bye"}, "Special"),
        ({"P1 Corp": "W", "P1 Runner": "W", "Table": 3}, ""),
        ({"P1 Corp": "W", "P1 Runner": "L", "Special": "2-for-1"}, "P1 Corp"),
        ({}, "P1 Corp"),
    ],
)
def test_what_is_not_an_answer_is_refused(tables, answers, header):
    """By the question that it is about; nobody reports a bye, or a column that is no result."""
    _, event, tab, match = tables["two games"]
    read = forms.read_answers(event, tab, match, match.player1, answers)
    assert isinstance(read, Wrong)
    assert read.header == header
    assert read.text.endswith(".")


@pytest.mark.parametrize("typed", [-1, "-1", "1.5", "1e3", "٣", "9" * 50, 2.5, 100, "x"])
def test_numbers_are_whole_and_within_their_limits(tables, typed):
    """Whatever a program sends."""
    _, event, tab, match = tables["headquarters"]
    read = forms.read_answers(event, tab, match, match.player1, {"HQ 1": typed, "HQ 2": 3})
    assert isinstance(read, Wrong)
    assert read.header == "HQ 1"


def test_an_army_that_only_one_has_named_is_no_conflict(tables):
    """A blank says nothing of it; two names do."""
    _, event, tab, match = tables["headquarters"]
    left = {"HQ 1": 5, "HQ 2": 0}
    one, two = {**left, "Army 1": "Borgo"}, {**left, "Army 2": "Moloch"}
    assert forms.together(event, tab, match, one, two) == {
        **left,
        "Army 1": "Borgo",
        "Army 2": "Moloch",
    }
    assert forms.together(event, tab, match, one, {**left, "Army 1": "Moloch"}) is None
    assert forms.together(event, tab, match, one, {**one, "HQ 2": 1}) is None


def test_others_have_nothing_to_report(tables):
    """Nor has somebody with a bye."""
    _, event, tab, match = tables["two games"]
    stranger = next(no for no in event.by_no if no not in match.players)
    assert forms.form_of(event, tab, match, stranger) == ()
    assert forms.form_of(event, tab, replace(match, player2=None), match.player1) == ()
    assert isinstance(forms.read_answers(event, tab, match, stranger, {"P1 Corp": "W"}), Wrong)
