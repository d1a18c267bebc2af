"""The impossible is refused in Excel just as on a file, and everything stays as it was."""

from __future__ import annotations

import pytest
import xlwings as xw

from xlplugin.doors import buttons
from xlplugin.ground.problems import HostError
from xlplugin.verbs import cut as cutting
from xlplugin.verbs.cut import make_progression, tiebreaker
from xlplugin.verbs.pair import pair_round
from xlplugin.verbs.standings import write_standings
from xlplugin.verbs.undo import undo_round

import campaigns

CALLS = {
    "a look is copied": (xw.Range, "copy", 31),
    "a tab is copied": (xw.Sheet, "copy", 1),
    "a tab is renamed": (xw.Sheet, "name", 2),
    "a tab is hidden or shown": (xw.Sheet, "visible", 3),
    "a tab comes to the front": (xw.Sheet, "activate", 2),
    "values are written": (xw.Range, "value", 8),
    "a width is set": (xw.Range, "column_width", 12),
    "a tab is deleted": (xw.Sheet, "delete", 1),
}
"""What is asked of Excel when a round is paired again, and how often at most."""


@pytest.fixture(scope="module")
def paired(new_file, twins_of, tmp_path_factory):
    """Twins with a first round that has no results."""
    path = tmp_path_factory.mktemp("refusals") / "event.xlsx"
    path.write_bytes(new_file("nisei-swiss"))
    twins = twins_of(path)
    twins.click(pair_round)
    return twins


@pytest.mark.parametrize(
    ("action", "arguments", "why"),
    [
        (pair_round, (), "round 1 has no results yet"),
        (write_standings, (), "Round 1!F2"),
        (cutting.cut, (4,), "1 of 3 Swiss rounds"),
        (cutting.cut, (5,), "There is no cut to 5"),
        (tiebreaker, (4,), "1 of 3 Swiss rounds"),
        (make_progression, (3,), "Round 1!F2"),
    ],
)
def test_what_is_too_early_is_refused(paired, action, arguments, why):
    """The same problems are told with the same cells, and nothing is asked of Excel."""
    assert why in paired.refused(action, *arguments)


@pytest.mark.parametrize(
    ("tab", "cell", "value", "why"),
    [
        ("Round 1", "F2", "Q", "Round 1!F2"),
        ("Round 1", "B2", 99, "99"),
        ("Players", "B3", "007", "007"),
        ("Players", "A3", 1, "Players!A3"),
        ("Players", "B3", None, "Players!B3: No 2 is missing"),
        ("Event", "A11", "Rulez", "Ruleset"),
        ("Log", "A1", "When?", ""),
    ],
)
def test_mistakes_are_refused_alike(new_twins, tab, cell, value, why):
    """A mistake in a cell is found by both, or by neither."""
    twins = new_twins(rounds=1)

    def change(workbook):
        workbook[tab][cell].value = value
        workbook[tab][cell].data_type = "s" if isinstance(value, str) else "n"

    twins.change(change)
    if why:
        assert why in twins.refused(write_standings)
    else:
        twins.same(write_standings)


def test_there_is_nothing_to_undo(new_twins):
    """Before the first round there is none to take back or to pair again."""
    twins = new_twins()
    assert "no round to undo" in twins.refused(undo_round)
    assert "pair first" in twins.refused(pair_round, again=True)


def test_a_round_with_results_is_not_paired_again(new_twins):
    """Results that were typed are not lost."""
    twins = new_twins(rounds=1)
    assert "results have been typed" in twins.refused(pair_round, again=True)


class Broken(Exception):
    """What Excel says when it does not want to."""


def break_at(monkeypatch, owner, name, count):
    """Let a method or a setter fail when it is called for the ``count``-th time, and only then."""
    there, calls = getattr(owner, name), []

    def called():
        calls.append(name)
        if len(calls) == count:
            message = "Excel is busy"
            raise Broken(message)

    def method(self, *args, **kwargs):
        called()
        return there(self, *args, **kwargs)

    def setter(self, value):
        called()
        there.fset(self, value)

    is_property = isinstance(there, property)
    monkeypatch.setattr(owner, name, there.setter(setter) if is_property else method)
    return calls


def _tried(most):
    """At which of so many calls a fault is tried: the first, the last and some between."""
    return sorted({1, most, *range(1, most, max(1, round(most / campaigns.some(4, 2))))})


@pytest.mark.parametrize(
    ("what", "count"), [(what, n) for what, (*_, most) in CALLS.items() for n in _tried(most)]
)
def test_a_fault_leaves_everything_as_it_was(paired, monkeypatch, when, what, count):
    """Wherever Excel fails while a round is paired again, nothing is asked of it, nor lost."""
    owner, name, _ = CALLS[what]
    book, host = paired.excel()
    book.app.alert("Something that was asked before")
    tabs = [(sheet.name, sheet.visible) for sheet in book.sheets]
    calls = break_at(monkeypatch, owner, name, count)
    said = ""
    try:
        pair_round(host, again=True, when=when)
    except HostError as error:
        said = str(error)
    if len(calls) < count:  # it is not asked for so often
        assert not said
        return
    assert "Broken: Excel is busy" in said
    assert [action["func"] for action in book.json()["actions"]] == ["alert"]
    assert [(sheet.name, sheet.visible) for sheet in book.sheets] == tabs


@pytest.mark.parametrize("what", CALLS)
def test_no_call_is_left_out(paired, monkeypatch, when, what):
    """Excel is asked for everything at least once, and no more often than was tried."""
    owner, name, most = CALLS[what]
    _, host = paired.excel()
    calls = break_at(monkeypatch, owner, name, 0)
    pair_round(host, again=True, when=when)
    assert 1 <= len(calls) <= most


def test_a_click_after_a_fault_works(new_twins, monkeypatch, when):
    """The same book can be clicked again, and comes out as if nothing had been."""
    twins = new_twins()
    pair_round(twins.file(), when=when)
    book, host = twins.excel()
    with monkeypatch.context() as patched:
        break_at(patched, xw.Range, "column_width", 5)
        with pytest.raises(HostError):
            pair_round(host, when=when)
    pair_round(host, when=when)
    twins.perform(book)
    assert not twins.differences()


def test_an_excel_that_does_not_answer_is_told_as_such(new_twins, monkeypatch):
    """While a cell is being edited Excel refuses to be read: the message says what to do."""
    _, host = new_twins().excel()
    monkeypatch.setattr(xw.Sheet, "used_range", property(lambda _: 1 / 0))
    with pytest.raises(HostError, match=r"Leave the cell that you are editing"):
        host.read()


def test_a_tab_of_the_organizers_own_called_looks_is_not_written_to(new_twins):
    """Where the hidden tab of that name is not the one that was made here, no marks go into it."""
    twins = new_twins()
    twins.change(lambda workbook: workbook.remove(workbook["Looks"]))
    twins.change(lambda workbook: workbook.create_sheet("Looks").append(["Hats", "Coats"]))
    book, _ = twins.excel()
    buttons.click("cut", book)
    assert {action["func"] for action in book.json()["actions"]} <= {
        "alert", "activateSheet", "rangeSelect",
    }  # fmt: skip


@pytest.mark.parametrize("platform", ["windows", "macos"])
def test_points_typed_over_are_asked_about_and_come_back(new_twins, platform):
    """On the desktop as on a file, where formulas are told from values."""
    twins = new_twins(platform=platform, rounds=1)
    twins.type("Round 1", 2, **{"Points 1": 17})
    assert "17 is typed over the points" in twins.refused(write_standings)
    twins.type("Round 1", 2, **{"Points 1": None})
    twins.click(write_standings)
    places = {cell.value: cell.column for cell in twins.live["Round 1"][1]}
    assert str(twins.live["Round 1"].cell(2, places["Points 1"]).value).startswith("=")
    assert not twins.differences()
