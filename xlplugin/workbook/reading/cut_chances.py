"""The chances of the cut in words, for the terminal, the tab and the page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from engine.chances.chances import Chance, Chances, Draw, Proof, State
from engine.model import Match
from xlplugin.ground.customs import grouped
from xlplugin.ground.texts import msg, rounded, t, tn
from xlplugin.workbook.reading.event_book import EventBook

STATES: Mapping[State, str] = {
    State.SAFE: msg("safe"), State.OUT: msg("out"), State.OPEN: msg("open"),
}  # fmt: skip
CERTAIN: Mapping[Proof, str] = {
    Proof.POINTS: msg("Proved by points alone"),
    Proof.TIEBREAKS: msg("Proved by points and tiebreaks"),
    Proof.GONE: msg("Does not play on: dropped, declines, or out after day one"),
    Proof.NO_DRAW: msg("Draws cannot be agreed here"),
    Proof.EITHER: msg("A result was found that leaves one of them out"),
    Proof.NONE: msg("Could not be proved"),
}
"""The sentence of a proof, but for that by all results; ``EITHER`` is of two players."""


def percent(player: Chance) -> str:
    """A chance in percent; one that is not certain is never told as if it were."""
    if player.state is State.OPEN and not 0.01 <= player.chance <= 0.99:
        return "< 1%" if player.chance < 0.01 else "> 99%"
    return f"{rounded(100 * player.chance, 0)}%"


def based_on(found: Chances, player: Chance) -> str:
    """The basis of the state of a player, or of the chance."""
    if player.proof is Proof.RESULTS:
        return _all_results(found)
    if player.state is not State.OPEN:
        return t(CERTAIN[player.proof])
    if player.proof is Proof.NONE:
        text = msg("Drawn at random: {n} results, all alike; could not be proved")
        return t(text, n=_many(found))
    return t("Drawn at random: {n} results", n=_many(found))


def draws_to_tell(found: Chances) -> dict[Match, Draw]:
    """The matches still played, but for those of two players who are out: a draw means nothing to them."""
    out = {player.no for player in found.players if player.state is State.OUT}
    return {match: draw for match, draw in found.draws.items() if not out.issuperset(match.players)}


def draw_in_words(draw: Draw) -> str:
    """The verdict on an intentional draw."""
    if draw.is_safe:
        return t("safe for both")
    return t("not certain") if draw.proof is Proof.NONE else t("not safe")


def draw_based_on(found: Chances, draw: Draw) -> str:
    """The basis of that verdict."""
    return _all_results(found) if draw.proof is Proof.RESULTS else t(CERTAIN[draw.proof])


def _all_results(found: Chances) -> str:
    return tn(
        "The only result that is possible",
        "All {count} results looked at",
        found.results,
        count=_many(found),
    )


def _many(found: Chances) -> str:
    return grouped(found.results)


def heading(event: EventBook, size: int) -> str:
    """The cut, and the round that the event is in."""
    played = len(event.typed.rounds)
    planned = max(event.planned_rounds(), played)
    text = msg("The cut to the top {size}, round {n} of {planned}")
    return t(text, size=size, n=played, planned=planned)


def in_short(found: Chances, size: int) -> str:
    """The numbers of those who are safe, out, and neither."""
    counts = Counter(player.state for player in found.players)
    safe, out, still = (counts[state] for state in (State.SAFE, State.OUT, State.OPEN))
    parts = [
        t("{n} safe", n=safe) if safe else t("nobody safe yet"),
        t("{n} out", n=out) if out else t("nobody out yet"),
        *([t("{n} still in the running", n=still)] if still else []),
    ]
    return t("Top {size}: {parts}.", size=size, parts=", ".join(parts))


def results_so_far(event: EventBook) -> str:
    """The results that are counted."""
    if not event.rounds:
        return t("Before round 1")
    newest = event.rounds[-1]
    tables = sum(match.player2 is not None for match in newest.matches)
    text = msg("With {n} of {all} results of {tab}")
    return t(text, n=tables - len(newest.missing), all=tables, tab=newest.name)


def what_it_is(event: EventBook, found: Chances) -> str:
    """An explanation of what is certain, and of the chances."""
    text = t(
        "Certain, whatever the results: safe, out and safe for both. Sampled: the chances of the others, in "
        "{n} results drawn at random, with even games and nobody drawing.",
        n=_many(found),
    )
    if found.is_exact:
        text = tn(
            "Exact: the only result that is possible, with its tiebreaks.",
            "Exact: all {count} results that are possible, with their tiebreaks. Chances assume even games.",
            found.results,
            count=_many(found),
        )
    return f"{text} {_unless(event)}"


def for_players(event: EventBook, found: Chances) -> str:
    """The same, for everybody."""
    text = t(
        "Certain and out hold whatever the results. The other chances are from {n} results drawn at random, "
        "with even games; they change with each result.",
        n=_many(found),
    )
    if found.is_exact:
        text = t(
            "Every result that is still possible was examined; the chances assume even games. "
            "They change with each result."
        )
    return f"{text} {_unless(event)}"


def _unless(event: EventBook) -> str:
    """The changes besides results that are not foreseen."""
    if (
        len(event.typed.rounds) >= event.planned_rounds()
    ):  # no Swiss round is left to come back with
        return t(
            "Players who are out may still get in if somebody else leaves or declines the cut."
        )
    return t(
        "Dropped players may come back with the next Swiss round: safe is so even then. Players "
        "who are out may still get in by that, or if somebody else leaves or declines the cut."
    )
