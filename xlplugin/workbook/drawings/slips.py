"""The ``Slips`` tab: a slip for every match, on which both players write its result and sign."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from engine import Match, Player, Special, Stage
from engine.match_format import Format
from xlplugin.texts import t
from xlplugin.workbook.drawings.print_lists import (
    PRINT_COLOUR,
    SLIPS,
    Cells,
    aside,
    clean,
    in_stacks,
    shortened,
    title,
)
from xlplugin.workbook.formats import sheet_of
from xlplugin.workbook.formats.base import Form, FormatSheet
from xlplugin.workbook.layout import (
    CUT,
    CUT_ACROSS,
    CUT_HEIGHT,
    CUT_WIDTH,
    SLIP_BOX,
    SLIP_BOX_END,
    SLIP_EVENT,
    SLIP_HEADER,
    SLIP_HEADER_CENTRED,
    SLIP_HINT,
    SLIP_MORE,
    SLIP_NAME,
    SLIP_TABLE,
    SLIP_TICK,
    CellValue,
    Drawing,
    Style,
)
from xlplugin.workbook.layouts import event_tab
from xlplugin.workbook.reading.event_book import EventBook, RoundTab

ROWS = 8
"""The rows of a slip, the line to cut along included."""
ON_A_PAGE = CUT.rows // ROWS
NO_WIDTH, DROPS_WIDTH, SIGNATURE_WIDTH = 6, 7, 22
TICK = "\u2610"
MOST_MORE = 48
"""The characters that can be read of the identities or armies of a player."""
FIRST_CORP = t("Corp in game 1 (drawn)")

Line: TypeAlias = list[tuple[CellValue, Style]]


def draw_slips(event: EventBook, tab: RoundTab, format_: Format) -> Drawing:
    """A slip for every match of a round, by table, so that a cut stack of pages is in order.

    Args:
        event: the event.
        tab: the round.
        format_: how its matches are reported.
    """
    sheet = sheet_of(format_)
    form = sheet.slip
    matches = sorted((m for m in tab.matches if m.player2 is not None), key=lambda m: m.table)
    boxes = [width for _, width in form.boxes]
    name_width = CUT_WIDTH - NO_WIDTH - sum(boxes) - DROPS_WIDTH - SIGNATURE_WIDTH
    widths = (NO_WIDTH, name_width, *boxes, DROPS_WIDTH, SIGNATURE_WIDTH)
    heading = title(event, tab.name)
    cells: Cells = {}
    aside(cells, len(widths))
    for match, (page, place) in zip(matches, in_stacks(len(matches), ON_A_PAGE), strict=True):
        top = page * CUT.rows + place * ROWS + 1
        lines: list[Line] = [
            [(heading, SLIP_EVENT), *[(None, SLIP_EVENT)] * (len(widths) - 1)],
            *_slip(event, tab, match, sheet),
            [(None, CUT_ACROSS)] * len(widths),
        ]
        for row, line in enumerate(lines, top):
            cells |= {(row, column): cell for column, cell in enumerate(line, 1)}
    return Drawing(
        SLIPS, widths, cells, tab_colour=PRINT_COLOUR, row_height=CUT_HEIGHT, paper=CUT
    )  # fmt: skip


def _first_corp(event: EventBook, tab: RoundTab, match: Match) -> int | None:
    """The player drawn to play the Corporation first, where the document leaves that to chance."""
    draw = event.ruleset.first_corp
    if draw is None or tab.stage is not Stage.SWISS or match.player2 is None:
        return None
    seed = event.settings.get(event_tab.SEED.name, "")
    return draw(seed, tab.number, match.player1, match.player2)


def _slip(event: EventBook, tab: RoundTab, match: Match, sheet: FormatSheet[Any]) -> list[Line]:
    """The rows of a slip below its heading."""
    form = sheet.slip
    headers = _headers(match, form, tab.extra_minutes.get(match.player1, 0))
    first_corp = _first_corp(event, tab, match)
    ticks: Line = [(None, SLIP_TICK)] * len(headers)
    ticks[0], ticks[-1] = (_ticks(sheet), SLIP_TICK), (form.hint, SLIP_HINT)
    players = [event.by_no[no] for no in (match.player1, match.player2) if no is not None]
    rows = zip(players, sheet.sides(match.result), strict=True)
    lines = [line for p, side in rows for line in _player(p, side, form, p.no == first_corp)]
    return [headers, *lines, ticks]


def _headers(match: Match, form: Form, extra: int) -> Line:
    """The first row, with the ``extra`` minutes of the table."""
    centred = [*(header for header, _ in form.boxes), t("Drops")]
    text = t("Table {table}", table=match.table)
    if extra:
        text = t("Table {table}   +{minutes} min", table=match.table, minutes=extra)
    table: Line = [(text, SLIP_TABLE), (None, SLIP_TABLE)]
    boxes: Line = [(header, SLIP_HEADER_CENTRED) for header in centred]
    return [*table, *boxes, (t("Signature"), SLIP_HEADER)]


def _player(player: Player, side: str, form: Form, is_first: bool) -> list[Line]:  # noqa: FBT001
    """The two rows of a player, boxes as high as both of them."""
    empty = len(form.boxes) - form.has_side + 2
    sides: Line = [(side or None, SLIP_BOX)] if form.has_side else []
    boxes: Line = [*sides, *[(None, SLIP_BOX)] * empty]
    more = "; ".join(filter(None, [FIRST_CORP * is_first, _more(player, side, form)])) or None
    return [
        [(player.no, SLIP_BOX), (clean(player.name), SLIP_NAME), *boxes],
        [(None, SLIP_BOX_END), (more, SLIP_MORE), *[(None, SLIP_BOX_END)] * len(boxes)],
    ]


def _more(player: Player, side: str, form: Form) -> str:
    """The identities of a player, as far as the roster has them."""
    columns: Sequence[str] = [side] if side in form.more else form.more
    texts = [text for column in columns if (text := clean(player.details.get(column, "")))]
    return "; ".join(shortened(text, MOST_MORE // len(texts)) for text in texts)


def _ticks(sheet: FormatSheet[Any]) -> str | None:
    """The boxes to tick for the match as a whole."""
    agreed = (Special.INTENTIONAL_DRAW, Special.TWO_FOR_ONE)
    texts = [t("Draw")] if sheet.slip.can_draw else []
    texts += [special for special in agreed if special in sheet.format.specials]
    return "      ".join(f"{TICK} {text}" for text in texts) or None
