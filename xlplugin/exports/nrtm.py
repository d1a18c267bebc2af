"""Reading NRTM JSON, the results file of Netrunner's community tools; its ids are the numbers."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, cast

from engine import RULESETS, Match, Player, Round, Special
from xlplugin.exports.nrtm_cut import read_elimination
from xlplugin.ground.limits import MOST_ENTRANTS, MOST_GAMES, MOST_NAME, MOST_ROUNDS
from xlplugin.ground.problems import OrganizerError, stop
from xlplugin.ground.texts import msg, t, tn
from xlplugin.roster.played_elsewhere import (
    UNHOLDABLE,
    UNWRITABLE,
    ImportedEvent,
    with_status,
)
from xlplugin.workbook.formats import sheet_of
from xlplugin.workbook.formats.nrtm import RUNNER_ROLE, NrtmGames

PLAYER_FIELDS = {
    "corpIdentity": "Corp",
    "runnerIdentity": "Runner",
    "corpFaction": "Corp faction",
    "runnerFaction": "Runner faction",
    "pronouns": "Pronouns",
}


def read_nrtm(text: str, source: str) -> ImportedEvent:
    """Read the content of a results file, whose name is for messages.

    Raises:
        OrganizerError: it is no results file, or cannot be a Swiss event; every reason is listed.
    """
    data = _parsed(text, source)
    _refuse_large(data, source)
    problems: list[str] = []
    players = _players(data, problems)
    known = {player.no for player in players}
    organizer = data.get("tournamentOrganiser")
    organizer = organizer if isinstance(organizer, dict) else {}
    told = {"Event name": data.get("name"), "Date": data.get("date")}
    told["Organizer"] = organizer.get("nrdbUsername")
    settings = {setting: str(value or "") for setting, value in told.items()}
    event = ImportedEvent(source, settings["Event name"], settings, players)
    for setting, value in event.settings.items():
        if UNHOLDABLE.search(value):
            text = msg("{setting}: {value} has characters that no workbook can hold")
            problems.append(t(text, setting=setting, value=repr(value)))
    if isinstance(data.get("preliminaryRounds"), int) and data["preliminaryRounds"] > 0:
        event.settings["Rounds"] = str(data["preliminaryRounds"])
    rounds = _rounds(data, problems)
    swiss = [[game for game in games if not game.get("eliminationGame")] for games in rounds]
    later = [[game for game in games if game.get("eliminationGame")] for games in rounds]
    sides = (game.get(f"player{n}") for games in swiss for game in games for n in (1, 2))
    if any(isinstance(side, dict) and side.get("role") for side in sides):  # who was the Corp
        event.ruleset = "nisei-single-sided"
    nrtm = sheet_of(RULESETS[event.ruleset].match_format).nrtm
    assert nrtm is not None
    for number, games in enumerate(filter(None, swiss), 1):
        matches, second = _matches(games, number, known, nrtm, problems)
        event.rounds.append(Round(number, tuple(matches)))
        event.byes_second.append(second)
    if problems:
        listed = "\n".join(f"- {problem}" for problem in problems)
        stop("{file} cannot be imported:\n{problems}", file=source, problems=listed)
    event.ranks = {p["id"]: p["rank"] for p in data["players"] if type(p.get("rank")) is int}
    _add_elimination(event, data, list(filter(None, later)), known)
    in_cut = set(event.elimination.seeds) if event.elimination else set()
    event.players = with_status(players, event.rounds, in_cut)
    return event


def _add_elimination(
    event: ImportedEvent,
    data: Mapping[str, Any],
    rounds: Sequence[Sequence[Mapping[str, Any]]],
    known: set[int],
) -> None:
    """The cut of a file, and its elimination where the games are those of a bracket."""
    cut = RULESETS[event.ruleset].cut
    if cut is None:
        return
    if data.get("cutToTop") in cut.sizes:
        event.settings["Cut"] = str(data["cutToTop"])
    if not rounds:
        return
    played = read_elimination(data.get("eliminationPlayers"), rounds, cut, known)
    if played is None:
        text = tn(
            "{n} elimination game, which are those of no bracket of the eliminationPlayers",
            "{n} elimination games, which are those of no bracket of the eliminationPlayers",
            sum(map(len, rounds)),
        )
        event.left_out.append(text)
        return
    event.elimination, event.settings["Elimination"] = played
    event.settings["Cut"] = str(len(event.elimination.seeds))


def _parsed(text: str, source: str) -> dict[str, Any]:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        message = msg("{file} is not a JSON file ({error}). Export the event again.")
        raise OrganizerError(t(message, file=source, error=error)) from None
    lists = [data.get(key) for key in ("players", "rounds")] if isinstance(data, dict) else [None]
    if not all(isinstance(each, list) for each in lists):
        stop(
            "{file} is not an NRTM results file: it has no lists 'players' and 'rounds'.",
            file=source,
        )
    return cast(dict[str, Any], data)


def _refuse_large(data: Mapping[str, Any], source: str) -> None:
    """Refuse a file with far more in it than an event, which would take minutes."""
    games = sum(len(games) for games in data["rounds"] if isinstance(games, list))
    counts = (
        (
            len(data["players"]),
            MOST_ENTRANTS,
            msg("{file} has {n} players; the maximum is {most}."),
        ),
        (len(data["rounds"]), MOST_ROUNDS, msg("{file} has {n} rounds; the maximum is {most}.")),
        (games, MOST_GAMES, msg("{file} has {n} games; the maximum is {most}.")),
    )
    for count, most, text in counts:
        if count > most:
            raise OrganizerError(t(text, file=source, n=count, most=most))


def _players(data: Mapping[str, Any], problems: list[str]) -> list[Player]:
    players: list[Player] = []
    for place, entry in enumerate(data["players"], 1):
        if fault := _fault(entry, place):
            problems.append(fault)
            continue
        details = {PLAYER_FIELDS[k]: str(entry[k]) for k in PLAYER_FIELDS if entry.get(k)}
        for header, value in details.items():
            if UNHOLDABLE.search(value):
                text = msg("player {no}: {header} {value} has characters that no workbook can hold")
                problems.append(t(text, no=entry["id"], header=header, value=repr(value)))
        players.append(Player(entry["id"], entry["name"], details=details))
    ids = Counter(str(p.no) for p in players)
    names = Counter(" ".join(p.name.split()).casefold() for p in players)
    for text, counts in (
        (msg("{n} players have the id {value}"), ids),
        (msg("{n} players have the name {value}"), names),
    ):
        problems += [t(text, n=n, value=repr(value)) for value, n in counts.items() if n > 1]
    return players


def _fault(entry: object, place: int) -> str:
    """The reason that an entry is no player; ``""`` for one."""
    if not isinstance(entry, dict) or type(entry.get("id")) is not int or entry["id"] < 1:
        return t("the id of player {place} is not a whole number", place=place)
    no, name = entry["id"], entry.get("name")
    if not isinstance(name, str) or not name.strip():
        return t("player {no} has no name", no=no)
    if len(name) > MOST_NAME:
        text = msg("player {no}: the name has {count} characters; the maximum is {most}")
        return t(text, no=no, count=len(name), most=MOST_NAME)
    text = msg("player {no}: the name {name} has characters that no workbook can hold")
    return t(text, no=no, name=repr(name)) if UNWRITABLE.search(name) else ""


def _rounds(data: Mapping[str, Any], problems: list[str]) -> list[list[Mapping[str, Any]]]:
    """The games of every round that is a list of objects."""
    rounds: list[list[Mapping[str, Any]]] = []
    for number, games in enumerate(data["rounds"], 1):
        if not isinstance(games, list):
            problems.append(t("round {round} is not a list of games", round=number))
        elif not all(isinstance(game, dict) for game in games):
            problems.append(t("round {round}: a game is not an object", round=number))
        else:
            rounds.append(games)
    return rounds


def _matches(
    games: Sequence[Mapping[str, Any]],
    number: int,
    known: set[int],
    nrtm: NrtmGames,
    problems: list[str],
) -> tuple[list[Match], set[int]]:
    """The matches of a round, and the players whose bye stands on Player 2's side."""
    matches: list[Match] = []
    second: set[int] = set()
    for place, game in enumerate(games, 1):
        match = _match(game, place, known, nrtm)
        if isinstance(match, str):
            text = msg("round {round}, game {game}: {what}")
            problems.append(t(text, round=number, game=place, what=match))
            continue
        matches.append(match)
        if match.player2 is None and game["player1"].get("id") is None:
            second.add(match.player1)
    seen = Counter(no for match in matches for no in match.players)
    problems += [
        t("round {round}: player {no} has {n} games", round=number, no=no, n=count)
        for no, count in seen.items()
        if count > 1
    ]
    return matches, second


def _match(game: Mapping[str, Any], place: int, known: set[int], nrtm: NrtmGames) -> Match | str:
    """The match of a game, or the fault of it."""
    table = game.get("table") if type(game.get("table")) is int else place
    one, two = game.get("player1"), game.get("player2")
    if not isinstance(one, dict) or not isinstance(two, dict):
        return t("player1 or player2 is missing")
    if one.get("role") == RUNNER_ROLE:
        one, two = two, one
    ids = [side["id"] for side in (one, two) if side.get("id") is not None]
    if unknown := [no for no in ids if type(no) is not int or no not in known]:
        return t("no such player {players}", players=unknown)
    if not ids:
        return t("no such player")
    if len(ids) == 1:
        return Match(table or place, ids[0], None, special=Special.BYE)
    scores = [s.get(f"{kind}Score") for s in (one, two) for kind in ("corp", "runner", "combined")]
    if not all(score is None or type(score) is int for score in scores):
        return t("a score is not a whole number")
    played = nrtm.read(one, two, game)
    return played if isinstance(played, str) else Match(table or place, ids[0], ids[1], *played)
