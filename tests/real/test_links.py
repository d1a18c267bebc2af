"""Links between Event and the other tabs: they lead to what is there, and to nothing that is not."""

from __future__ import annotations

import pytest

from xlplugin.workbook.layouts.tab_names import back

CUT = ("Rounds=1", "Cut=4", "Elimination=Single", "Event seed=5")
NAMES = [f"Player {number}" for number in range(1, 9)]
ALWAYS = ["Pairing notes", "Players"]


def _play(path, opened, tab):
    workbook = opened(path)
    sheet = workbook[tab]
    place = {cell.value: cell.column for cell in sheet[1]}
    typed = (
        {"P1 Corp": "W", "P1 Runner": "W"} if tab.startswith("Round") else {"Corp": 1, "Winner": 1}
    )
    for row in range(2, sheet.max_row + 1):
        if sheet.cell(row, place["Table"]).value and not sheet.cell(row, place["Special"]).value:
            for header, value in typed.items():
                sheet.cell(row, place[header]).value = value
    workbook.save(path)


@pytest.fixture(scope="module")
def stages(command, new_event, opened, converted, tmp_path_factory):
    """What the links of ``Event`` say at each stage of an event, as a spreadsheet program has it."""
    path = new_event("links", NAMES, *CUT)
    folder = tmp_path_factory.mktemp("stages")
    kept = {}

    def keep(name, change=None):
        kept[name] = folder / f"{name}.xlsx"
        workbook = opened(path)
        if change:
            change(workbook)
        workbook.save(kept[name])

    def sort(workbook):
        tab = workbook["Event"]
        rows = [[cell.value for cell in row[:3]] for row in tab.iter_rows(min_row=2)]
        for number, row in enumerate(reversed(rows), 2):
            for column, value in enumerate(row, 1):
                tab.cell(number, column).value = value

    keep("new")
    command("pair", path)
    keep("paired")
    keep("renamed", lambda book: setattr(book["Round 1"], "title", "My round"))
    keep("deleted", lambda book: book.remove(book["Pairing notes"]))
    keep("sorted", sort)
    _play(path, opened, "Round 1")
    command("standings", path)
    keep("standings")
    command("pair", path)
    keep("cut")
    _play(path, opened, "Cut 1")
    command("pair", path)
    keep("second cut")
    _play(path, opened, "Cut 2")
    command("standings", path)
    keep("over")
    command("undo", path)
    keep("undone")
    done = converted("xlsx", *kept.values())
    tabs = [opened(book, values=True)["Event"] for book in done]
    return {
        name: [cell.value or "" for cell in tab["D"][1:6]]
        for name, tab in zip(kept, tabs, strict=True)
    }


@pytest.mark.parametrize(
    ("stage", "shown"),
    [
        ("new", ["", "", ""]), ("paired", ["Round 1", "", ""]),
        ("standings", ["Round 1", "Standings 1", ""]), ("cut", ["Cut 1", "Standings 1", "Bracket"]),
        ("second cut", ["Cut 2", "Standings 1", "Bracket"]),
        ("over", ["Cut 2", "Final standings", "Bracket"]),
        ("undone", ["Cut 1", "Standings 1", "Bracket"]), ("sorted", ["Round 1", "", ""]),
        ("renamed", ["", "", ""]),
    ],
)  # fmt: skip
def test_event_leads_to_the_newest_round_standings_and_bracket(stages, stage, shown):
    """Nothing is shown for what is not there, under that name; so no link leads nowhere."""
    assert stages[stage] == [*shown, *ALWAYS]


def test_a_link_to_a_tab_that_is_deleted_is_blank(stages):
    """No error, and no link."""
    assert stages["deleted"] == ["Round 1", "", "", "", "Players"]


def test_every_tab_leads_back_to_event(command, new_event, opened):
    """Tables by their first header, which reads as before; what is drawn by a cell beside it."""
    path = new_event("back", NAMES, *CUT)
    command("pair", path)
    _play(path, opened, "Round 1")
    command("standings", path)
    command("pair", path)
    for kind in ("slips", "names", "seats", "cards"):
        command("print", path, kind)
    command("statistics", path)
    command("lists", path)
    workbook = opened(path)
    tabs = [tab for tab in workbook if tab.sheet_state == "visible" and tab.title != "Event"]
    assert len(tabs) >= 14
    for tab in tabs:
        link = tab["A1"].hyperlink
        drawn = [cell for row in tab.iter_rows() for cell in row if cell.value == back().text]
        if link:
            assert link.location == "Event!A1"
            assert isinstance(tab["A1"].value, str)
            assert not drawn
        else:
            (cell,) = drawn
            area = tab.print_area.rpartition(":")[2].replace("$", "")
            assert cell.column > tab[area].column, tab.title
    assert workbook["Event"]["A1"].hyperlink is None
