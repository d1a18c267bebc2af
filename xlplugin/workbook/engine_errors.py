"""The sentence of each error of the engine, with the organizer's remedy."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from engine import ErrorKind, Player, RuleViolation, Stage, TournamentError
from xlplugin.ground.texts import msg, t, tn
from xlplugin.workbook.layouts import tab_names
from xlplugin.workbook.layouts.event_tab import CLUBS_APART, ROUNDS
from xlplugin.workbook.layouts.players_tab import DO_NOT_PAIR
from xlplugin.workbook.layouts.round_tabs import cut_name

Data: TypeAlias = Mapping[str, Any]
MOST_NAMED = 6
"""So many players are named at most where no pairing is legal."""


def error_text(error: Exception) -> str:
    """What is wrong and what to do, for the organizer."""
    if not isinstance(error, TournamentError):
        return str(error)
    sentence, data = SENTENCES[error.kind], error.data
    if isinstance(sentence, Mapping):
        sentence = next(text for key, text in sentence.items() if not key or data[key])
    text = t(sentence, **_named(data))
    if not isinstance(error, RuleViolation):
        return text
    return t("{text} ({rule})", text=text, rule=error.clause or WISHES[error.kind])


def _names(players: Iterable[Player]) -> str:
    return ", ".join(player.name for player in players)


def _named(data: Data) -> dict[str, object]:
    """The data with names: of a player at ``{player}``, of two at ``{one}`` and ``{two}``, of a ``{tab}``."""
    named: dict[str, object] = {**data, "column": DO_NOT_PAIR.header}
    if "player" in data:
        named["player"] = data["player"].name
    if "players" in data:
        players = data["players"]
        named |= {"one": players[0].name, "two": players[-1].name, "names": _names(players)}
    if "tables" in data:
        pairs = [t("{one} and {two}", one=one.name, two=two.name) for one, two in data["tables"]]
        named["names"] = ", ".join(pairs)
    if "stage" in data:
        named["tab"] = _tab_of(data["stage"], data["round"])
    for key in {"names", "rounds", "sizes", "pools"} & data.keys():
        named[key] = ", ".join(map(str, data[key]))
    if "stuck" in data:
        reasons = (_reason(data, *of_player) for of_player in data["stuck"][:MOST_NAMED])
        named |= {"reasons": "; ".join(reasons), "remedies": t("; or ").join(_remedies(data))}
    if "count" in data:
        count = tn("{n} active player", "{n} active players", data["count"])
        named["active"] = count if data["count"] else t("No active players")
    return named


def _tab_of(stage: Stage, number: int) -> str:
    if stage is Stage.TIEBREAKER:
        return t("Tiebreaker round")
    return cut_name(number) if stage is Stage.ELIMINATION else tab_names.round_name(number)


def _reason(data: Data, player: Player, others: tuple[Player, ...]) -> str:
    text = msg("{name} has met everyone still playing")
    if others:
        text = msg("{name} could only meet {others}")
    elif data["sides_swapped"] and data["forbidden"]:
        text = msg("{name} has met with both sides, or must not meet, everyone still playing")
    elif data["sides_swapped"]:
        text = msg("{name} has met with both sides everyone still playing")
    elif data["forbidden"]:
        text = msg("{name} has met, or must not meet, everyone still playing")
    return t(text, name=player.name, others=_names(others))


def _remedies(data: Data) -> Iterable[str]:
    if data["round"] > 1:
        text = msg("end the Swiss rounds here: type {round} beside {setting} on Event")
        yield t(text, round=data["round"] - 1, setting=ROUNDS.name)
    if data["forbidden"]:
        names = _names(data["forbidden"][:MOST_NAMED])
        yield t(
            "clear labels in {column} on Players ({names})", column=DO_NOT_PAIR.header, names=names
        )
    yield t("let another player in")
    if data["dropping_helps"]:
        yield t("set somebody on Players to Dropped")


WISHES: Mapping[ErrorKind, str] = {
    ErrorKind.FORBIDDEN_MEETING: DO_NOT_PAIR.header,
    ErrorKind.CLUB_MEETING: CLUBS_APART.name,
}
"""What is cited in place of a clause: where the organizer's wish is typed."""
SENTENCES: Mapping[ErrorKind, str | Mapping[str, str]] = {
    ErrorKind.UNKNOWN_RULESET: {
        "similar": msg(
            "There is no ruleset {name!r}; choose one of: {names}. Did you mean {similar}?"
        ),
        "": msg("There is no ruleset {name!r}; choose one of: {names}."),
    },
    ErrorKind.TOO_FEW_PLAYERS: msg(
        "{active}: {ruleset} needs at least {needed}. Type more names on Players, or set Status to "
        "Active."
    ),
    ErrorKind.TOO_FEW_FOR_POOLS: msg(
        "Too few players in pool {pools}: each needs {needed} or more. Lower {setting}, or change Pool on "
        "Players."
    ),
    ErrorKind.TOO_FEW_AFTER_PROGRESSION: msg(
        "{active} with the {points} points of the progression. Lower Day two points on Event."
    ),
    ErrorKind.RESULT_MISSING: msg("{tab}, table {table}: the result is missing"),
    ErrorKind.MATCH_MISSING: msg("Cut {round}: a match of the bracket is missing"),
    ErrorKind.NOT_IN_BRACKET: msg(
        "Cut {round}, table {table}: {one} and {two} do not meet here by the bracket"
    ),
    ErrorKind.ROUND_ROBIN_IN_PART: msg(
        "In a round robin each table follows from all the others, so some of them cannot be paired "
        "again alone."
    ),
    ErrorKind.TOO_FEW_AT_TABLES: msg(
        "Fewer than two active players are at these tables. Name more tables."
    ),
    ErrorKind.NO_CUT: msg(
        "{ruleset} has no cut ({document}): the standings after the last round are final."
    ),
    ErrorKind.UNKNOWN_CUT_SIZE: msg("there is no cut to {size}; there are: {sizes}"),
    ErrorKind.TOO_FEW_FOR_CUT: msg(
        "a cut to {size} needs {size} players, but only {count} can play on"
    ),
    ErrorKind.NO_TIEBREAKER_ROUND: msg("{ruleset} has no tiebreaker round."),
    ErrorKind.TIEBREAKER_NOT_NEEDED: msg(
        "No tiebreaker round is needed: nobody outside the top {size} has as many points as the last "
        "one in it."
    ),
    ErrorKind.NO_ELIMINATION: msg("The event has no elimination."),
    ErrorKind.ELIMINATION_OVER: msg(
        "The elimination is over: {player} has won. Write the final standings."
    ),
    ErrorKind.ELIMINATION_NOT_OVER: msg("Cut {round} has not been played."),
    ErrorKind.ROUND_ROBIN_FINISHED: {
        "forbidden": msg(
            "Everyone has met everyone whom they may meet ({column}): the round robin is finished. The "
            "standings after round {round} are final."
        ),
        "": msg(
            "Everyone has met everyone: the round robin is finished. The standings after round {round} are "
            "final."
        ),
    },
    ErrorKind.LIBRARY_MISSING: msg(
        'Pairing by {choice} needs the library {library}, which is not installed: pip install "{needed}"; or '
        "choose another way of pairing"
    ),
    ErrorKind.LIBRARY_REFUSES: msg(
        "No pairing of round {round} by {choice} ({library}): {why}. What can be done: let somebody "
        "drop, or choose another way of pairing"
    ),
    ErrorKind.RECORDS_REACHED: msg(
        "The Swiss rounds are over: nobody is left to meet who has not won or lost enough. The standings "
        "after round {round} are final."
    ),
    ErrorKind.NO_LEGAL_PAIRING: msg(
        "No legal pairing is left for round {round} with these {count} players: {reasons}. What can be "
        "done: {remedies}."
    ),
    ErrorKind.PAIRED_TWICE: msg("{player} is paired {count} times in round {round}"),
    ErrorKind.NOT_ACTIVE: msg("{player} is paired in round {round}, but not active"),
    ErrorKind.NOT_PAIRED: msg("{player} is active, but not paired in round {round}"),
    ErrorKind.FORBIDDEN_MEETING: msg(
        "{one} and {two} meet in round {round}, but must not meet at all"
    ),
    ErrorKind.POOLS_MEET: msg("{one} and {two} meet in round {round}, but are in different pools"),
    ErrorKind.REMATCH: {
        "same_sides": msg(
            "{one} and {two} meet with the same sides in round {round}, but have met with the same sides "
            "in round {rounds}"
        ),
        "": msg("{one} and {two} meet in round {round}, but have met in round {rounds}"),
    },
    ErrorKind.BOTH_SIT_OUT: msg(
        "{one} and {two} both sit out round {round}, but have still to meet"
    ),
    ErrorKind.AWARDED_BYE_PAIRED: msg("{player} has an awarded bye, but is paired"),
    ErrorKind.TOO_MANY_BYES: {
        "needed": msg("too many byes: {count} players need one bye, these have one: {names}"),
        "": msg("too many byes: {count} players need no bye, these have one: {names}"),
    },
    ErrorKind.ANOTHER_BYE: msg("{player} gets another bye, but others have had fewer"),
    ErrorKind.CLUB_MEETING: {
        "needed": msg(
            "players of one club meet in round {round}, of which at most {needed} of these tables would be "
            "needed: {names}"
        ),
        "": msg("players of one club meet in round {round}, of which none need to: {names}"),
    },
}
"""The sentences by kind; of several the first whose key in the data has a value, else that of ``""``."""
