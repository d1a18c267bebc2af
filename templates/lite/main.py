"""Run a tournament from this workbook.

1. Type the names on **Players**, and what is to differ from the defaults on **Event**.
2. Press **Pair next round**, print the new tab, and type the results into it.
3. Press **Standings** whenever you want them. Then pair the next round.
4. **Pair next round** goes on to the cut and through the elimination, where the event has one.

What is wrong is told in a message, and noted on the cells to mend: then nothing has been written.
"""

import sys
from pathlib import Path

import xlwings as xw
from xlwings import script

# The wheel as imported under Files, or in the folder of personal modules; the newest of several.
FOLDERS = (Path("/data"), Path("/personal"))
WHEELS = [wheel for folder in FOLDERS for wheel in folder.rglob("xlplugin-*.whl")]
WHEELS.sort(key=lambda wheel: wheel.stat().st_mtime)
sys.path[:0] = map(str, WHEELS[-1:])
try:
    from xlplugin import buttons
    from xlplugin.functions import player_record, standings
except ModuleNotFoundError as missing:
    how = (
        "drop xlplugin-....whl into the menu's Files, Import/Export"
        if missing.name == "xlplugin"
        else "paste all of requirements.txt into the tab of that name"
    )
    message = f"{missing.name} is not here: {how}, then choose Restart in the menu."
    raise ImportError(message) from None

FUNCTIONS = (player_record, standings)  # =STANDINGS(...) and =PLAYER_RECORD(...) in cells


@script(name="Pair next round")
def pair_next_round(book: xw.Book) -> None:
    """Add a tab with the pairings of the next round. **Pairing notes** says why they are so."""
    buttons.click("pair", book)


@script(name="Standings")
def write_standings(book: xw.Book) -> None:
    """Write the standings after the rounds completed so far; at the end, those of the event."""
    buttons.click("standings", book)


@script(name="Cut")
def cut(book: xw.Book) -> None:
    """Close the Swiss rounds and make the first round of the elimination, as set on **Event**."""
    buttons.click("cut", book)


@script(name="Tiebreaker round")
def tiebreaker_round(book: xw.Book) -> None:
    """Let those who are level around the cut play for its last places, before the cut."""
    buttons.click("tiebreaker", book)


@script(name="Pair again")
def pair_again(book: xw.Book) -> None:
    """Pair the newest round anew, after drops or late players. It must have no results yet."""
    buttons.click("pair_again", book)


@script(name="Undo")
def undo(book: xw.Book, really_undo: bool = False) -> None:  # noqa: FBT001, FBT002  (a checkbox)
    """Take the newest round back, with its results. Tick **really_undo** first.

    Its tab is only hidden: right-click any tab and choose *Unhide* to see it again.
    """
    if really_undo:
        buttons.click("undo", book)
    else:
        book.app.alert(
            "Nothing was undone: tick really_undo, above the button, and press Undo again. If there "
            "is no box to tick, press Ctrl+Shift+M (on a Mac, Cmd+Shift+M) for the App Mode.",
            "xlplugin",
        )


@script(name="Pairings by name")
def print_names(book: xw.Book) -> None:
    """Make a tab to print: where everybody plays in the newest round, by name."""
    buttons.click("print_names", book)


@script(name="Match slips")
def print_slips(book: xw.Book) -> None:
    """Make a tab to print: a slip for every match of the newest round, to be cut as one stack."""
    buttons.click("print_slips", book)


@script(name="Check")
def check(book: xw.Book) -> None:
    """Go through every round again, and tell what is wrong or different from what should be."""
    buttons.click("check", book)


@script(name="Export")
def export(book: xw.Book) -> None:
    """Write the results and the standings for other programs and for web pages."""
    buttons.click("export", book)


@script(name="Statistics")
def write_statistics(book: xw.Book) -> None:
    """Count sides, identities and armies on a tab with charts, or count them anew."""
    buttons.click("statistics", book)


@script(name="Penalties")
def penalties(book: xw.Book) -> None:
    """Fill in what the document says for each entry on **Penalties**; apply what is accepted."""
    buttons.click("penalties", book)


@script(name="Lists")
def write_lists(book: xw.Book) -> None:
    """List decklists, or armies and where they were played, and what is left to be done."""
    buttons.click("lists", book)


@script(name="Number new players")
def number_new_players(book: xw.Book) -> None:
    """Give numbers to the players who have none. The next pairing does so, too."""
    buttons.click("number_players", book)


@script(name="Add players")
def add_players(book: xw.Book) -> None:
    """Add a roster to **Players**, also as late entries. Paste it into a new tab **Roster** first."""
    buttons.click("add_players", book)


@script(name="Seating")
def print_seats(book: xw.Book) -> None:
    """Make a tab to print: a seat for everybody at the players' meeting, by name."""
    buttons.click("print_seats", book)


@script(name="Player cards")
def print_cards(book: xw.Book) -> None:
    """Make a tab to print: a card for every player, with a line for each round."""
    buttons.click("print_cards", book)


@script(name="Publish")
def publish(book: xw.Book) -> None:
    """Let exports show the newest round, once you have looked it over (**Publish rounds**)."""
    buttons.click("publish", book)


@script(name="Pair selected tables")
def pair_selected(book: xw.Book) -> None:
    """Pair some tables of the newest Swiss round anew, among themselves. Select their rows first."""
    buttons.click("pair_selected", book)
