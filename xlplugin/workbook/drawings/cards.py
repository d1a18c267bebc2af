"""The ``Player cards`` tab: a card for every player, with a line for every round.

Where players register armies, the card has those of each round with the difference, and below the rounds
a line for each army, to be marked when it is played and when it is chosen for the finals.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from engine import Player
from engine.lists import ArmyList
from engine.model import Exact
from engine.ruleset import Running
from xlplugin.texts import t
from xlplugin.workbook import layout as looks
from xlplugin.workbook.book import number_for_cell
from xlplugin.workbook.drawings import print_lists
from xlplugin.workbook.drawings.slips import TICK
from xlplugin.workbook.formats import sheet_of
from xlplugin.workbook.formats.headquarters import ARMY_ON_CARD, DIFFERENCE_ON_CARD
from xlplugin.workbook.layout import CellValue, Drawing, Style
from xlplugin.workbook.reading.event_book import EventBook
from xlplugin.workbook.reading.ruleset_findings import as_typed

ROUND, TABLE, POINTS = "Round", "Table", "Points"
OPPONENT, RESULT = t("Opponent"), t("Result")
ARMY, DIFFERENCE_KEPT, FINALS = ARMY_ON_CARD, DIFFERENCE_ON_CARD, "Finals"
WIDTHS = {ROUND: 6, TABLE: 5.5, RESULT: 6.5, POINTS: 6, ARMY: 10.5, DIFFERENCE_KEPT: 4.5}
ARMY_LINES = 5
"""The armies that a player usually has."""
WIDTH, RUNNING_WIDTH = 45.5, 6.5
"""The width of a card, and of each running value; the rest is for the opponent's name."""
MOST_ON_A_CARD = 34
"""The characters of the event's name that leave room for the player's number."""
READABLE = 1.1
"""The characters of an opponent's name that fit into one unit of a narrow column."""
EDGE = 1.5
"""The width between a card and the line to cut along."""
BESIDE = 2
"""The cards side by side."""
ABOVE, BELOW = 3, 1
"""Rows of a card above its rounds, and below them the one with the line to cut along."""
MOST_ROUNDS = looks.CUT.rows - ABOVE - BELOW

Line: TypeAlias = list[tuple[CellValue, Style]]
Played: TypeAlias = dict[int, dict[str, CellValue]]
"""By round, and then by header."""


def draw_cards(event: EventBook, players: Sequence[Player]) -> Drawing:
    """A card for every player, in the order given, so that a cut stack of pages is in order.

    Rounds that have been paired are filled in.
    """
    armies = {}
    if event.ruleset.armies:
        lists = event.ruleset.armies(as_typed(event), event.planned_rounds())
        armies = {each.no: each for each in lists}
    extra = 1 + ARMY_LINES if armies else 0
    rounds = min(max(event.planned_rounds(), len(event.rounds)), MOST_ROUNDS - extra)
    height = ABOVE + rounds + extra + BELOW
    running = event.ruleset.on_cards(event.options) if event.ruleset.on_cards else ()
    columns = _columns(running, has_armies=bool(armies))
    step = len(columns) + 2
    widths = ((*columns.values(), EDGE, EDGE) * BESIDE)[:-2]
    heading = print_lists.title(event, t("player card"), MOST_ON_A_CARD)
    played = _played(event, running, columns[OPPONENT])
    headers = list(columns)
    cells: print_lists.Cells = {}
    places = print_lists.in_stacks(len(players), looks.CUT.rows // height * BESIDE)
    for player, (page, place) in zip(players, places, strict=True):
        down, beside = divmod(place, BESIDE)
        top, left = page * looks.CUT.rows + down * height + 1, beside * step + 1
        rows = [{ROUND: n, **played[player.no].get(n, {})} for n in range(1, rounds + 1)]
        rows += _army_rows(armies[player.no]) if armies else []
        for row, line in enumerate(_card(player, heading, rows, headers), top):
            cells |= {(row, column): cell for column, cell in enumerate(line, left)}
        if beside < BESIDE - 1:
            edge = left + len(columns)
            cells |= {(row, edge): (None, looks.CUT_DOWN) for row in range(top, top + height - 1)}
            cells[top + height - 1, edge] = (None, looks.CUT_CORNER)
            cells[top + height - 1, edge + 1] = (None, looks.CUT_ACROSS)
    return print_lists.printed(print_lists.CARDS, widths, cells, looks.CUT, looks.CUT_HEIGHT)


def _columns(running: Sequence[Running], *, has_armies: bool) -> dict[str, float]:
    """The columns of a card with their widths; what is kept on it stands for the result."""
    kept = [POINTS, *(r.name for r in running)] if running else [RESULT, POINTS]
    if has_armies:
        kept = [ARMY, DIFFERENCE_KEPT, POINTS]
    headers = [ROUND, TABLE, OPPONENT, *kept]
    widths = {header: WIDTHS.get(header, RUNNING_WIDTH) for header in headers if header != OPPONENT}
    name_width = WIDTH - sum(widths.values())
    return {header: widths.get(header, name_width) for header in headers}


def _army_rows(armies: ArmyList) -> list[dict[str, CellValue]]:
    """A row for each army below a header: where it was played, and whether it is for the finals."""
    header = t("Armies (with {token})", token=armies.token) if armies.token else t("Armies")
    rows: list[dict[str, CellValue]] = [{OPPONENT: header, ARMY: t("Played"), POINTS: FINALS}]
    for army in [*armies.armies, *[""] * ARMY_LINES][:ARMY_LINES]:
        used = armies.used.get(army, ())
        swiss = ", ".join(label for label in used if label.startswith("R"))
        finals = ", ".join(label for label in used if label.startswith("F"))
        chosen = t("chosen") if army in armies.chosen else TICK
        rows.append({OPPONENT: army or None, ARMY: swiss or TICK, POINTS: finals or chosen})
    return rows


def _card(
    player: Player, heading: str, rows: Sequence[Mapping[str, CellValue]], headers: Sequence[str]
) -> list[Line]:
    """The rows of a card."""
    blank, at = [None] * (len(headers) - 1), headers.index(OPPONENT)
    usual, above = (
        [text if header == OPPONENT else centred for header in headers]
        for text, centred in (
            (looks.CARD_TEXT, looks.CARD_CELL),
            (looks.SLIP_HEADER, looks.SLIP_HEADER_CENTRED),
        )
    )
    first = t("No {no}   {heading}", no=player.no, heading=heading)
    lines: list[tuple[Sequence[CellValue], Sequence[Style]]] = [
        ([first, *blank], [looks.SLIP_EVENT] * len(headers)),
        ([print_lists.clean(player.name), *blank], [looks.CARD_NAME] * len(headers)),
        (headers, above),
    ]
    for row in rows:
        styles = above if row.get(POINTS) == FINALS else usual
        if styles is usual and ROUND not in row:  # an army: nothing is written to the left of it
            styles = above[:at] + usual[at:]
        lines.append(([row.get(header) for header in headers], styles))
    lines.append(([None, *blank], [looks.CUT_ACROSS] * len(headers)))
    return [list(zip(values, row_styles, strict=True)) for values, row_styles in lines]


def _played(
    event: EventBook, running: Sequence[Running], name_width: float
) -> Mapping[int, Played]:
    """The rounds of each player so far."""
    rounds: dict[int, Played] = {no: {} for no in event.by_no}
    sheet = sheet_of(event.match_format)
    total: dict[int, Exact] = dict.fromkeys(event.by_no, 0)
    is_narrow = bool(running or event.ruleset.armies)
    most = int(name_width * READABLE) if is_narrow else print_lists.MOST_OPPONENT
    for tab in event.rounds:
        for match in tab.matches:
            score = event.match_format.score(match.result, match.special)
            for i, no in enumerate(match.players):
                row: dict[str, CellValue] = {OPPONENT: print_lists.BYE}
                if (opponent := match.opponent_of(no)) is not None:
                    name = print_lists.clean(event.by_no[opponent].name)
                    row = {TABLE: match.table, OPPONENT: print_lists.shortened(name, most)}
                if score is not None:
                    total[no] += score[i]
                    own, other = score[i], score[1 - i]
                    result = t("Won") if own > other else t("Lost") if own < other else t("Level")
                    row[RESULT] = None if opponent is None else result
                    row[POINTS] = number_for_cell(score[i])
                    row |= {r.name: number_for_cell(r.value(total[no])) for r in running}
                rounds[no][tab.number] = row | sheet.on_card(match.result, match.special, i + 1)
    return rounds
