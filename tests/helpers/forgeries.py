"""Changes to anything that people see on a page, by somebody who recomputes its digest."""

from __future__ import annotations

import copy
from random import Random

from published import data_of, with_data

from xlplugin.exports.proof import digest_of

UNSEEN = (
    "made",
    "madeAt",
    "poll",
    "clock.started",
    "clock.extra",
    "clock.forecast",
    "rounds.*.matches.*.extra",
)
"""What nothing can be held against, as ``docs/proof.md`` says."""
LANGUAGES = ("en", "en", "en", "pl")


def forged(page, number):
    """The page with one leaf of what it shows changed, and which one; perhaps said to be in another language."""
    random = Random(number)
    data = data_of(page)
    shapes = {}
    for path in _leaves({key: value for key, value in data.items() if key != "proof"}):
        shape = ".".join("*" if isinstance(key, int) else key for key in path)
        if not shape.startswith(UNSEEN):
            shapes.setdefault(shape, []).append(path)
    shape = random.choice(sorted(shapes))
    path = random.choice(shapes[shape])
    data = copy.deepcopy(data)
    *within, key = path
    place = data
    for each in within:
        place = place[each]
    place[key] = _other(place[key], random)
    data["proof"]["language"] = random.choice(LANGUAGES)
    return with_new_digest(page, data), f"{shape}: {place[key]!r}"


def with_new_digest(page, data):
    """The page with other data, by somebody who knows how it is made."""
    data["proof"]["digest"] = digest_of(data["proof"])
    return with_data(page, data)


def _leaves(value, path=()):
    """The way to every text, number, and empty list or mapping."""
    items = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value)
        if isinstance(value, list)
        else ()
    )
    items = list(items)
    for key, each in items:
        yield from _leaves(each, (*path, key))
    if not items:
        yield path


def _other(value, random):
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return value + 1
    if isinstance(value, str) and value:
        return random.choice((f"{value} ", value[:-1], "results annulled", f"{value}1"))
    return random.choice(("x", "L", 1, ["x"], {"x": 1}))
