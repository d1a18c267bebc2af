"""Settings that contradict one another, all of them at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain

from engine.options import Clash, Option, Options
from engine.own import options as own
from engine.own.pairing_clashes import pairing_clashes
from engine.own.tiebreaks import TIEBREAK_ROWS
from engine.own.values import BySize
from engine.texts import msg

WITHOUT_SIDES = (
    own.LOSS, own.BYE, own.WALKOVER, own.ABSENT, own.BANDS, own.BYE_RESULT, own.MOST_MARGIN, own.OFFSET, own.HANDICAPS, own.START_SCORE, own.ABSENCE, own.ROUND_DOWN,
)  # fmt: skip
"""Settings without a meaning in games with sides."""
ONLY_WITH = {
    own.MOST_MARGIN: (own.BY_SCORE,), own.OFFSET: (own.BY_SCORE,), own.HANDICAPS: (own.BY_WINNER,),
    own.BYE_RESULT: (own.BY_GAMES, own.BY_SCORE), own.BANDS: (own.BY_GAMES, own.BY_SCORE),
}  # fmt: skip
"""Settings that count with some kinds of results alone."""
SIDED = (own.TWO_GAMES, own.ONE_GAME)
NOT_WITH = msg("{setting} has no meaning where {other} is {value}")
SAME = msg("{setting} must have another name than {other}, {value}")
NEEDS_WHOLE = msg("{setting} must be a whole number where {other} is {value}")
LESS = msg("{setting} ({value}) must not be less than {other} ({least})")
NOT_MORE = msg("{setting} ({value}) must be more than {other} ({least})")
TWICE = msg("{setting}: {value} is listed already")
CUT_SIZE = msg("{setting} cannot be {value}: a cut has one of {sizes} players, or 0 for none")
NO_ROUNDS = msg("{setting}: there must be one round or more")


def clashes(options: Options) -> list[Clash]:
    """The contradictions among settings that are each valid; blanks have their defaults."""
    own_part = _results(options), _points(options), _tiebreaks(options), _size(options)
    found = [*chain(*own_part), *pairing_clashes(options)]
    return list({(clash.setting, clash.text): clash for clash in found}.values())


def _is_set(option: Option, options: Options) -> bool:
    return option.of(options) != option.default


def _results(options: Options) -> Iterator[Clash]:
    kind = own.RESULT.of(options)
    values = {"other": own.RESULT.name, "value": kind}
    if kind in SIDED:
        first, second = (option.of(options) for option in own.SIDES)
        if first.casefold() == second.casefold():
            yield Clash(own.SIDES[1].name, SAME, {"other": own.SIDES[0].name, "value": second})
        for option in WITHOUT_SIDES:
            if _is_set(option, options):
                yield Clash(option.name, NOT_WITH, values)
        for option in (own.WIN, own.DRAW):
            if not isinstance(option.value(options), int):
                yield Clash(option.name, NEEDS_WHOLE, values)
        return
    for option, kinds in ONLY_WITH.items():
        if kind not in kinds and _is_set(option, options):
            yield Clash(option.name, NOT_WITH, values)


def _points(options: Options) -> Iterator[Clash]:
    """Points of a win, a draw and a loss that do not rank so; with bands those count instead."""
    if own.BANDS.value(options):
        return
    win, draw, loss = (option.value(options) for option in (own.WIN, own.DRAW, own.LOSS))
    if win <= loss:
        values = {"value": win, "other": own.LOSS.name, "least": loss}
        yield Clash(own.WIN.name, NOT_MORE, values)
    if draw is not None and draw > win:
        values = {"value": win, "other": own.DRAW.name, "least": draw}
        yield Clash(own.WIN.name, LESS, values)
    if draw is not None and draw < loss:
        values = {"value": draw, "other": own.LOSS.name, "least": loss}
        yield Clash(own.DRAW.name, LESS, values)


def _tiebreaks(options: Options) -> Iterator[Clash]:
    found = Counter[str]()
    for row in TIEBREAK_ROWS:
        name = row.of(options)
        found[name] += 1
        if name != own.NONE and found[name] > 1:
            yield Clash(row.name, TWICE, {"value": name})


def _size(options: Options) -> Iterator[Clash]:
    rounds: BySize | None = own.ROUNDS_BY_SIZE.value(options)
    if rounds and 0 in rounds.all:
        yield Clash(own.ROUNDS_BY_SIZE.name, NO_ROUNDS, {})
    cut: BySize = own.CUT_BY_SIZE.value(options)
    for size in sorted({*cut.all} - {0, *own.CUT_SIZES}):
        sizes = ", ".join(map(str, own.CUT_SIZES))
        yield Clash(own.CUT_BY_SIZE.name, CUT_SIZE, {"value": size, "sizes": sizes})
