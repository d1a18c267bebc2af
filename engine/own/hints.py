"""Settings that have no effect, or will not do: pointed out, never refused."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from engine.model import Tournament
from engine.options import Clash, Option, Options
from engine.own import options as own
from engine.own.dutch import LIBRARY, NEEDED, can_be_paired
from engine.own.formats import RATING, START
from engine.own.tiebreaks import TIEBREAK_ROWS
from engine.texts import msg

SIDED = (own.TWO_GAMES, own.ONE_GAME)
ONLY_WITH: Mapping[Option, tuple[str, ...]] = {
    **dict.fromkeys(own.SIDES, SIDED),
    own.BEST_OF: (own.BY_GAMES,),
    own.MOST_SCORE: (own.BY_SCORE,),
    own.DRAWN_GAME: (own.BY_GAMES, own.TWO_GAMES),
}
"""Settings that count with some kinds of results alone, but do no harm with others."""
OF_MATCHES = (
    "Opponents' match-win share", "Opponents' opponents' match-win share", "Own match-win share",
)  # fmt: skip
OF_GAMES = ("Own game-win share", "Opponents' game-win share")
OF_SCHEDULE = ("Strength of schedule", "Extended strength of schedule")
OF_LOSSES = ("Share of matches lost", "Opponents' share of matches lost")
POOLED = ("Opponents' pooled share", "Opponents' opponents' pooled share")
OF_POINTS = (*OF_MATCHES, *OF_SCHEDULE, *POOLED)
OF_SCORES = (
    "Buchholz", "Buchholz cut 1", "Buchholz cut 2", "Median Buchholz", "Median Buchholz 2",
    "Average of opponents' Buchholz", "Sum of opponents' Buchholz", "Sonneborn-Berger",
    "Sonneborn-Berger cut 1", "Head to head", "Head to head of two",
)  # fmt: skip
ONLY_FOR: Mapping[Option, tuple[str, ...]] = {
    own.FLOOR: (*OF_MATCHES, "Opponents' game-win share"),
    own.OWN_FLOOR: ("Own game-win share",),
    own.DRAWN_MATCH: OF_MATCHES,
    own.MOST_DROPPED: OF_MATCHES,
    own.DRAWN_GAME: OF_GAMES,
    own.BYES_IN_SHARES: (*OF_POINTS, *OF_GAMES, *OF_LOSSES),
    own.MISSED_IN_SHARES: OF_POINTS,
    own.SOS_DIVISOR: OF_SCHEDULE,
    own.UNPLAYED: OF_SCORES,
    own.OFFSET: ("Margin of victory",),
    own.MOST_MARGIN: ("Margin of victory",),
}
"""Settings that count for some tiebreaks alone."""
OF_RATINGS = ("Average rating of opponents", "Average rating of opponents cut 1")
IN_CUT = (own.ELIMINATION, own.CUT_MATCH)
LOT = "Lot"

NO_EFFECT_WITH = msg("{setting} ({value}) has no effect where {other} is {chosen}")
ONE_SIDE = msg("{setting} is still {value}: name both sides")
NO_TIEBREAK = msg("{setting} ({value}) has no effect: no tiebreak goes by it")
NO_CUT = msg("{setting} ({value}) has no effect: nobody goes on after the Swiss rounds")
AFTER_LOT = msg("{setting} ({value}) has no effect after {other}, which leaves nobody level")
NOBODY_HAS = msg("{setting} is {value}, but no player has a {field}")
CUT_TOO_LARGE = msg("{setting} lets {value} go on, but there are only {players} players so far")
NO_LIBRARY = msg(
    "{setting} is {value}, which needs the library {library}. It is not installed here: "
    'pip install "{needed}", or pair where it is'
)


def hints(event: Tournament) -> Iterator[Clash]:
    """Settings without an effect, and those that nothing can be done with as players and program are."""
    options = event.options
    yield from _by_results(options)
    yield from _by_tiebreaks(options)
    yield from _by_players(event)
    yield from _by_cut(event)
    if not can_be_paired(options):
        yield _hint(own.PAIRING_METHOD, NO_LIBRARY, options, library=LIBRARY, needed=NEEDED)


def _hint(option: Option, text: str, options: Options, **values: object) -> Clash:
    return Clash(option.name, text, {"value": option.of(options), **values})


def _set_among(among: Collection[Option], options: Options) -> Iterator[Option]:
    """The settings that are not as they are if nobody chooses."""
    return (option for option in among if option.of(options) != option.default)


def _by_results(options: Options) -> Iterator[Clash]:
    """Settings of another kind of result, and points that those by the difference replace."""
    result = own.RESULT.of(options)
    left = [option for option in own.SIDES if option.of(options) == option.default]
    if result in SIDED and len(left) == 1:
        yield _hint(left[0], ONE_SIDE, options)
    for option in _set_among(ONLY_WITH, options):
        if result not in ONLY_WITH[option]:
            yield _hint(option, NO_EFFECT_WITH, options, other=own.RESULT.name, chosen=result)
    if bands := own.BANDS.value(options):
        chosen = own.BANDS.of(options)
        worth = {points for band in bands for points in band[1:]}  # those say nothing else
        for option in _set_among((own.WIN, own.DRAW, own.LOSS), options):
            if option.value(options) not in {*worth, None}:
                yield _hint(option, NO_EFFECT_WITH, options, other=own.BANDS.name, chosen=chosen)


def _by_tiebreaks(options: Options) -> Iterator[Clash]:
    """Settings of tiebreaks that are not there, and tiebreaks after the lot."""
    rows = [row for row in TIEBREAK_ROWS if row.of(options) != own.NONE]
    names = [row.of(options) for row in rows]
    for option in _set_among(ONLY_FOR, options):
        if not {*names} & {*ONLY_FOR[option]}:
            yield _hint(option, NO_TIEBREAK, options)
    if LOT in names:
        for row in rows[names.index(LOT) + 1 :]:
            yield _hint(row, AFTER_LOT, options, other=LOT)


def _by_players(event: Tournament) -> Iterator[Clash]:
    """Settings that go by an entry which no player has."""
    if not event.players:
        return
    options, typed = (
        event.options,
        {name for p in event.players for name in p.details if p.details[name].strip()},
    )
    for option in (own.FIRST_ROUND, own.ORDER):
        if option.of(options) == own.BY_RATING and RATING not in typed:
            yield _hint(option, NOBODY_HAS, options, field=RATING)
        elif option.of(options) == own.BY_SEED and all(p.seed is None for p in event.players):
            yield _hint(option, NOBODY_HAS, options, field=own.BY_SEED)
    if own.START_SCORE.of(options) == own.YES and START not in typed:
        yield _hint(own.START_SCORE, NOBODY_HAS, options, field=START)
    for row in TIEBREAK_ROWS:
        if row.of(options) in OF_RATINGS and RATING not in typed:
            yield _hint(row, NOBODY_HAS, options, field=RATING)


def _by_cut(event: Tournament) -> Iterator[Clash]:
    """A cut for more players than there are; settings of an elimination that nobody plays."""
    options, entered = event.options, len(event.active)
    if event.cut is None and event.players:
        size = own.CUT_BY_SIZE.value(options).of(event.starters)
        if size > entered:
            yield Clash(own.CUT_BY_SIZE.name, CUT_TOO_LARGE, {"value": size, "players": entered})
    if not event.cut and not any(own.CUT_BY_SIZE.value(options).all):
        for option in _set_among(IN_CUT, options):
            yield _hint(option, NO_CUT, options)
