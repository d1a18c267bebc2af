"""The ``Slips`` tab: a slip for every match, on which both players write its result and sign."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from engine import Match, Player, Special, Stage
from engine.match_format import Format
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
    name_width = looks.CUT_WIDTH - NO_WIDTH - sum(boxes) - DROPS_WIDTH - SIGNATURE_WIDTH
    widths = (NO_WIDTH, name_width, *boxes, DROPS_WIDTH, SIGNATURE_WIDTH)
    heading = print_lists.title(event, tab.name)
    cells: print_lists.Cells = {}
    print_lists.aside(cells, len(widths))
    for match, (page, place) in zip(
        matches, print_lists.in_stacks(len(matches), ON_A_PAGE), strict=True
    ):
        top = page * looks.CUT.rows + place * ROWS + 1
        lines: list[Line] = [
            [(heading, looks.SLIP_EVENT), *[(None, looks.SLIP_EVENT)] * (len(widths) - 1)],
            *_slip(event, tab, match, sheet),
            [(None, looks.CUT_ACROSS)] * len(widths),
        ]
        for row, line in enumerate(lines, top):
            cells |= {(row, column): cell for column, cell in enumerate(line, 1)}
    return print_lists.printed(print_lists.SLIPS, widths, cells, looks.CUT, looks.CUT_HEIGHT)


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
    ticks: Line = [(None, looks.SLIP_TICK)] * len(headers)
    ticks[0], ticks[-1] = (_ticks(sheet), looks.SLIP_TICK), (form.hint, looks.SLIP_HINT)
    players = [event.by_no[no] for no in match.players]
    rows = zip(players, sheet.sides(match.result), strict=True)
    lines = [line for p, side in rows for line in _player(p, side, form, p.no == first_corp)]
    return [headers, *lines, ticks]


def _headers(match: Match, form: Form, extra: int) -> Line:
    """The first row, with the ``extra`` minutes of the table."""
    centred = [*(header for header, _ in form.boxes), t("Drops")]
    text = t("Table {table}", table=match.table)
    if extra:
        text = t("Table {table}   +{minutes} min", table=match.table, minutes=extra)
    table: Line = [(text, looks.SLIP_TABLE), (None, looks.SLIP_TABLE)]
    boxes: Line = [(header, looks.SLIP_HEADER_CENTRED) for header in centred]
    return [*table, *boxes, (t("Signature"), looks.SLIP_HEADER)]


def _player(player: Player, side: str, form: Form, is_first: bool) -> list[Line]:  # noqa: FBT001
    """The two rows of a player, boxes as high as both of them."""
    empty = len(form.boxes) - form.has_side + 2
    sides: Line = [(side or None, looks.SLIP_BOX)] if form.has_side else []
    boxes: Line = [*sides, *[(None, looks.SLIP_BOX)] * empty]
    more = "; ".join(filter(None, [FIRST_CORP * is_first, _more(player, side, form)])) or None
    return [
        [(player.no, looks.SLIP_BOX), (print_lists.clean(player.name), looks.SLIP_NAME), *boxes],
        [
            (None, looks.SLIP_BOX_END),
            (more, looks.SLIP_MORE),
            *[(None, looks.SLIP_BOX_END)] * len(boxes),
        ],
    ]


def _more(player: Player, side: str, form: Form) -> str:
    """The identities of a player, as far as the roster has them."""
    columns: Sequence[str] = [side] if side in form.more else form.more
    texts = [
        text for column in columns if (text := print_lists.clean(player.details.get(column, "")))
    ]
    return "; ".join(print_lists.shortened(text, MOST_MORE // len(texts)) for text in texts)


def _ticks(sheet: FormatSheet[Any]) -> str | None:
    """The boxes to tick for the match as a whole."""
    agreed = (Special.INTENTIONAL_DRAW, Special.TWO_FOR_ONE)
    texts = [t("Draw")] if sheet.slip.can_draw else []
    texts += [special for special in agreed if special in sheet.format.specials]
    return "      ".join(f"{TICK} {text}" for text in texts) or None
