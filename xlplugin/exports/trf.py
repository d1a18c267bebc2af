"""``trf``: the tournament report file of chess programs, for matches of which only the winner is reported.

Source: FIDE, "Agreement for data exchange" (TRF16), and "Tournament Report File Format 2026" for 142 and 162.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from fractions import Fraction

from engine import Match, Special, Tournament
from engine.model import Exact, Value
from engine.own.dutch import ABSENT, UNPLAYED, points_record, worth_of
from engine.own.formats import DRAWN, RATING, Winner
from xlplugin.exports.format import ExportFormat, Needs, Wanted
from xlplugin.exports.shared import Shared
from xlplugin.ground.problems import stop
from xlplugin.ground.texts import msg, t
from xlplugin.workbook.layouts import event_tab
from xlplugin.workbook.reading.event_book import EventBook
from xlplugin.workbook.table import one_line

PLAYER = "001"
NAME, DATE, ORGANIZER, ROUNDS = "012", "042", "102", ("142", "XXR")
"""Records of the event, and what they are here: see :data:`SETTINGS`."""
WORTH = "162"
SETTINGS = {
    NAME: event_tab.EVENT_NAME.name,
    DATE: event_tab.DATE.name,
    ORGANIZER: event_tab.ORGANIZER.name,
    **dict.fromkeys(ROUNDS, event_tab.ROUNDS.name),
}
PLAYERS = "062"
OURS = {PLAYER, PLAYERS, WORTH, *SETTINGS}
DETAILS = {
    "Sex": slice(9, 10), "Title": slice(10, 13), RATING: slice(48, 52), "Federation": slice(53, 56),
    "FIDE ID": slice(57, 68), "Born": slice(69, 79),
}  # fmt: skip
"""The columns of ``Players`` that a player's line has, and where; with the number, name, points and rank."""
NUMBER, FULL_NAME, POINTS, RANK = slice(4, 8), slice(14, 47), slice(80, 84), slice(85, 89)
FIRST_CELL, CELL = 91, 10
"""Where the first round stands in a player's line, and the letters of a round."""
MOST_NUMBER, MOST_POINTS = 9999, 100
RESULTS: Mapping[Value, tuple[str, str]] = {1: ("1", "0"), 2: ("0", "1"), DRAWN: ("=", "=")}
"""The results of White and Black in a game, by its winner."""
OPEN = (" ", " ")


class Trf(ExportFormat):
    """The players with their games; Player 1 is White."""

    name, ending, file = "trf", ".trf", "event.trf"
    help = msg("the report file of chess programs, where a match has only a winner.")
    needs = Needs.NOTHING

    def is_ours(self, data: bytes) -> bool:
        """True for the records that are written here, which no other program has together, and for an empty file."""
        codes = {line[:3] for line in data.decode("utf-8", errors="replace").splitlines()}
        return not data or {*ROUNDS, WORTH} <= codes <= OURS

    def content(self, shared: Shared, wanted: Wanted) -> bytes:  # noqa: ARG002
        """The file."""
        event, table = shared.event, shared.table
        ranks = {line.standing.no: line.standing.rank for line in table.lines} if table else {}
        return write_trf(event, ranks).encode()

    def left_out(self, shared: Shared) -> list[str]:
        """Also the games after the Swiss rounds, and what does not fit into a line."""
        left_out = super().left_out(shared)
        if shared.event.cut_tabs:
            left_out.append(t("The trf format has no place for the games after the Swiss rounds."))
        room = FULL_NAME.stop - FULL_NAME.start
        if any(len(one_line(player.name)) > room for player in shared.event.roster):
            left_out.append(t("In the trf format names are cut after {n} letters.", n=room))
        return left_out


def write_trf(event: EventBook, ranks: Mapping[int, int]) -> str:
    """The Swiss rounds of an event, results that are missing left blank; ``ranks`` are by number.

    Raises:
        OrganizerError: more than the winner of a match is reported, or a number is too high.
    """
    tournament, format_ = event.typed, event.match_format
    if not isinstance(format_, Winner):
        stop(
            "The trf format holds wins, draws and losses, and {ruleset} reports more than the winner of a "
            "match. The format json can be made.",
            ruleset=event.ruleset.name,
        )
    if max(tournament.by_no, default=0) > MOST_NUMBER:
        stop("The trf format has no place for numbers of players above {most}.", most=MOST_NUMBER)
    records = {NAME: event.title, PLAYERS: str(len(tournament.players))}
    records |= {code: event.settings.get(SETTINGS[code], "") for code in (DATE, ORGANIZER)}
    records[DATE] = records[DATE].replace("-", "/")
    rounds = max(event.planned_rounds(), len(tournament.rounds))
    records |= dict.fromkeys(ROUNDS, str(rounds))
    records[WORTH] = points_record(format_)
    head = [f"{code} {one_line(value)}" for code, value in records.items() if value]
    head[-1] = f"{WORTH} {records[WORTH]}"
    return "\n".join([*head, *player_lines(tournament, format_, ranks)]) + "\n"


def player_lines(
    tournament: Tournament, format_: Winner, ranks: Mapping[int, int]
) -> Iterator[str]:
    """The line of each player, by number."""
    points: dict[int, Exact] = {player.no: format_.start(player) for player in tournament.players}
    cells: dict[int, list[str]] = {no: [] for no in points}
    awarded = {player.no for player in tournament.players if player.first_round_bye}
    for round_ in tournament.rounds:
        here = dict.fromkeys(cells, ABSENT)
        for match in round_.matches:
            here |= dict(_cells(match, awarded if round_.number == 1 else set()))
            score = format_.score(match.result, match.special) or (0, 0)
            for no, earned in zip(match.players, score, strict=False):
                points[no] += earned
        for no, cell in here.items():
            cells[no].append(cell)
            if cell == ABSENT:
                points[no] += format_.absent
    _refuse_points([*points.values(), *worth_of(format_).values()])
    for no, player in sorted(tournament.by_no.items()):
        line = [" "] * FIRST_CELL
        places = [
            (NUMBER, str(no)), (FULL_NAME, player.name), (POINTS, f"{float(points[no]):.1f}"),
            (RANK, str(ranks.get(no, ""))),
            *((place, player.details.get(name, "")) for name, place in DETAILS.items()),
        ]  # fmt: skip
        for place, text in places:
            width = place.stop - place.start
            shown = one_line(text)[:width]
            line[place] = shown.ljust(width) if place == FULL_NAME else shown.rjust(width)
        yield f"{PLAYER}{''.join(line)[3:]}{'  '.join(cells[no])}".rstrip()


def _refuse_points(points: Iterable[Exact]) -> None:
    """Stop if there are points that would be cut or rounded."""
    for value in points:
        if not (0 <= value < MOST_POINTS and (Fraction(value) * 10).denominator == 1):
            stop(
                "The trf format has places for points from 0 to 99.9 with one decimal, and not for {points}. The "
                "format json can be made.",
                points=value,
            )


def _cells(match: Match, awarded: Collection[int]) -> Iterator[tuple[int, str]]:
    """The round of either player of a match; byes of some players are ``awarded`` ones."""
    if match.player2 is None:
        is_half = match.special is Special.HALF_BYE
        token = "H" if is_half else "F" if match.player1 in awarded else "U"
        yield match.player1, f"0000 - {token}"
        return
    winner = match.result[0] if match.result else ""
    one, two = UNPLAYED.get(match.special) or RESULTS.get(winner, OPEN)
    yield match.player1, f"{match.player2:>4} w {one}"
    yield match.player2, f"{match.player1:>4} b {two}"
