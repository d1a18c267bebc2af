"""Names that may belong to one person: written differently, or nearly the same."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from unicodedata import normalize

from xlplugin.workbook.table import OTHER_LETTERS, folded

LEAST_LETTERS, LEAST_WORD, LEAST_LAST = 6, 4, 3
"""Shorter names and words differ in one letter too often: Cal and Hal, Tom and Tim.

What follows a first name that is the same may be shorter: Pavel Lee and Pavel Lea.
"""


def key(name: str) -> str:
    """A name as it is the same for one person: no case, no stray spaces, no accents."""
    plain = re.sub("[\u0300-\u036f]", "", normalize("NFD", folded(name)))
    return normalize("NFC", plain).translate(OTHER_LETTERS)


def namesakes(
    names: Sequence[str], among: Collection[int] | None = None
) -> Iterator[tuple[int, int]]:
    """The places of every two names that may be one person's, from 0.

    Blanks are like nobody's. One of the two places must be ``among`` these, if they are given.
    """
    if among is not None and not among:
        return
    known: dict[str, list[int]] = defaultdict(list)
    words = [tuple(re.findall(r"\w+", key(name))) for name in names]
    for j, two in enumerate(words):
        signs = _signs(two)
        near = {i for sign in signs for i in known[sign]}
        if among is not None and j not in among:
            near &= {*among}
        yield from ((i, j) for i in sorted(near) if _are_alike(words[i], two))
        for sign in signs:
            known[sign].append(j)


def _signs(words: tuple[str, ...]) -> set[str]:
    """Signs of a name: two without a common one are not alike."""
    if not words:
        return set()
    whole = "".join(words)
    return {*words, whole, f"{whole[0]}-"} if len(words) == 1 else {*words, whole}


def _are_alike(one: tuple[str, ...], two: tuple[str, ...]) -> bool:
    if one == two or "".join(one) == "".join(two):
        return True
    if [w for w in one if w.isdecimal()] != [w for w in two if w.isdecimal()]:
        return False
    if len(one) != len(two):
        fewer, more = sorted((one, two), key=len)
        return len(fewer) > 1 and set(fewer) < set(more)
    if sorted(one) == sorted(two):
        return True
    differ = [(a, b) for a, b in zip(one, two, strict=True) if a != b]
    if any(_is_initial(a, b) for a, b in differ):
        return len(differ) < len(one) and all(_is_initial(a, b) for a, b in differ)
    least = LEAST_LAST if one[0] == two[0] else LEAST_WORD
    if len(differ) > 1 or min(map(len, differ[0])) < least:
        return False
    return sum(map(len, one)) >= LEAST_LETTERS and _is_one_slip(*differ[0])


def _is_initial(one: str, two: str) -> bool:
    """True if one of the words is the first letter of the other."""
    return one != two and (
        two.startswith(one) if len(one) == 1 else len(two) == 1 and one[0] == two
    )


def _is_one_slip(one: str, two: str) -> bool:
    """True if a letter too many, too few or wrong, or two exchanged, make one of the other.

    A wrong first letter makes another name: Marek and Darek.
    """
    if abs(len(one) - len(two)) > 1:
        return False
    same = next((i for i, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), None)
    if same is None:
        return True
    first, second = one[same:], two[same:]
    if len(one) != len(two):
        return first[1:] == second or second[1:] == first
    if first[:2] == second[1::-1] and first[2:] == second[2:]:
        return True
    return same > 0 and first[1:] == second[1:]
