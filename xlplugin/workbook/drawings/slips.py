"""The ``Slips`` tab: a slip for every match, on which both players write its result and sign."""

from __future__ import annotations

from typing import Any, TypeAlias

from engine import Match, Player, Special, Stage
from xlplugin.texts import t
from xlplugin.workbook import layout as looks
from xlplugin.workbook.drawings import print_lists
from xlplugin.workbook.formats import sheet_of
from xlplugin.workbook.formats.base import Form, FormatSheet
from xlplugin.workbook.layout import CellValue, Drawing, Style
from xlplugin.workbook.layouts import event_tab
from xlplugin.workbook.reading.event_book import EventBook, RoundTab

ROWS = 8
"""The rows of a slip, the line to cut along included."""
ON_A_PAGE = looks.CUT.rows // ROWS
NO_WIDTH, DROPS_WIDTH, SIGNATURE_WIDTH = 6, 7, 22
TICK = "\u2610"
MOST_MORE = 48
"""The characters that can be read of the identities or armies of a player."""
FIRST_CORP = t("Corp in game 1 (drawn)")

Line: TypeAlias = list[tuple[CellValue, Style]]


def draw_slips(event: EventBook, tab: RoundTab) -> Drawing:
    """A slip for every match of a round, by table, so that a cut stack of pages is in order."""
    sheet = sheet_of(event.format_of(tab))
    matches = [match for match in tab.by_table if match.player2 is not None]
    boxes = [width for _, width in sheet.slip.boxes]
    name_width = looks.CUT_WIDTH - NO_WIDTH - sum(boxes) - DROPS_WIDTH - SIGNATURE_WIDTH
    widths = (NO_WIDTH, name_width, *boxes, DROPS_WIDTH, SIGNATURE_WIDTH)
    heading = (print_lists.title(event, tab.name), looks.SLIP_EVENT)
    cells: print_lists.Cells = {}
    places = print_lists.in_stacks(len(matches), ON_A_PAGE)
    for match, (page, place) in zip(matches, places, strict=True):
        lines: list[Line] = [
            [heading, *[(None, looks.SLIP_EVENT)] * (len(widths) - 1)],
            *_slip(event, tab, match, sheet),
            [(None, looks.CUT_ACROSS)] * len(widths),
        ]
        for row, line in enumerate(lines, page * looks.CUT.rows + place * ROWS + 1):
            cells |= {(row, column): cell for column, cell in enumerate(line, 1)}
    return print_lists.printed(print_lists.SLIPS, widths, cells, looks.CUT, looks.CUT_HEIGHT)


def _slip(event: EventBook, tab: RoundTab, match: Match, sheet: FormatSheet[Any]) -> list[Line]:
    """The rows of a slip below its heading."""
    form, first_corp = sheet.slip, None
    if event.ruleset.first_corp and tab.stage is Stage.SWISS and match.player2 is not None:
        seed = event.settings.get(event_tab.SEED.name, "")
        first_corp = event.ruleset.first_corp(seed, tab.number, match.player1, match.player2)
    headers = _headers(match, form, tab.extra_minutes.get(match.player1, 0))
    ticks: Line = [(None, looks.SLIP_TICK)] * len(headers)
    ticks[0], ticks[-1] = (_ticks(sheet), looks.SLIP_TICK), (form.hint, looks.SLIP_HINT)
    players = zip(match.players, sheet.sides(match.result), strict=True)
    lines = [
        _player(event.by_no[no], side, form, is_first=no == first_corp) for no, side in players
    ]
    return [headers, *lines[0], *lines[1], ticks]


def _headers(match: Match, form: Form, extra: int) -> Line:
    """The first row, with the ``extra`` minutes of the table."""
    text = t("Table {table}", table=match.table)
    if extra:
        text = t("Table {table}   +{minutes} min", table=match.table, minutes=extra)
    centred = [*(header for header, _ in form.boxes), t("Drops")]
    return [
        (text, looks.SLIP_TABLE),
        (None, looks.SLIP_TABLE),
        *((header, looks.SLIP_HEADER_CENTRED) for header in centred),
        (t("Signature"), looks.SLIP_HEADER),
    ]


def _player(player: Player, side: str, form: Form, *, is_first: bool) -> list[Line]:
    """The two rows of a player, boxes as high as both of them."""
    boxes = len(form.boxes) + 2
    sides = [side or None] if form.has_side else []
    values = [*sides, *[None] * (boxes - len(sides))]
    more = "; ".join(filter(None, [FIRST_CORP * is_first, _more(player, side, form)])) or None
    name = print_lists.clean(player.name)
    upper: Line = [(player.no, looks.SLIP_BOX), (name, looks.SLIP_NAME)]
    lower: Line = [(None, looks.SLIP_BOX_END), (more, looks.SLIP_MORE)]
    return [
        [*upper, *((value, looks.SLIP_BOX) for value in values)],
        [*lower, *[(None, looks.SLIP_BOX_END)] * boxes],
    ]


def _more(player: Player, side: str, form: Form) -> str:
    """The identities of a player, as far as the roster has them."""
    columns = [side] if side in form.more else form.more
    cleaned = (print_lists.clean(player.details.get(column, "")) for column in columns)
    texts = list(filter(None, cleaned))
    return "; ".join(print_lists.shortened(text, MOST_MORE // len(texts)) for text in texts)


def _ticks(sheet: FormatSheet[Any]) -> str | None:
    """The boxes to tick for the match as a whole."""
    agreed = (Special.INTENTIONAL_DRAW, Special.TWO_FOR_ONE)
    texts = [t("Draw")] if sheet.slip.can_draw else []
    texts += [special for special in agreed if special in sheet.format.specials]
    return "      ".join(f"{TICK} {text}" for text in texts) or None
