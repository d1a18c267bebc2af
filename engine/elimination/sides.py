"""The sides of an elimination. Rule: OP, Event structure: Elimination rounds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from engine.draws import Draws
from engine.elimination.progress import Fixture
from engine.match_format import EliminationFormat
from engine.model import Round
from engine.reasons import Kind, Phrase, Reason, Values
from engine.texts import msg

ASSIGNED = msg(
    "sides {how}: {corp} is the Corp ({one} was Corp {corp1}, Runner {runner1}, {two} was Corp {corp2}, "
    "Runner {runner2} in the elimination)"
)
DRAWN, PLAYED_LEAST = Phrase(msg("drawn")), Phrase(msg("played least"))
BY_DIFFERENCE = Phrase(msg("by the greater difference"))


def assign_sides(
    rounds: Iterable[Round], format_: EliminationFormat, fixture: Fixture, draws: Draws, clause: str
) -> tuple[int, Reason]:
    """Choose the Corp of a game after the first round; walkovers before it count for nothing.

    A second final has the sides of the first one reversed. Else each player plays the side
    played least; if both want the same one, it goes to whoever has the greater difference; if
    that is equal, the sides are drawn.

    Returns:
        1 or 2, the higher seed being 1, and why.
    """
    corps: Counter[int] = Counter()
    runners: Counter[int] = Counter()
    last_corp: dict[frozenset[int], int] = {}
    for match in (match for round_ in rounds for match in round_.matches):
        last_corp.pop(frozenset(match.players), None)
        if corp := format_.corp(match.result, match.special):
            no, other = match.players if corp == 1 else match.players[::-1]
            corps[no] += 1
            runners[other] += 1
            last_corp[frozenset(match.players)] = no
    one, two = fixture.one, fixture.two
    if fixture.game.if_needed and fixture.players in last_corp:
        corp = 2 if last_corp[fixture.players] == one else 1
        text = msg("second final, the sides of the first one reversed: {one} is the Corp")
        return corp, Reason(Kind.SIDES, clause, text, ((one, two)[corp - 1],))
    difference = {no: corps[no] - runners[no] for no in (one, two)}
    if difference[one] == difference[two]:
        corp, how = 1 + draws.luck(2), DRAWN
    else:
        corp = 2 if difference[one] > difference[two] else 1
        how = BY_DIFFERENCE if difference[one] * difference[two] > 0 else PLAYED_LEAST
    values: Values = {
        "how": how,
        "corp": ((one, two)[corp - 1],),
        "corp1": corps[one],
        "runner1": runners[one],
        "corp2": corps[two],
        "runner2": runners[two],
    }
    return corp, Reason(Kind.SIDES, clause, ASSIGNED, (one, two), values)
