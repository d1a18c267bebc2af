"""The sentences of reasons: why players were paired as they were."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.model import Exact, Tournament
from engine.reasons import Listed, Phrase, Reason, Value, Values
from xlplugin.ground.texts import t, tn

PLACES = ("one", "two", "three")


def cited(reason: Reason, tournament: Tournament) -> str:
    """The rule of a reason, and its sentence."""
    return f"{reason.rule}: {sentence(reason, tournament)}"


def sentence(reason: Reason, tournament: Tournament) -> str:
    """A reason as a sentence, with the names of the players."""
    names = dict(zip(PLACES, map(tournament.name, reason.players), strict=False))
    if not reason.values:
        return t(reason.template, **names)
    return t(reason.template, **_filled(reason.values, names, tournament.name))


def phrase(value: Phrase) -> str:
    """A phrase that names no players."""
    return _text(value, {}, str)


def number(n: Exact) -> int | float:
    """A number as people write it: ``4.5``."""
    return n if isinstance(n, int) else float(n)


def points(n: Exact) -> str:
    """Points as people say them: ``1 point``, ``4.5 points``."""
    return tn("{n} point", "{n} points", _plural(n), n=number(n))


def _plural(n: Exact) -> int:
    """The whole number whose plural a number has: half a point is said of points."""
    return int(n) if n == int(n) else 2


def _filled(values: Values, names: Mapping[str, str], name: Callable[[int], str]) -> dict[str, str]:
    return {**names, **{key: _text(value, names, name) for key, value in values.items()}}


def _text(value: Value, names: Mapping[str, str], name: Callable[[int], str]) -> str:
    if isinstance(value, Phrase):
        filled = _filled(value.values, names, name)
        if not value.many:
            return t(value.template, **filled)
        filled["n"] = str(number(value.n))
        return tn(value.template, value.many, _plural(value.n), **filled)
    if isinstance(value, Listed):
        texts = [_text(each, names, name) for each in value.values]
        return t(value.separator).join(texts)
    if isinstance(value, int | str):
        return str(value)
    return t(Listed(()).separator).join(map(name, value))
