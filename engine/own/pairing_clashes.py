"""Settings of pairing and size that contradict one another, all of them at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from engine.options import Clash, Option, Options
from engine.own import options as own
from engine.texts import msg

ROUND_ROBINS, SIDED = (own.ROUND_ROBIN, own.TWICE), (own.TWO_GAMES, own.ONE_GAME)
OF_GROUPS = (own.WITHIN, own.ORDER, own.WHO_FLOATS, own.LAST_ROUND, own.REMATCHES, own.PLAYER_1)
"""Settings that count in groups of points alone."""
WITHOUT_MEANING: Mapping[Option, tuple[tuple[Option, tuple[str, ...]], ...]] = {
    **dict.fromkeys(OF_GROUPS, ((own.PAIRING_METHOD, (*ROUND_ROBINS, own.DUTCH)),)),
    own.ACCELERATED: ((own.PAIRING_METHOD, ROUND_ROBINS), (own.FIRST_ROUND, (own.BY_LOT,))),
    own.STOPS: ((own.PAIRING_METHOD, ROUND_ROBINS), (own.RESULT, SIDED)),
    own.BANDS: ((own.PAIRING_METHOD, (own.DUTCH,)),),
    own.START_SCORE: ((own.PAIRING_METHOD, (own.DUTCH,)),),
    own.ROUND_DOWN: ((own.PAIRING_METHOD, (own.DUTCH,)),),
}  # fmt: skip
"""Settings that must be left alone where another one has one of some values."""
NOT_RANDOM = (own.ORDER, own.WHO_FLOATS)
"""Settings that count where the players of a group are paired in an order."""
POINTS = (own.WIN, own.DRAW, own.LOSS, own.BYE, own.ABSENT, own.ABSENCE)
NOT_WITH = msg("{setting} has no meaning where {other} is {value}")
NEEDS = msg("{setting} must be {needed} where {other} is {value}")
POOL_COUNT = msg("{setting} cannot be {value}: there are 2 to {most} pools, or 0 for none")
TENTHS = msg("points with one decimal, less than 100,")


def pairing_clashes(options: Options) -> Iterator[Clash]:
    """The contradictions among settings that are each valid; blanks have their defaults."""
    for option, others in WITHOUT_MEANING.items():
        for other, values in others:
            if option.of(options) != option.default and other.of(options) in values:
                yield _clash(option, NOT_WITH, other, options)
                break
    method = own.PAIRING_METHOD.of(options)
    if method == own.GROUPS and own.WITHIN.of(options) == own.AT_RANDOM:
        for option in NOT_RANDOM:
            if option.of(options) != option.default:
                yield _clash(option, NOT_WITH, own.WITHIN, options)
    yield from _pools(options)
    if own.STOPS.value(options) and own.ABSENCE.value(options):
        yield _clash(own.ABSENCE, NOT_WITH, own.STOPS, options)
    if method == own.DUTCH:
        yield from _dutch(options)


def _pools(options: Options) -> Iterator[Clash]:
    """Pools too many, and settings that count in an event that is one."""
    if not own.has_pools(options):
        return
    for count in sorted({*own.POOLS.value(options).all} - {0, *range(2, own.MOST_POOLS + 1)}):
        yield Clash(own.POOLS.name, POOL_COUNT, {"value": count, "most": own.MOST_POOLS})
    if own.PAIRING_METHOD.of(options) == own.DUTCH:
        yield _clash(own.POOLS, NOT_WITH, own.PAIRING_METHOD, options)
    if own.STOPS.value(options):
        yield _clash(own.STOPS, NOT_WITH, own.POOLS, options)


def _dutch(options: Options) -> Iterator[Clash]:
    """Settings that the files of FIDE's systems have no place for."""
    if own.FIRST_ROUND.of(options) == own.BY_LOT:
        needed = f"{own.BY_SEED} / {own.BY_RATING}"
        yield _clash(own.FIRST_ROUND, NEEDS, own.PAIRING_METHOD, options, needed)
    if own.RESULT.of(options) == own.TWO_GAMES:
        yield _clash(own.RESULT, NOT_WITH, own.PAIRING_METHOD, options)
    for option in POINTS:
        value = option.value(options)
        if value is not None and not (0 <= value < 100 and (Fraction(value) * 10).denominator == 1):
            yield _clash(option, NEEDS, own.PAIRING_METHOD, options, TENTHS)
    if own.RESULT.of(options) not in SIDED:
        yield from _forfeits(options)


def _forfeits(options: Options) -> Iterator[Clash]:
    """A forfeit is worth a win and an absent round there. Source: TRF 2026, record 162, W and A."""
    win, absence = own.WIN.value(options), own.ABSENCE.value(options)
    walkover = own.WALKOVER.value(options)
    if walkover is None:
        bye = own.BYE.value(options)
        walkover = win if bye is None else bye
    for option, value, needed in (
        (own.WALKOVER, walkover, win),
        (own.ABSENT, own.ABSENT.value(options), absence),
    ):
        if value != needed:
            yield _clash(option, NEEDS, own.PAIRING_METHOD, options, str(needed))


def _clash(option: Option, text: str, other: Option, options: Options, needed: str = "") -> Clash:
    values = {"other": other.name, "value": other.of(options)}
    return Clash(option.name, text, {**values, "needed": needed} if needed else values)
