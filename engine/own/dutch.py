"""FIDE Dutch (C.04.3), by the library gacrux, which is told the event as a tournament report file (TRF 2026).

The library is optional, and imported when a round is to be paired by it. Source of the records: FIDE,
"Tournament Report File Format 2026".
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import gcd
from typing import Any, NamedTuple

from engine.draws import Draws
from engine.errors import ErrorKind, NoLegalPairing, TournamentError
from engine.match_format import MatchFormat
from engine.model import Exact, Match, Special, Tournament
from engine.options import Options
from engine.own import options as own
from engine.own.options import cited
from engine.own.seeding import order_of, units_ahead
from engine.pairing import Paired, Pairing
from engine.pairing.context import RoundContext
from engine.reasons import Kind, Phrase, Reason, points
from engine.records import exact
from engine.texts import msg

LIBRARY, NEEDED = "gacrux", "gacrux>=1.11.65,<1.12"
"""The library, and the versions of it whose functions are known."""
RULE = cited(own.PAIRING_METHOD)
ABSENT, WON, LOST, DRAWN = "0000 - Z", "1", "0", "="
UNPLAYED = {
    Special.NO_SHOW_1: ("-", "+"), Special.NO_SHOW_2: ("+", "-"), Special.DOUBLE_NO_SHOW: ("-", "-"),
    Special.INTENTIONAL_DRAW: (DRAWN, DRAWN),
}  # fmt: skip
BYES = {Special.BYE: "U", Special.HALF_BYE: "H"}
COLOURS: Mapping[str, str] = {
    "E.1": msg("{one} is Player 1: both have the side that is due to them (5.2.1)"),
    "E.2": msg("{one} is Player 1: of two with the same side due the stronger preference counts (5.2.2)"),
    "E.3": msg("{one} is Player 1: the sides change from the last round in which they differed (5.2.3)"),
    "E.4": msg("{one} is Player 1: the higher-ranked of the two has the side that is due (5.2.4)"),
    "E.5": msg("{one} is Player 1: by the side drawn for round 1 and the higher-ranked's number (5.2.5)"),
}  # fmt: skip
MOST_TENTHS = 1000
CRITERIA = range(10, 22)
"""The numbers of the criteria that a pair may have to break (C10 to C21)."""


def is_installed() -> bool:
    """True if the library is there."""
    from importlib.util import find_spec  # noqa: PLC0415  (as above)

    return find_spec(LIBRARY) is not None


def can_be_paired(options: Options) -> bool:
    """False where settings ask for the library, and it is not installed."""
    return own.PAIRING_METHOD.of(options) != own.DUTCH or is_installed()


def pair_dutch(context: RoundContext) -> Pairing:
    """Pair a round.

    Raises:
        NoLegalPairing: the rules allow no pairing; the library says why.
        TournamentError: the library is not installed.
    """
    from importlib.metadata import version  # noqa: PLC0415  (it takes long, and few need it)

    try:
        from gacrux.gacruxexeptions import GacruxError  # noqa: PLC0415
        from gacrux.pairingdutch import pairing_dutch  # noqa: PLC0415
        from gacrux.trf2json import trf2json  # noqa: PLC0415
    except ImportError:
        data = {"library": LIBRARY, "needed": NEEDED, "choice": own.DUTCH}
        raise TournamentError(ErrorKind.LIBRARY_MISSING, **data) from None
    library = f"{LIBRARY} {version(LIBRARY)}"
    seeding = _seeding(context.tournament)
    first = "wb"[Draws(context.tournament.seed, "dutch", 1).luck(2)]
    refused = {"library": library, "choice": own.DUTCH, "round": context.round}
    file = trf2json()
    try:
        file.parse_file(report(context, first), 0)
        if file.get_status():
            why = str(file.chessjson["status"]["error"])
            raise NoLegalPairing(ErrorKind.LIBRARY_REFUSES, why=why, **refused)
        settings = {"experimental": [], "verbose": 0, "top_color": first}
        engine = pairing_dutch(file.get_tournament(1), context.round, settings)
        brackets: Sequence[Any] = engine.compute_pairing(False, 0)  # noqa: FBT003
    except GacruxError as error:
        raise NoLegalPairing(ErrorKind.LIBRARY_REFUSES, why=str(error), **refused) from None
    found = [pair for bracket in brackets if bracket for pair in bracket.get("pairs", ())]
    found.sort(key=lambda pair: pair["board"])
    tables = [_explained(pair, context, seeding, library) for pair in found]
    return Pairing(context.round, (*tables, *_awarded(context)))


def _seeding(event: Tournament) -> list[int]:
    """Everybody by the number in the file, from 1."""
    order = order_of(own.FIRST_ROUND.of(event.options), event.seed)
    return [player.no for player in sorted(event.players, key=order)]


def _awarded(context: RoundContext) -> Iterator[Paired]:
    """The byes that are given before round 1."""
    text = msg("{one} has an awarded first-round bye")
    for player in context.tournament.players if context.round == 1 else ():
        if player.first_round_bye and player.no in context.ranked:
            yield Paired(player.no, None, (Reason(Kind.AWARDED_BYE, RULE, text, (player.no,)),))


class _Cell(NamedTuple):
    """A round of a player: the opponent, the colour and the token of the result."""

    opponent: int
    colour: str
    token: str


def _cells(match: Match, of_match: MatchFormat) -> Iterator[tuple[int, _Cell]]:
    if match.player2 is None:
        yield match.player1, _Cell(0, "-", BYES[match.special])
        return
    if match.special in UNPLAYED:
        tokens = UNPLAYED[match.special]
    else:
        one, two = of_match.score(match.result, match.special) or (0, 0)
        tokens = (DRAWN, DRAWN) if one == two else (WON, LOST) if one > two else (LOST, WON)
    yield match.player1, _Cell(match.player2, "w", tokens[0])
    yield match.player2, _Cell(match.player1, "b", tokens[1])


def report(context: RoundContext, first: str) -> str:
    """The event as a file: played rounds, and who is absent or has a bye in the one to pair."""
    event, records = context.tournament, context.records
    of_match = records.match_format
    seeding = _seeding(event)
    number = {no: i for i, no in enumerate(seeding, 1)}
    cells: dict[int, list[str]] = {no: [ABSENT] * len(event.rounds) for no in seeding}
    for i, round_ in enumerate(event.rounds):
        for match in round_.matches:
            for no, (opponent, colour, token) in _cells(match, of_match):
                cells[no][i] = f"{number.get(opponent, '0000'):>4} {colour} {token}"
    byes = {table.player1 for table in _awarded(context)}
    for no in seeding:
        if no in byes:
            cells[no].append("0000 - F")
        elif no not in context.ranked:
            cells[no].append(ABSENT)
    rank = {no: i for i, no in enumerate(context.standings.order, 1)}
    total = context.round + context.rounds_left - 1
    scale = _scale(of_match, total)
    lines = [
        "012 Event", f"062 {len(seeding)}", f"142 {total}", f"152 {first.upper()}", "192 FIDE_DUTCH_2026",
        f"162 {points_record(of_match, scale)}",
    ]  # fmt: skip
    for no in seeding:
        is_away = no not in byes and no not in context.ranked  # which counts already in the file
        score = float((records.of[no].points + (of_match.absent if is_away else 0)) * scale)
        lines.append(
            f"001 {number[no]:>4} {'':>4} {f'No {no}':<33} {'':>4} {'':>3} {'':>11} {'':>10} "
            f"{score:>4.1f} {rank[no]:>4}  {'  '.join(cells[no])}"
        )
    last = min(context.round, own.ACCELERATED.value(event.options))
    for no, units in (units_ahead(context) if last else {}).items():
        ahead = float(exact(units, records.denominator) * scale)
        span = f"{1:>3} {last:>3} {number[no]:>4} {number[no]:>4}"
        lines.append(f"250 {'':>4} {ahead:>4.1f} {span}")
    for one, others in context.unmet_forbidden.items():
        lines += [
            f"260 {1:>3} {total:>3} {number[one]:>4} {number[two]:>4}"
            for two in others
            if one < two
        ]
    return "\n".join(lines) + "\n"


def points_record(of_match: MatchFormat, scale: Exact = 1) -> str:
    """What a win, draw, loss, bye and absence are worth, as in record 162; all of it times ``scale``."""
    return "".join(
        f" {letter}{float(value * scale):4.1f}   " for letter, value in worth_of(of_match).items()
    ).rstrip()


def worth_of(of_match: MatchFormat) -> dict[str, Exact]:
    """What a win, draw, loss, bye and absence are worth, by their letters in record 162."""

    def of(special: Special, side: int = 0) -> Exact:
        score = of_match.score((), special)
        return score[side] if score else 0

    worth = getattr(of_match, "worth", None)
    win, loss = (worth.win, worth.loss) if worth else (of(Special.BYE), 0)
    draw = of(Special.INTENTIONAL_DRAW)
    return {"W": win, "D": draw, "L": loss, "P": of(Special.BYE), "A": of_match.absent}


def _scale(of_match: MatchFormat, rounds: int) -> Exact:
    """What to multiply points with: a file has no place for totals of 100 and more.

    The pairing is the same, as it knows only which points are equal, which are higher, and by how much more
    than others.
    """
    tenths = [int(value * 10) for value in worth_of(of_match).values()]
    return 1 if max(tenths) * rounds < MOST_TENTHS else Fraction(1, gcd(*tenths))


def _explained(
    pair: Mapping[str, Any], context: RoundContext, seeding: Sequence[int], library: str
) -> Paired:
    """A table of the library's pairing, with its reasons in words."""
    one = seeding[pair["w"] - 1]
    if not pair["b"]:
        text = msg("{one} has the bye by FIDE Dutch ({library})")
        return Paired(one, None, (Reason(Kind.BYE, RULE, text, (one,), {"library": library}),))
    two = seeding[pair["b"] - 1]
    shown = {no: points(context.records.of[no].points) for no in (one, two)}
    text = msg("FIDE Dutch ({library}): {one} ({first}) meets {two} ({second})")
    values: dict[str, str | Phrase] = {
        "library": library,
        "first": shown[one],
        "second": shown[two],
    }
    reasons = [Reason(Kind.PAIRED, RULE, text, (one, two), values)]
    if pair["sa"] != pair["sb"]:
        higher, lower = (seeding[pair[key] - 1] for key in ("ca", "cb"))
        if pair["sa"] < pair["sb"]:
            higher, lower = lower, higher
        text = msg("{one} floats down to {two}")
        reasons.append(Reason(Kind.FLOAT, RULE, text, (higher, lower)))
    broken = [f"C{n}" for n in CRITERIA if _is_broken(pair["quality"].get(f"QC{n}"))]
    if broken:
        text = msg(
            "criteria that this pair does not keep, in the best pairing there is: {criteria}"
        )
        values = {"criteria": ", ".join(broken)}
        reasons.append(Reason(Kind.FALLBACK, RULE, text, (one, two), values))
    if colour := COLOURS.get(pair["colorrule"]):
        reasons.append(Reason(Kind.SIDES, RULE, colour, (one, two)))
    return Paired(one, two, tuple(reasons))


def _is_broken(value: object) -> bool:
    return any(value) if isinstance(value, list) else bool(value)
