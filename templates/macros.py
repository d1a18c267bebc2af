"""The macro workbook: a template with the actions as macros, buttons and a ribbon tab."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from io import BytesIO
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import xlsxwriter
from openpyxl.utils import get_column_letter

from xlplugin.hosts.package import DECLARATION, Package, Relation, quoted
from xlplugin.hosts.saving import saved
from xlplugin.templates.vba import vba_project
from xlplugin.workbook.layouts import tab_names
from xlplugin.workbook.live_patterns import CONF

if TYPE_CHECKING:
    from openpyxl import Workbook
    from openpyxl.worksheet.worksheet import Worksheet

SOURCE = Path(__file__).with_name("Tournament.bas")


class Action(NamedTuple):
    """What can be clicked in the ribbon, and on Event if it is needed in every round.

    Args:
        macro: what is called; it is in the module of macros, as is what the ribbon calls.
        caption: what its button says.
        verb: what Python is asked to do, a key of ``VERBS`` in ``xlplugin/buttons.py``.
        help: what it does, in a sentence.
        group: those of one group stand together.
        icon: its picture in the ribbon: that of a command of Excel, by its name.
        is_on_event: whether it has a button on the tab Event too.
        is_large: whether the ribbon shows it large.
    """

    macro: str
    caption: str
    verb: str
    help: str
    group: str
    icon: str
    is_on_event: bool = False
    is_large: bool = False

    @property
    def is_first(self) -> bool:
        """Whether it is the one that every round begins with."""
        return self is ACTIONS[0]


ROUNDS, BY_HAND = "Rounds", "Change selected"
STANDINGS, PRINT = "Standings and cut", "Print"
PLAYERS, EVENT = "Players", "Event"
ACTIONS = (
    Action(
        "PairNextRound", "Pair next round", "pair",
        "Adds a tab with the next round's tables; after the last Swiss round that is the cut.",
        ROUNDS, "MacroPlay", is_on_event=True, is_large=True,
    ),
    Action(
        "PairAgain", "Pair again", "pair_again",
        "Pairs the newest round anew, as long as it has no results.",
        ROUNDS, "RefreshAll", is_on_event=True,
    ),
    Action(
        "UndoRound", "Undo", "undo",
        "Takes the newest round back, after asking; its tab goes out of sight.",
        ROUNDS, "Undo", is_on_event=True,
    ),
    Action(
        "PublishRound", "Publish", "publish",
        "Lets exports show the newest round, once you have looked it over.",
        ROUNDS, "FileSendAsAttachment",
    ),
    Action(
        "RoundClock", "Round clock", "clock",
        "Starts the clock of the newest round for every page, pauses it, or lets it go on.",
        ROUNDS, "HeaderFooterCurrentTimeInsert",
    ),
    Action(
        "SwapPlayers", "Swap players", "swap",
        "Lets the two players whose cells are selected on the newest Swiss round change places.",
        BY_HAND, "Refresh",
    ),
    Action(
        "MoveMatch", "Move match", "move",
        "Moves the match whose row is selected to another table, after asking to which one.",
        BY_HAND, "FillRight",
    ),
    Action(
        "PairLate", "Pair late player", "late",
        "Pairs the player whose row is selected on Players with whoever has the bye.",
        BY_HAND, "TableRowsInsertBelowExcel",
    ),
    Action(
        "PairSelected", "Pair selected tables", "pair_selected",
        "Pairs the tables whose rows are selected on the newest Swiss round anew, among themselves.",
        BY_HAND, "SelectCurrentRegion",
    ),
    Action(
        "WriteStandings", "Standings", "standings",
        "Writes a tab with the ranking after the rounds that are complete.",
        STANDINGS, "SortDescendingExcel", is_on_event=True, is_large=True,
    ),
    Action(
        "CutToTop", "Cut", "cut",
        "Closes the Swiss rounds and makes the first round of the elimination.",
        STANDINGS, "Filter",
    ),
    Action(
        "TiebreakerRound", "Tiebreaker round", "tiebreaker",
        "Adds a round for players who are level across the cut line.",
        STANDINGS, "SortDialog",
    ),
    Action(
        "WriteCrossTable", "Cross table", "cross_table",
        "Writes a tab with who met whom and the points so far, in the order of the standings.",
        STANDINGS, "TableStyleNew",
    ),
    Action(
        "WriteStatistics", "Statistics", "statistics",
        "Counts sides, identities and armies on a tab with charts.",
        STANDINGS, "ChartInsert",
    ),
    Action(
        "PrintNames", "Pairings by name", "print_names",
        "Makes a tab to print: where everybody plays in the newest round, by name.",
        PRINT, "SortAscendingExcel", is_on_event=True,
    ),
    Action(
        "PrintSlips", "Match slips", "print_slips",
        "Makes a tab to print: a slip for every match of the newest round, to be cut as one stack.",
        PRINT, "FilePrintPreview", is_on_event=True,
    ),
    Action(
        "PrintSeats", "Seating", "print_seats",
        "Makes a tab to print: a seat for everybody at the players' meeting, by name.",
        PRINT, "TableInsertExcel",
    ),
    Action(
        "PrintCards", "Player cards", "print_cards",
        "Makes a tab to print: a card for every player, with a line for each round.",
        PRINT, "FilePrintQuick",
    ),
    Action(
        "AddPlayers", "Add players", "add_players",
        "Adds the roster that is pasted into a tab Roster to Players, also as late entries.",
        PLAYERS, "Paste",
    ),
    Action(
        "NumberPlayers", "Number new players", "number_players",
        "Gives a number to every name on Players that has none.",
        PLAYERS, "FillDown",
    ),
    Action(
        "ApplyPenalties", "Penalties", "penalties",
        "Fills in what the document says for each entry on Penalties, and applies what is accepted.",
        EVENT, "ReviewNewComment", is_on_event=True,
    ),
    Action(
        "WriteLists", "Lists", "lists",
        "Lists decklists, or armies and where they were played, and what is left to be done.",
        EVENT, "DataValidation",
    ),
    Action(
        "CheckEvent", "Check", "check",
        "Runs every round again and lists what differs or needs mending; changes nothing.",
        EVENT, "ErrorChecking", is_on_event=True,
    ),
    Action(
        "ExportEvent", "Export", "export",
        "Writes standings, rounds and bracket as a workbook and a PDF, chat messages, results and a web page.",
        EVENT, "FileSaveAs",
    ),
)  # fmt: skip
"""In the order in which the ribbon has them; a new one needs its verb, its macros and its script too."""
ON_EVENT = tuple(action for action in ACTIONS if action.is_on_event)

# The ribbon

RIBBON = "customUI/customUI.xml"
RIBBON_SPACE = "http://schemas.microsoft.com/office/2006/01/customui"
RIBBON_KIND = "http://schemas.microsoft.com/office/2006/relationships/ui/extensibility"
TAB = "Tournament"


def callback(action: Action) -> str:
    """The macro that the ribbon calls, handing over the control."""
    return f"Ribbon_{action.macro}"


def ribbon() -> str:
    """The ribbon tab as XML."""
    lines = [
        f"<customUI xmlns={quoted(RIBBON_SPACE)}>",
        f'<ribbon><tabs><tab id="tab{TAB}" label={quoted(TAB)}>',
    ]
    for number, (group, actions) in enumerate(groupby(ACTIONS, key=lambda a: a.group), 1):
        lines.append(f'<group id="group{number}" label={quoted(group)}>')
        for action in actions:
            size = "large" if action.is_large else "normal"
            lines.append(
                f"<button id={quoted(action.macro)} label={quoted(action.caption)} "
                f"imageMso={quoted(action.icon)} size={quoted(size)} "
                f"onAction={quoted(callback(action))} screentip={quoted(action.caption)} "
                f"supertip={quoted(action.help)}/>"
            )
        lines.append("</group>")
    lines.append("</tab></tabs></ribbon></customUI>")
    return DECLARATION + "\n".join(lines)


# The buttons on Event, in pixels

WIDTH, HEIGHT, FIRST_HEIGHT = 190, 28, 50
GAP, GROUP_GAP = 6, 16
SPACE, COLUMN = 3, 27  # the widths of the columns before and below the buttons, in letters
BUTTONS = "xl/drawings/vmlDrawing1.vml"
TEXT_SIZE, FIRST_TEXT_SIZE = 'size="220"', 'size="280"'  # in twentieths of a point
FIRST_SHAPE, FREE_SHAPE = 1025, 1801  # notes are numbered from 1026 on


def placed() -> Iterator[tuple[Action, int, int]]:
    """Each action of Event with the place and the height of its button, from the top."""
    top = 0
    for _, actions in groupby(ON_EVENT, key=lambda a: a.group):
        for action in actions:
            height = FIRST_HEIGHT if action.is_first else HEIGHT
            yield action, top, height
            top += height + GAP
        top += GROUP_GAP - GAP


def _widths(sheet: Worksheet) -> dict[str, float]:
    """The columns of the table, and those that the buttons need behind it."""
    widths = {letter: column.width for letter, column in sheet.column_dimensions.items()}
    last = sheet.max_column
    return widths | {get_column_letter(last + 1): SPACE, get_column_letter(last + 2): COLUMN}


def buttons_for(sheet: Worksheet, project: bytes) -> bytes:
    """A workbook with nothing but the project, and buttons where this sheet has room for them."""
    stream = BytesIO()
    book = xlsxwriter.Workbook(stream, {"in_memory": True})
    target = book.add_worksheet(sheet.title)
    for letter, width in _widths(sheet).items():
        target.set_column(f"{letter}:{letter}", width)
    for number, row in sheet.row_dimensions.items():
        if row.height:
            target.set_row(number - 1, row.height)
    for action, top, height in placed():
        look = {"macro": action.macro, "caption": action.caption, "description": action.help}
        size = {"width": WIDTH, "height": height, "y_offset": top}
        target.insert_button(1, sheet.max_column + 1, look | size)
    book.add_vba_project(BytesIO(project), is_stream=True)
    book.close()
    return stream.getvalue()


def _finished(vml: bytes) -> bytes:
    """The buttons with a larger first one, and with numbers that no note will have."""
    text = vml.decode()
    text = text.replace(TEXT_SIZE, FIRST_TEXT_SIZE, 1)
    for number in reversed(range(len(ON_EVENT))):
        text = text.replace(f"_s{FIRST_SHAPE + number}", f"_s{FREE_SHAPE + number}")
    return text.encode()


# The workbook

SETTINGS = {"ADD_WORKBOOK_TO_PYTHONPATH": "false"}
"""No Python file that lies beside the workbook is taken for one of ours, and xlwings does not ask
where that is: in a cloud it may not find out."""


def macro_workbook(workbook: Workbook) -> bytes:
    """The macro workbook that a template becomes.

    Args:
        workbook: the template; it is changed.
    """
    sheet = workbook[tab_names.EVENT]
    plain = buttons_for(sheet, vba_project(SOURCE.read_text(encoding="ascii")))
    for letter, width in _widths(sheet).items():
        sheet.column_dimensions[letter].width = width
    sheet.print_area = sheet.dimensions  # of the table alone
    sheet.sheet_properties.codeName = "Sheet1"
    workbook.code_name = "ThisWorkbook"
    sheet.legacy_drawing = BUTTONS
    _add_settings(workbook)
    # openpyxl takes macros, buttons and ribbon over from the workbook that it has read
    workbook.vba_archive = zipfile.ZipFile(BytesIO(_with_ribbon(plain)))
    return saved(workbook)


def _add_settings(workbook: Workbook) -> None:
    """The tab that tells xlwings what it is to know of the workbook; nobody needs to see it."""
    tab = workbook.create_sheet(CONF)
    tab.sheet_state = "veryHidden"
    for setting in SETTINGS.items():
        tab.append(setting)


def _with_ribbon(plain: bytes) -> bytes:
    """The workbook with nothing but macros and buttons, and with the ribbon too."""
    with zipfile.ZipFile(BytesIO(plain)) as archive:
        package = Package(archive)
        package.put(RIBBON, ribbon().encode())
        package.put(BUTTONS, _finished(package.read(BUTTONS)))
        package.relate("", [*package.relations(""), Relation("ribbon", RIBBON_KIND, RIBBON)])
        return package.packed()
