"""Run a tournament from this workbook.

1. Type the names on **Players**, and on **Event** change what should differ from the defaults.
2. Press **Pair next round**, print the new tab, and type the results into it.
3. Press **Standings** whenever you want them. Then pair the next round.
4. **Pair next round** goes on to the cut and through the elimination, where the event has one.

If something is wrong, a message says so and notes mark the cells to fix; nothing has been written.
"""

import re
import sys
import tarfile
from base64 import b64decode
from contextlib import suppress
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from tempfile import mkdtemp

import xlwings as xw
from xlwings import script

TITLE = "xlplugin"
OLDEST_XLWINGS = (0, 37, 5)  # the first with dropdowns and highlights here
HERE = (Path(globals().get("__file__", "/")).parent, Path("/personal"), Path("/data/personal"))


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, re.findall(r"\d+", text)[:3]))


PROGRAM = ""  # in a workbook of the release: xlplugin itself, which then needs nothing else


def _program() -> list[str]:
    """The folder of the xlplugin that the workbook has, or the newest wheel that was dropped with this file."""
    if PROGRAM:
        folder = mkdtemp()
        with tarfile.open(fileobj=BytesIO(b64decode(PROGRAM)), mode="r:bz2") as packed:
            packed.extractall(folder, filter="data")
        return [folder]
    wheels = (file for folder in HERE for file in folder.glob("xlplugin-*.whl"))
    return [str(max(wheels, key=lambda file: _numbers(file.name), default=""))]


sys.path[:0] = filter(None, _program())
with suppress(ImportError):  # a click says what is missing; other workbooks need nothing
    from xlplugin.functions import player_record, standings  # noqa: F401  (=STANDINGS in cells)


def _missing() -> str:
    """The task that must be done before anything can be clicked."""
    restart = "then choose Restart in the menu"
    if not find_spec("xlplugin"):
        return (
            "xlplugin is not here: drop the whole folder personal into the menu's Files, "
            f"Import/Export, {restart}."
        )
    if _numbers(xw.__version__) < OLDEST_XLWINGS:
        oldest = ".".join(map(str, OLDEST_XLWINGS))
        return (
            f"This workbook uses xlwings {xw.__version__}, which is too old: write xlwings>={oldest} "
            f"in the tab requirements.txt, {restart}."
        )
    return ""


def _click(verb: str, book: xw.Book, *answers: str) -> None:
    """Do what a button says, or tell what is missing."""
    if missing := _missing():
        book.app.alert(f"{missing}\n\nNothing was written.", TITLE, mode="critical")
        return
    from xlplugin.doors import buttons  # noqa: PLC0415  (it is there only now)

    buttons.click(verb, book, *answers)


def _click_if(
    is_ticked: bool,  # noqa: FBT001  (a checkbox)
    box: str,
    button: str,
    verb: str,
    book: xw.Book,
    *answers: str,
) -> None:
    """Do what a button says once its box is ticked."""
    if is_ticked:
        _click(verb, book, *answers)
        return
    book.app.alert(
        f"Nothing was done: tick {box}, above the button, and press {button} again. If there is no "
        "box to tick, press Ctrl+Shift+M (on a Mac, Cmd+Shift+M) for the App Mode.",
        TITLE,
    )


# The buttons: made from xlplugin/verbs/list.py by templates/from_list.py.


@script(name="Pair next round", button="[PairNextRound]Event!W2")
def pair_next_round(book: xw.Book) -> None:
    """Adds a tab with the next round's tables; after the last Swiss round that is the cut."""
    _click("pair", book)


@script(name="Standings", button="[WriteStandings]Event!W6")
def write_standings(book: xw.Book) -> None:
    """Writes a tab with the ranking after the rounds that are complete."""
    _click("standings", book)


@script(name="Cut")
def cut(book: xw.Book) -> None:
    """Closes the Swiss rounds and makes the first round of the elimination."""
    _click("cut", book)


@script(name="Tiebreaker round")
def tiebreaker_round(book: xw.Book) -> None:
    """Adds a round for players who are level across the cut line."""
    _click("tiebreaker", book)


@script(name="Cut chances")
def cut_chances(book: xw.Book) -> None:
    """Writes a tab with who is safe, who is out, and which tables can afford a draw."""
    _click("safe", book)


@script(name="Pair again", button="[PairAgain]Event!W4")
def pair_again(book: xw.Book) -> None:
    """Pairs the newest round again, as long as it has no results."""
    _click("pair_again", book)


@script(name="Undo")
def undo(book: xw.Book, really_undo: bool = False) -> None:  # noqa: FBT001, FBT002  (a checkbox)
    """Take the newest round back, with its results. Tick **really_undo** first.

    Its tab is only hidden: right-click any tab and choose *Unhide* to see it again.
    """
    _click_if(really_undo, "really_undo", "Undo", "undo", book)


@script(name="Pairings by name", button="[PrintNames]Event!W8")
def print_names(book: xw.Book) -> None:
    """Makes a tab to print: where everybody plays in the newest round, by name."""
    _click("print_names", book)


@script(name="Match slips", button="[PrintSlips]Event!W10")
def print_slips(book: xw.Book) -> None:
    """Makes a tab to print: a slip for every match of the newest round, to be cut as one stack."""
    _click("print_slips", book)


@script(name="Penalties", button="[ApplyPenalties]Event!W12")
def penalties(book: xw.Book) -> None:
    """Fills in what the document says for each entry on Penalties, and applies what is accepted."""
    _click("penalties", book)


@script(name="Lists")
def write_lists(book: xw.Book) -> None:
    """Lists decklists, or armies and where they were played, and what is still missing."""
    _click("lists", book)


@script(name="Check", button="[CheckEvent]Event!W14")
def check(book: xw.Book) -> None:
    """Runs every round again and lists differences and problems; changes nothing."""
    _click("check", book)


@script(name="Export")
def export(book: xw.Book) -> None:
    """Writes the results and the standings for other programs and for web pages."""
    _click("export", book)


@script(name="Cross table")
def write_cross_table(book: xw.Book) -> None:
    """Writes a tab with who met whom and the points so far, in the order of the standings."""
    _click("cross_table", book)


@script(name="Statistics")
def write_statistics(book: xw.Book) -> None:
    """Counts sides, identities and armies on a tab with charts."""
    _click("statistics", book)


@script(name="Matchups")
def write_matchups(book: xw.Book) -> None:
    """Counts identities, factions or armies against each other, on a tab with charts."""
    _click("matchups", book)


@script(name="Add players")
def add_players(book: xw.Book, names: str = "") -> None:
    """Add players, also as late entries.

    Paste a name in each line, or columns with headers, into **names** (in a single line: with ;
    between the names), or leave it blank and paste them into a tab Roster. Blank cells of players
    already listed are filled in.
    """
    _click("add_players", book, names)


@script(name="Number new players")
def number_new_players(book: xw.Book) -> None:
    """Gives a number to every name on Players that has none."""
    _click("number_players", book)


@script(name="Seating")
def print_seats(book: xw.Book) -> None:
    """Makes a tab to print: a seat for everybody at the players' meeting, by name."""
    _click("print_seats", book)


@script(name="Player cards")
def print_cards(book: xw.Book) -> None:
    """Makes a tab to print: a card for every player, with a line for each round."""
    _click("print_cards", book)


@script(name="Publish")
def publish(book: xw.Book) -> None:
    """Shows the newest round in exports, once you have looked it over."""
    _click("publish", book)


@script(name="Show")
def show_event(book: xw.Book) -> None:
    """Show the event on the phones of the room.

    A browser serves no pages: run xlplugin show on a computer that has the workbook.
    """
    _click("show", book)


@script(name="Take results")
def take_results(book: xw.Book) -> None:
    """Take results that players reported on their phones.

    They are in a file beside the workbook, which a browser does not have: open the workbook on the
    computer that runs xlplugin show.
    """
    _click("take", book)


@script(name="Renew code")
def renew_code(book: xw.Book) -> None:
    """Gives the player whose row is selected on Players a new code for the phone."""
    _click("renew_code", book)


@script(name="Swap players")
def swap_players(book: xw.Book, one: str = "", two: str = "") -> None:
    """Swap two players of the newest Swiss round.

    Select their cells first, one below the other. If they are apart, type their numbers or names
    into **one** and **two** instead.
    """
    _click("swap", book, one, two)


@script(name="Move match")
def move_match(book: xw.Book, table: str = "") -> None:
    """Move a match of the newest round: select a cell of it, and type where to into **table**.

    A match that sits there changes places with it.
    """
    _click("move", book, table)


@script(name="Pair late player")
def pair_late(book: xw.Book) -> None:
    """Pairs the player whose row is selected on Players with whoever has the bye."""
    _click("late", book)


@script(name="Pair selected tables")
def pair_selected(book: xw.Book) -> None:
    """Pairs the tables whose rows are selected on the newest Swiss round again, among themselves."""
    _click("pair_selected", book)


@script(name="Start clock")
def start_clock(book: xw.Book) -> None:
    """Starts the clock of the newest round for every page, or resumes it after a pause."""
    _click("start_clock", book)


@script(name="Pause clock")
def pause_clock(book: xw.Book, really_pause: bool = False) -> None:  # noqa: FBT001, FBT002  (a checkbox)
    """Pause the clock of the newest round. Tick **really_pause** first.

    **Start clock** resumes it.
    """
    _click_if(really_pause, "really_pause", "Pause clock", "pause_clock", book)


@script(name="Plan")
def plan_event(book: xw.Book) -> None:
    """Compares formats for the players on Players by simulated events, on a tab with charts."""
    _click("plan", book)
