"""The tab ``Cut chances``: who is safe, who is out, and which tables can afford a draw."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from fractions import Fraction
from textwrap import wrap

from engine import Tournament
from engine.chances.chances import Chances, State
from xlplugin.ground.texts import t
from xlplugin.workbook import layout as looks
from xlplugin.workbook.book import number_for_cell
from xlplugin.workbook.drawings.shared import Cell, Cells, put, put_beside, title
from xlplugin.workbook.layout import Drawing, Style
from xlplugin.workbook.layouts.tab_names import CHANCES
from xlplugin.workbook.live_patterns import Page
from xlplugin.workbook.reading import cut_chances
from xlplugin.workbook.reading.event_book import EventBook

ROW_HEIGHT = 18
PAPER = looks.TALL
PAGE = Page("15803D", PAPER.name, 0, ROW_HEIGHT)
"""The page that it is copied from in a running Excel."""
WIDTHS = (8, 24, 24, 17, 10, 46)
ACROSS = 134
"""The characters of a line that fit across the page."""
LOOKS: dict[State, Style] = {
    State.SAFE: looks.POINTS, State.OUT: looks.QUIET_NUMBER, State.OPEN: looks.NUMBER,
}  # fmt: skip


def draw_chances(
    event: EventBook, tournament: Tournament, found: Chances, size: int, when: datetime
) -> Drawing:
    """The tab: its basis, everybody's state, and below it the tables that are still playing."""
    stale = t(
        "{results}, {time}. Later results are not included: make it again then.",
        results=cut_chances.results_so_far(event),
        time=when.strftime("%Y-%m-%d %H:%M"),
    )
    cells: Cells = {
        (1, 1): (title(event, t("cut chances")), looks.LIST_TITLE),
        (2, 1): (cut_chances.heading(event, size), looks.CARD_NAME),
        (3, 1): (stale, looks.BLOCK_ROUND),
    }
    put_beside(cells, len(WIDTHS), CHANCES)
    lines = wrap(cut_chances.what_it_is(event, found), ACROSS)
    put(cells, 4, 1, ([(line, looks.ASIDE)] for line in lines))
    top = 5 + len(lines)
    put(cells, top, 1, _players(tournament, found))
    if cut_chances.draws_to_tell(found):
        put(cells, top + len(found.players) + 2, 1, _tables(tournament, found))
    return Drawing(CHANCES, WIDTHS, cells, (), PAGE.colour, ROW_HEIGHT, PAPER)


def _players(tournament: Tournament, found: Chances) -> list[list[Cell]]:
    halves = any(Fraction(player.points).denominator > 1 for player in found.players)
    points = looks.HALF_POINTS if halves else looks.NUMBER
    headers = (t("Points"), t("Player"), "", t("State"), t("Chance"), t("Based on"))
    rows: list[list[Cell]] = [_headers(headers)]
    for player in found.players:
        look = LOOKS[player.state]
        rows.append([
            (number_for_cell(player.points), points),
            (tournament.name(player.no), looks.TEXT),
            (None, looks.TEXT),
            (t(cut_chances.STATES[player.state]), look),
            (cut_chances.percent(player), look),
            (cut_chances.based_on(found, player), looks.QUIET_TEXT),
        ])  # fmt: skip
    return rows


def _tables(tournament: Tournament, found: Chances) -> list[list[Cell]]:
    headers = (
        t("Table"), t("Player 1"), t("Player 2"), t("Intentional draw"), "", t("Based on"),
    )  # fmt: skip
    rows: list[list[Cell]] = [_headers(headers)]
    for match, draw in cut_chances.draws_to_tell(found).items():
        look = looks.POINTS if draw.is_safe else looks.QUIET_NUMBER
        rows.append([
            (match.table, looks.NUMBER),
            *((tournament.name(no), looks.TEXT) for no in match.players),
            (cut_chances.draw_in_words(draw), look),
            (None, look),
            (cut_chances.draw_based_on(found, draw), looks.QUIET_TEXT),
        ])  # fmt: skip
    return rows


def _headers(texts: Sequence[str]) -> list[Cell]:
    centred = {0, 3, 4}
    return [
        (text or None, looks.HEADER_CENTRED if place in centred else looks.HEADER)
        for place, text in enumerate(texts)
    ]
