"""The tabs that are printed and cut: ``Player cards``, with a line for every round, and ``Slips``.

Where players register armies, the card has those of each round with the difference, and below the rounds
a line for each army, to be marked when it is played and when it is chosen for the finals. Where players
report results by phone it has their code. On the slip of a match both players write its result and sign; a
scanner at the desk reads which match it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import ceil
from typing import Any, TypeAlias

from engine import Match, Player, Special, Stage
from engine.model import Exact
from engine.roster import ArmyList
from engine.ruleset import Running
from xlplugin.ground import qr
from xlplugin.ground.names import named
from xlplugin.ground.texts import msg, t
from xlplugin.workbook import layout as looks
from xlplugin.workbook.book import number_for_cell
from xlplugin.workbook.drawings import shared
from xlplugin.workbook.formats import sheet_of
from xlplugin.workbook.formats.base import Form, FormatSheet
from xlplugin.workbook.formats.headquarters import ARMY_ON_CARD, DIFFERENCE_ON_CARD
from xlplugin.workbook.layout import CellValue, Drawing, Style
from xlplugin.workbook.layouts import event_tab
from xlplugin.workbook.picture import Picture
from xlplugin.workbook.reading.event_book import EventBook, RoundTab
from xlplugin.workbook.reading.read_rounds import points_before
from xlplugin.workbook.reading.ruleset_findings import as_typed
from xlplugin.workbook.slip_codes import SlipCode
from xlplugin.workbook.table import one_line

ROUND, TABLE, POINTS = msg("Round"), msg("Table"), msg("Points")
OPPONENT, RESULT = msg("Opponent"), msg("Result")
ARMY, DIFFERENCE_KEPT, FINALS = ARMY_ON_CARD, DIFFERENCE_ON_CARD, msg("Finals")
WIDTHS = {ROUND: 6, TABLE: 5.5, RESULT: 6.5, POINTS: 6, ARMY: 10.5, DIFFERENCE_KEPT: 4.5}
TOTAL = msg("Total")
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
CODE_SIDE, BEHIND_CODE = 51, 2
"""The points of a player's QR code, three rows high, and the columns that it covers."""
MOST_BEHIND_CODE, MOST_OF_NAME, MOST_STRONG = 20, 40, 34
"""The characters of the event's name, and of the player's, for which there is room beside it; a longer one
is written smaller."""
FLAT = 1
"""The height of a row that is not used, in points."""

Line: TypeAlias = list[shared.Cell]
Played: TypeAlias = dict[int, dict[str, CellValue]]
"""By round, and then by header."""


def draw_cards(
    event: EventBook,
    players: Sequence[Player],
    codes: Mapping[int, str] | None = None,
    address: str = "",
) -> Drawing:
    """A card for every player, in the order given, so that a cut stack of pages is in order.

    Rounds that have been paired are filled in. Where there are codes by which players report results, by
    number, each card has its player's; its QR code leads to the ``address`` of the page for them, if known.
    """
    armies = {}
    if event.ruleset.armies:
        lists = event.ruleset.armies(as_typed(event), event.planned_rounds())
        armies = {each.no: each for each in lists}
    running = event.ruleset.on_cards(event.options) if event.ruleset.on_cards else ()
    has_total = all(value.name != TOTAL for value in running)  # which is not kept round by round
    extra = (1 + ARMY_LINES if armies else 0) + has_total
    above = ABOVE + bool(codes)
    most = looks.CUT.rows - above - BELOW - extra
    rounds = min(max(event.planned_rounds(), len(event.rounds)), most)
    height = above + rounds + extra + BELOW
    columns = _columns(running, has_armies=bool(armies))
    step = len(columns) + 2
    widths = ((*columns.values(), EDGE, EDGE) * BESIDE)[:-2]
    most_title = MOST_BEHIND_CODE if codes else MOST_ON_A_CARD
    heading = shared.title(event, t("player card"), most_title)
    played = _played(event, running, columns[OPPONENT])
    headers = list(columns)
    cells: shared.Cells = {}
    pictures: list[Picture] = []
    down_a_page = looks.CUT.rows // height
    places = in_stacks(len(players), down_a_page * BESIDE)
    for player, (page, place) in zip(players, places, strict=True):
        down, beside = divmod(place, BESIDE)
        top, left = page * looks.CUT.rows + down * height + 1, beside * step + 1
        rows = [{ROUND: n, **played[player.no].get(n, {})} for n in range(1, rounds + 1)]
        rows += [{OPPONENT: t(TOTAL), POINTS: _total(rows)}] if has_total else []
        rows += _army_rows(armies[player.no]) if armies else []
        code = codes[player.no] if codes else ""
        shared.put(cells, top, left, _card(player, heading, rows, headers, code))
        if code and qr.is_there():
            text = f"{address}#code={code.replace('-', '')}" if address else code
            name = t("QR code of player {no}", no=player.no)
            pictures.append(shared.code_picture(text, top, left, CODE_SIDE, name))
        if beside < BESIDE - 1:
            edge = left + len(columns)
            cells |= {(row, edge): (None, looks.CUT_DOWN) for row in range(top, top + height - 1)}
            cells[top + height - 1, edge] = (None, looks.CUT_CORNER)
            cells[top + height - 1, edge + 1] = (None, looks.CUT_ACROSS)
    heights = filling(1 + max((page for page, _ in places), default=0), down_a_page * height)
    return shared.printed(
        shared.CARDS, widths, cells, looks.CUT, looks.CUT_HEIGHT, heights, pictures
    )


def _total(rows: Sequence[Mapping[str, CellValue]]) -> CellValue:
    """The points of some rounds together; blank before there are any."""
    points = [value for row in rows if isinstance(value := row.get(POINTS), int | float)]
    return number_for_cell(sum(map(Fraction, points), Fraction())) if points else None


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
    rows: list[dict[str, CellValue]] = [{OPPONENT: header, ARMY: t("Played"), POINTS: t(FINALS)}]
    for army in [*armies.armies, *[""] * ARMY_LINES][:ARMY_LINES]:
        used = armies.used.get(army, ())
        swiss = ", ".join(label for label in used if label.startswith("R"))
        finals = ", ".join(label for label in used if label.startswith("F"))
        chosen = t("chosen") if army in armies.chosen else TICK
        rows.append({OPPONENT: army or None, ARMY: swiss or TICK, POINTS: finals or chosen})
    return rows


def _card(
    player: Player,
    heading: str,
    rows: Sequence[Mapping[str, CellValue]],
    headers: Sequence[str],
    code: str,
) -> list[Line]:
    """The rows of a card; beside a code's picture what stands above the rounds begins further right."""
    blank, at = [None] * (len(headers) - 1), headers.index(OPPONENT)
    usual, above = (
        [text if header == OPPONENT else centred for header in headers]
        for text, centred in (
            (looks.CARD_TEXT, looks.CARD_CELL),
            (looks.SLIP_HEADER, looks.SLIP_HEADER_CENTRED),
        )
    )
    first, name = t("No {no}   {heading}", no=player.no, heading=heading), one_line(player.name)
    top, behind = [(first, looks.SLIP_EVENT), (name, looks.CARD_NAME)], 0
    if code:
        own = t("Code {code}", code=code)
        look = looks.CARD_NAME if len(name) <= MOST_STRONG else looks.SLIP_EVENT
        top[1:] = [(shared.shortened(name, MOST_OF_NAME), look), (own, looks.CARD_NAME)]
        behind = BEHIND_CODE
    lines: list[tuple[Sequence[CellValue], Sequence[Style]]] = [
        ([*[None] * behind, text, *blank[behind:]], [style] * len(headers)) for text, style in top
    ]
    lines.append(([t(header) for header in headers], above))
    for row in rows:
        styles = above if row.get(POINTS) == t(FINALS) else usual
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
    most = int(name_width * READABLE) if is_narrow else shared.MOST_OPPONENT
    for tab in event.rounds:
        for match in tab.matches:
            score = event.match_format.score(match.result, match.special)
            for i, no in enumerate(match.players):
                row: dict[str, CellValue] = {OPPONENT: t(shared.BYE)}
                if (opponent := match.opponent_of(no)) is not None:
                    name = one_line(event.by_no[opponent].name)
                    row = {TABLE: match.table, OPPONENT: shared.shortened(name, most)}
                if score is not None:
                    total[no] += score[i]
                    own, other = score[i], score[1 - i]
                    result = t("Won") if own > other else t("Lost") if own < other else t("Level")
                    row[RESULT] = None if opponent is None else result
                    row[POINTS] = number_for_cell(score[i])
                    row |= {r.name: number_for_cell(r.value(total[no])) for r in running}
                rounds[no][tab.number] = row | sheet.on_card(match.result, match.special, i + 1)
    return rounds


# slips

SLIP_CODE_SIDE = 33.75
"""The points of a slip's QR code: two rows high, over the column of the players' numbers."""
ROWS = 8
"""The rows of a slip, the line to cut along included."""
ON_A_PAGE = looks.CUT.rows // ROWS
NO_WIDTH, DROPS_WIDTH, SIGNATURE_WIDTH = 6, 7, 22
TICK = "\u2610"
MOST_MORE = 48
"""The characters that can be read of the identities or armies of a player."""
FIRST_CORP = msg("Corp in game 1 (drawn)")


def draw_slips(event: EventBook, tab: RoundTab) -> Drawing:
    """A slip for every match of a round, by table, so that a cut stack of pages is in order."""
    sheet = sheet_of(event.format_of(tab))
    matches = [match for match in tab.by_table if match.player2 is not None]
    boxes = [width for _, width in sheet.slip.boxes]
    name_width = looks.CUT_WIDTH - NO_WIDTH - sum(boxes) - DROPS_WIDTH - SIGNATURE_WIDTH
    widths = (NO_WIDTH, name_width, *boxes, DROPS_WIDTH, SIGNATURE_WIDTH)
    heading, empty = shared.title(event, tab.name), (None, looks.SLIP_EVENT)
    so_far = points_before(event, tab.number)
    cells: shared.Cells = {}
    pictures: list[Picture] = []
    places = in_stacks(len(matches), ON_A_PAGE)
    for match, (page, place) in zip(matches, places, strict=True):
        code = str(SlipCode(tab.stage, tab.number, match.table))
        lines: list[Line] = [
            [empty, (f"{heading}   {code}", looks.SLIP_EVENT), *[empty] * (len(widths) - 2)],
            *_slip(event, tab, match, sheet, so_far),
            [(None, looks.CUT_ACROSS)] * len(widths),
        ]
        top = page * looks.CUT.rows + place * ROWS + 1
        shared.put(cells, top, 1, lines)
        if qr.is_there():
            name = t("QR code of table {table}", table=match.table)
            pictures.append(shared.code_picture(code, top, 1, SLIP_CODE_SIDE, name))
    return shared.printed(
        shared.SLIPS, widths, cells, looks.CUT, looks.CUT_HEIGHT, pictures=pictures
    )


def _slip(
    event: EventBook,
    tab: RoundTab,
    match: Match,
    sheet: FormatSheet[Any],
    so_far: Mapping[int, int | float],
) -> list[Line]:
    """The rows of a slip below its heading."""
    form, first_corp = sheet.slip, None
    if event.ruleset.first_corp and tab.stage is Stage.SWISS and match.player2 is not None:
        seed = event.settings.get(event_tab.SEED.name, "")
        first_corp = event.ruleset.first_corp(seed, tab.number, match.player1, match.player2)
    headers = _headers(match, form, tab.extra_minutes.get(match.player1, 0))
    ticks: Line = [(None, looks.SLIP_TICK)] * len(headers)
    ticks[0], ticks[-1] = (_ticks(sheet), looks.SLIP_TICK), (t(form.hint), looks.SLIP_HINT)
    players = zip(match.players, sheet.sides(match.result), strict=True)
    has_before = tab.stage is Stage.SWISS and tab.number > 1
    lines = [
        _player(
            event.by_no[no],
            side,
            form,
            so_far=so_far.get(no, 0) if has_before else None,
            is_first=no == first_corp,
        )
        for no, side in players
    ]
    return [headers, *lines[0], *lines[1], ticks]


def _headers(match: Match, form: Form, extra: int) -> Line:
    """The first row, with the ``extra`` minutes of the table."""
    text = t("Table {table}", table=match.table)
    if extra:
        text = t("Table {table}   +{minutes} min", table=match.table, minutes=extra)
    centred = [*(t(header) for header, _ in form.boxes), t("Drops")]
    return [
        (None, looks.SLIP_TABLE),
        (text, looks.SLIP_TABLE),
        *((header, looks.SLIP_HEADER_CENTRED) for header in centred),
        (t("Signature"), looks.SLIP_HEADER),
    ]


def _player(
    player: Player, side: str, form: Form, *, so_far: float | None, is_first: bool
) -> list[Line]:
    """The two rows of a player, boxes as high as both of them; the points ``so_far`` beside the name."""
    boxes = len(form.boxes) + 2
    sides = [named("choice", side) or None] if form.has_side else []
    values = [*sides, *[None] * (boxes - len(sides))]
    more = "; ".join(filter(None, [t(FIRST_CORP) * is_first, _more(player, side, form)])) or None
    name = one_line(player.name)
    if so_far is not None:
        name = t("{name}   ({points} so far)", name=name, points=f"{so_far:g}")
    upper: Line = [(player.no, looks.SLIP_BOX), (name, looks.SLIP_NAME)]
    lower: Line = [(None, looks.SLIP_BOX_END), (more, looks.SLIP_MORE)]
    return [
        [*upper, *((value, looks.SLIP_BOX) for value in values)],
        [*lower, *[(None, looks.SLIP_BOX_END)] * boxes],
    ]


def _more(player: Player, side: str, form: Form) -> str:
    """The identities of a player, as far as the roster has them."""
    columns = [side] if side in form.more else form.more
    cleaned = (one_line(player.details.get(column, "")) for column in columns)
    texts = list(filter(None, cleaned))
    return "; ".join(shared.shortened(text, MOST_MORE // len(texts)) for text in texts)


def _ticks(sheet: FormatSheet[Any]) -> str | None:
    """The boxes to tick for the match as a whole, and what it is worth."""
    agreed = (Special.INTENTIONAL_DRAW, Special.TWO_FOR_ONE)
    texts = [t("Draw")] if sheet.slip.can_draw else []
    texts += [named("choice", special) for special in agreed if special in sheet.format.specials]
    note = [sheet.slip.note] if sheet.slip.note else []
    return "      ".join([*(f"{TICK} {text}" for text in texts), *note]) or None


def filling(pages: int, used: int) -> dict[int, float]:
    """The heights of the rows of pages to be cut: the first ``used`` rows fill the page."""
    spare = looks.CUT.rows - used
    if not spare:
        return {}
    height = round((looks.CUT.rows * looks.CUT_HEIGHT - spare * FLAT) / used, 2)
    return {
        page * looks.CUT.rows + row: height if row <= used else FLAT
        for page in range(pages)
        for row in range(1, looks.CUT.rows + 1)
    }


def in_stacks(count: int, places: int) -> list[tuple[int, int]]:
    """The page and the place on it, from 0, for each thing of a stack that can be cut in one go.

    The pile that is cut from the first place of the pages has the first things, in order; the other
    piles follow one after another.
    """
    pages = max(ceil(count / places), 1)
    return [(number % pages, number // pages) for number in range(count)]
