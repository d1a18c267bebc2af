"""Rules of the organizer's own: one ruleset whose settings say everything."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from engine.brackets import DOUBLE, FIXED, SINGLE, Bracket
from engine.formats import OneGameWithSides, TwoGames
from engine.formats.elimination import BEST_OF_THREE, ONE_GAME, without_sides
from engine.formats.netrunner import letter_fields, side_field, sides_named
from engine.formats.tallies import AGAINST, DRAWN_FOR, FOR, LOSSES, WINS
from engine.match_format import EliminationFormat, MatchFormat
from engine.model import Stage, Tournament
from engine.options import Options
from engine.own import options as own
from engine.own.clashes import clashes
from engine.own.formats import (
    ONLY_WINNER,
    RATING,
    START,
    WITH_DRAWS,
    WITH_HANDICAP,
    WITHOUT_DRAWS,
    GamesWon,
    Reported,
    Scored,
    Winner,
    games_fields,
    score_fields,
)
from engine.own.hints import hints
from engine.own.options import cited
from engine.own.pairing import ROUND_ROBINS, keeps_clubs_apart, legality, pair
from engine.own.pools import count_of_pools, names_of_pools, pools_of, typed_pool
from engine.own.shares import ShareRules
from engine.own.tiebreaks import TIEBREAK_ROWS, TIEBREAKS, Rules
from engine.own.values import BySize, number
from engine.own.worth import Beginning, Worth
from engine.pairing.round_robin import round_robin_rounds
from engine.roster import POOL, Finding, FindingKind, RosterField
from engine.ruleset import Cut, Ruleset, Suggestion, TimeCalled
from engine.texts import msg
from engine.tiebreaks import Tiebreak, by_lot


def _typed(options: Options) -> tuple[tuple[str, str], ...]:
    """The settings as a key, blanks left out."""
    return tuple(sorted((name, value) for name, value in options.items() if value))


def scoring(options: Options) -> MatchFormat:
    """The match format that the settings describe."""
    return _scoring(_typed(options))


@lru_cache(maxsize=16)
def _scoring(typed: tuple[tuple[str, str], ...]) -> MatchFormat:
    options = dict(typed)
    worth = Worth(
        win=own.WIN.value(options),
        draw=own.DRAW.value(options),
        loss=own.LOSS.value(options),
        absent=own.ABSENT.value(options),
        bands=own.BANDS.value(options) or (),
        for_bye=own.BYE.value(options),
        for_walkover=own.WALKOVER.value(options),
    )
    specials = WITHOUT_DRAWS if worth.draw is None else WITH_DRAWS
    result = own.RESULT.of(options)
    if result in (own.TWO_GAMES, own.ONE_GAME):
        win, draw = int(worth.win), int(worth.draw or 0)
        sides = sides_named(*(option.of(options) for option in own.SIDES))
        if result == own.TWO_GAMES:
            return TwoGames(win=win, draw=draw, played_as=sides, fields=letter_fields(sides))
        return OneGameWithSides(win=win, draw=draw, played_as=sides, fields=(side_field(sides),))
    of_bye = own.BYE_RESULT.value(options) or (0, 0)
    begin = Beginning(
        starts=own.START_SCORE.of(options) == own.YES,
        absent=own.ABSENCE.value(options),
        rounds_down=own.ROUND_DOWN.of(options) == own.YES,
    )
    if result == own.BY_GAMES:
        best_of = own.BEST_OF.value(options)
        fields = games_fields(best_of)
        return GamesWon(
            specials=specials,
            fields=fields,
            worth=worth,
            begin=begin,
            of_bye=of_bye,
            best_of=best_of,
        )
    if result == own.BY_SCORE:
        most = own.MOST_SCORE.value(options)
        return Scored(
            specials=specials,
            fields=score_fields(most),
            worth=worth,
            begin=begin,
            of_bye=of_bye,
            most=most,
            most_margin=own.MOST_MARGIN.value(options),
            offset=own.OFFSET.value(options),
        )
    fields = WITH_HANDICAP if own.HANDICAPS.of(options) == own.YES else ONLY_WINNER
    return Winner(specials=specials, worth=worth, begin=begin, fields=fields)


def tiebreaks(options: Options, _rounds: int) -> tuple[Tiebreak, ...]:
    """The tiebreaks in their order, then the lot."""
    return _tiebreaks(_typed(options))


@lru_cache(maxsize=16)
def _tiebreaks(typed: tuple[tuple[str, str], ...]) -> tuple[Tiebreak, ...]:
    options = dict(typed)
    rules = Rules(
        shares=ShareRules(
            floor=own.FLOOR.value(options),
            own_floor=own.OWN_FLOOR.value(options),
            drawn_game=own.DRAWN_GAME.value(options),
            counts_byes=own.BYES_IN_SHARES.of(options) == own.COUNTED,
            counts_missed=own.MISSED_IN_SHARES.of(options) == own.COUNTED,
            drawn_match=own.DRAWN_MATCH.value(options),
            most_dropped=own.MOST_DROPPED.value(options),
            over_opponents=own.SOS_DIVISOR.of(options) == own.OPPONENTS,
        ),
        unplayed=own.UNPLAYED.of(options),
    )
    names = [row.of(options) for row in TIEBREAK_ROWS]
    chosen = dict.fromkeys(name for name in names if name != own.NONE)
    found = [TIEBREAKS[name](rules) for name in chosen]
    return (*found, *([] if "Lot" in chosen else [by_lot()]))


def suggest(players: int, options: Options) -> Suggestion:
    """Rounds and cut by the number of players; in a round robin as many as it takes."""
    rounds: BySize | None = own.ROUNDS_BY_SIZE.value(options)
    cut: BySize = own.CUT_BY_SIZE.value(options)
    enough = own.STOPS.value(options)
    pools = max(1, count_of_pools(players, options))
    method, largest = own.PAIRING_METHOD.of(options), -(-players // pools)
    needed = sum(enough) - 1 if enough else max(1, (largest - 1).bit_length())
    if method in ROUND_ROBINS:
        needed = round_robin_rounds(max(2, largest)) * (1 + (method == own.TWICE))
    elif rounds:
        needed = rounds.of(players)
    return Suggestion(needed, cut.of(players))


def finished(tournament: Tournament) -> frozenset[int]:
    """The players whose wins or losses are as many as they go on to; open results do not count."""
    enough = own.STOPS.value(tournament.options)
    of_match = scoring(tournament.options)
    if enough is None or not isinstance(of_match, Reported):
        return frozenset()
    most_won, most_lost = enough
    won, lost = Counter[int](), Counter[int]()
    for match in (match for round_ in tournament.rounds for match in round_.matches):
        if of_match.is_complete(match.result, match.special):
            wins, losses = (of_match.tally(n, match.result, match.special) for n in (WINS, LOSSES))
            for no, one, other in zip(match.players, wins, losses, strict=False):
                won[no] += int(one)
                lost[no] += int(other)
    return frozenset(no for no in won if won[no] >= most_won or lost[no] >= most_lost)


def findings(tournament: Tournament, _rounds: int) -> Iterator[Finding]:
    """Ratings that are no whole numbers, start scores that are no points of these rules, pools that are none."""
    pools = names_of_pools(tournament)
    format_ = scoring(tournament.options)
    for player in tournament.players:
        data: dict[str, object]
        rating, start = (player.details.get(name, "").strip() for name in (RATING, START))
        if rating and not rating.isdecimal():
            data = {"typed": rating}
            yield Finding(FindingKind.NOT_WHOLE, player.no, RATING, cited(own.ORDER), data)
        if pools and (pool := typed_pool(player)) and pool not in pools:
            data = {"typed": pool, "last": pools[-1]}
            yield Finding(FindingKind.NO_POOL, player.no, POOL, cited(own.POOLS), data)
        if start and own.START_SCORE.of(tournament.options) == own.YES:
            try:
                is_right = (number(start) * format_.denominator) % 1 == 0
            except ValueError:
                is_right = False
            if not is_right:
                data = {"typed": start, "units": format_.denominator}
                yield Finding(
                    FindingKind.NOT_IN_UNITS, player.no, START, cited(own.START_SCORE), data
                )


def clock(stage: Stage, options: Options) -> int | None:
    """Minutes of a round."""
    option = own.SWISS_MINUTES if stage is Stage.SWISS else own.CUT_MINUTES
    return option.value(options)  # type: ignore[no-any-return]


BRACKETS = {own.SINGLE: SINGLE, own.FIXED: FIXED, own.DOUBLE: DOUBLE}


def bracket_of(size: int, options: Options) -> Bracket:
    """Highest seed against lowest; so few as have no double elimination play single."""
    return BRACKETS[own.ELIMINATION.of(options)][size]


def elimination_format(options: Options) -> EliminationFormat:
    """The match of an elimination."""
    is_one = own.CUT_MATCH.of(options) == own.BEST_OF_ONE
    return without_sides(ONE_GAME if is_one else BEST_OF_THREE)


def named(options: Options) -> tuple[str, str]:
    """The name of the rules and their source, as the organizer has them."""
    return own.RULES_NAME.of(options), own.SOURCE.of(options)


CUT = Cut(
    clause=cited(own.CUT_BY_SIZE),
    elimination_clause=cited(own.ELIMINATION),
    sizes=own.CUT_SIZES,
    bracket=bracket_of,
    format=elimination_format,
    kind=own.ELIMINATION.of,
    chosen_by=own.ELIMINATION,
    sized_by=own.CUT_BY_SIZE,
    final_timed=True,
)

TIME_CALLED = TimeCalled(
    cited(own.SWISS_MINUTES),
    (msg("Time is over: the judge says how a match that is not finished ends."),),
)

OWN = Ruleset(
    name="own",
    title="Rules of your own",
    document="Rules of the organizer's own",
    short="Rules",
    named=named,
    clashes=clashes,
    hints=hints,
    game="",
    match_format=scoring({}),
    options=(*own.MATCH_OPTIONS, *TIEBREAK_ROWS, *own.OTHER_OPTIONS),
    tiebreaks=tiebreaks,
    suggest=suggest,
    clock=clock,
    pair=pair,
    legality=legality,
    finished=finished,
    findings=findings,
    time_called={Stage.SWISS: TIME_CALLED, Stage.ELIMINATION: TIME_CALLED},
    keeps_clubs_apart=keeps_clubs_apart,
    told_apart=(WINS, LOSSES, FOR, AGAINST, DRAWN_FOR),
    scoring=scoring,
    roster_fields=(
        RosterField(RATING, counts=True),
        RosterField(START, counts=True),
        RosterField(POOL, counts=True),
    ),
    pools=pools_of,
    has_pools=own.has_pools,
    cut=CUT,
)
