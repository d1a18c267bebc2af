"""Public events with published standings, recomputed under the ready-made files of rules.

``python tests/helpers/public_events.py`` prints the table of ``docs/own-rules.md``.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from math import floor
from pathlib import Path

from engine import Match, Player, Round, Special, Status, Tournament, rank
from engine.elimination.cut import eligible_for_cut
from engine.own.ruleset import OWN
from engine.own.scores import adjusted_scores
from engine.records import Records
from xlplugin.ground.resources import rules_files
from xlplugin.workbook.rules_file import read_rules

DATA = Path(__file__).parents[2].parent / "shared" / "data"


@cache
def events(family):
    """The events of a family."""
    lines = (DATA / family / "events.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def sheet(name, **others):
    """The settings of a ready-made file of rules, and others instead of some; tiebreaks as a list."""
    settings = read_rules(rules_files()[name], name)
    tiebreaks = others.pop("tiebreaks", None)
    if tiebreaks is not None:
        settings = {k: v for k, v in settings.items() if not k.startswith("Tiebreak ")}
        settings |= {f"Tiebreak {n}": tiebreak for n, tiebreak in enumerate(tiebreaks, 1)}
    return settings | {key.replace("_", " ").capitalize(): value for key, value in others.items()}


@dataclass
class Family:
    """What was compared: the values by column, and those that differ."""

    rules: str
    events: int = 0
    players: int = 0
    matches: int = 0
    values: Counter = field(default_factory=Counter)
    differing: list = field(default_factory=list)

    def begin(self, event, rounds):
        """Count an event with its rounds."""
        self.events += 1
        self.players += len(event["players"])
        self.matches += sum(m.player2 is not None for matches in rounds for m in matches)

    def same(self, column, is_same, *what):
        """Count a value, and note it if it is not as it was published."""
        self.values[column] += 1
        if not is_same:
            self.differing.append((column, *what))


def event_of(rounds, players, options):
    """The event; those who are said to have dropped have done so."""
    roster = tuple(
        Player(
            p["no"], f"No {p['no']}", seed=p.get("seed"),
            status=Status.DROPPED if p.get("dropped") else Status.ACTIVE,
            details={
                "Rating": str(p.get("rating") or ""), "Start score": str(p.get("start_mms", "")),
                "Pool": p.get("pool", ""),
            },
        )
        for p in players
    )  # fmt: skip
    played = tuple(Round(n, tuple(matches)) for n, matches in enumerate(rounds, 1))
    return Tournament(roster, played, options=options, seed="A")


def standings(rounds, players, options):
    """Each player's line of the standings."""
    return {line.no: line for line in rank(event_of(rounds, players, options), OWN)}


def rounded(value, places):
    """Half up, as printed."""
    return Fraction(floor(value * 10**places + Fraction(1, 2)), 10**places)


def tables(matches):
    """The matches at their tables."""
    return [Match(table, *match) for table, match in enumerate(matches, 1)]


# X-Wing

MOV_DIFFERS = {
    (688, 1): -50,  # published with 350 for the bye, elsewhere 300
    (941, 7): -18, (941, 10): 18,  # their match is listed as 87 : 31, but counted as 105 : 31 or the like
}  # fmt: skip
"""Rows whose published margin does not follow from the matches listed, and by how much ours differs."""


def xwing_rounds(event):
    """The rounds of an event; level scores have a winner."""
    for matches in event["rounds"]:
        rows = []
        for m in matches:
            if m["p2"] is None:
                rows.append((m["p1"], None, (), Special.BYE))
                continue
            winner = {m["p1"]: 1, m["p2"]: 2}[m["winner"]]
            scores = (m["points1"], m["points2"])
            rows.append((m["p1"], m["p2"], (*scores, winner if scores[0] == scores[1] else "")))
        yield tables(rows)


def xwing():
    """Points, margin of victory, strength of schedule (printed with two decimals)."""
    seen = Family("x-wing")
    for event in events("xwing"):
        rounds = [*xwing_rounds(event)]
        seen.begin(event, rounds)
        lines = standings(rounds, event["players"], sheet("x-wing"))
        for p in event["players"]:
            line, who = lines[p["no"]], (event["id"], p["no"])
            sos = abs(line.tiebreaks["SoS"] - Fraction(p["sos"]))
            gap = line.tiebreaks["MOV"] - p["mov"]
            seen.same("points", line.points == p["score"], who)
            seen.same("SoS", sos <= Fraction(6, 1000), who)
            if who in MOV_DIFFERS:
                assert gap == MOV_DIFFERS[who]
            else:
                seen.same("MOV", not gap, who)
    return seen


# Magic

ERAS = {
    "A": {"a_drawn_game_counts": "0"}, "B": {"lowest_own_share": "0"}, "C": {},
}  # fmt: skip
"""How older events were counted, beside today's rules."""


def magic_rounds(event):
    """The rounds of an event; 0-0-0 is worth nothing to either player."""
    for matches in event["rounds"]:
        rows = []
        for m in matches:
            games = (m["wins1"], m["wins2"], m["draws"])
            if m["p2"] is None:
                rows.append((m["p1"], None, (), Special.BYE))
            elif not any(games):
                rows.append((m["p1"], m["p2"], (), Special.DOUBLE_NO_SHOW))
            else:
                rows.append((m["p1"], m["p2"], games))
        yield tables(rows)


def magic():
    """Points, OMW, GW, OGW (printed with six decimals or more) and the order, in three eras."""
    seen = Family("magic")
    for event in events("magic"):
        rounds = [*magic_rounds(event)]
        seen.begin(event, rounds)
        lines = standings(rounds, event["players"], sheet("magic", **ERAS[event["rules"]]))
        for p in event["players"]:
            line, who = lines[p["no"]], (event["id"], p["no"])
            seen.same("points", line.points == p["points"], who)
            for column in ("omw", "gw", "ogw"):
                gap = abs(line.tiebreaks[column.upper()] - Fraction(p[column]))
                seen.same(column.upper(), gap <= Fraction(51, 10**8), who)
        order = sorted(event["players"], key=lambda p: lines[p["no"]].rank)
        published = [[Fraction(p[c]) for c in ("points", "omw", "gw", "ogw")] for p in order]
        seen.same("order of an event", published == sorted(published, reverse=True), event["id"])
    return seen


# Chess

CHESS = (
    "Buchholz", "Buchholz cut 1", "Average of opponents' Buchholz", "Sonneborn-Berger",
    "Sonneborn-Berger cut 1", "Wins", "Wins played", "Matches as Player 2", "Wins as Player 2",
    "Rounds not missed",
)  # fmt: skip
MORE_CHESS = (
    "Head to head", "Cumulative", "Cumulative cut 1", "Average rating of opponents",
    "Average rating of opponents cut 1", "Koya", "Kashdan",
)  # fmt: skip
CELLS = {
    "buchholz": "BH", "buchholz_cut1": "BH-C1", "average_opponents_buchholz": "AOB",
    "sonneborn_berger": "SB", "sonneborn_berger_cut1": "SB-C1", "wins": "Wins", "games_won": "Won",
    "games_with_black": "As 2nd", "games_won_with_black": "Won 2nd", "rounds_elected": "REP",
    "progressive": "PS", "progressive_cut1": "PS-C1", "average_rating_opponents": "ARO",
    "average_rating_opponents_cut1": "ARO-C1", "koya": "KS", "kashdan": "KA",
}  # fmt: skip
RESULTS = {
    "1-0": ((1,),), "0-1": ((2,),), "0.5-0.5": (("Draw",),), "+/-": ((), Special.NO_SHOW_2),
    "-/+": ((), Special.NO_SHOW_1), "-/-": ((), Special.DOUBLE_NO_SHOW),
}  # fmt: skip
BYES = {"pairing": Special.BYE, "full": Special.BYE, "half": Special.HALF_BYE}


def chess_rounds(event):
    """The rounds of an event; whoever asked for a zero-point bye is not in them."""
    for matches in event["rounds"]:
        rows = []
        for m in matches:
            if m.get("bye") in BYES:
                rows.append((m["player"], None, (), BYES[m["bye"]]))
            elif "bye" not in m:
                rows.append((m["white"], m["black"], *RESULTS[m["result"]]))
        yield tables(rows)


def chess_settings(event, tiebreaks, year=""):
    """The settings for an event, of a column with or without a year."""
    if event["system"] == "round-robin":
        return sheet("round-robin", tiebreaks=tiebreaks)
    return sheet("chess-club", tiebreaks=tiebreaks, unplayed_rounds=f"FIDE {year or 2026}")


def chess_value(column, lines, no, records, unplayed):
    """The value of a player in a column of the exercises."""
    line = lines[no]
    if column == "points":
        return line.points
    if column == "adjusted_score":
        return Fraction(adjusted_scores(records, unplayed)[no], records.denominator)
    if column == "direct_encounter_below":
        level = [other for other in lines.values() if other.points == line.points]
        own = line.tiebreaks.get("Head to head")
        return 0 if own is None else sum(o.tiebreaks["Head to head"] < own for o in level)
    return line.tiebreaks[CELLS[column]]


def chess():
    """Points of all events, and the cells of FIDE's exercises under the rules of 2024 and of 2026."""
    seen = Family("chess-club, round-robin")
    for event in events("chess"):
        rounds = [*chess_rounds(event)]
        seen.begin(event, rounds)
        lines = standings(rounds, event["players"], chess_settings(event, CHESS))
        for p in event["players"]:
            same = lines[p["no"]].points == Fraction(p["points"])
            seen.same("points", same, event["id"], p["no"])
        for column, cells in event.get("expected", {}).items():
            base, _, year = column.rpartition("_")
            name, year = (base, year) if year in ("2024", "2026") else (column, "")
            for tiebreaks in (CHESS, MORE_CHESS):
                options = chess_settings(event, tiebreaks, year)
                headers = {t.name for t in OWN.tiebreaks(options, 1)}
                if name in CELLS and CELLS[name] not in headers:
                    continue
                if name not in CELLS and tiebreaks is CHESS:
                    continue
                tournament = event_of(rounds, event["players"], options)
                lines = {line.no: line for line in rank(tournament, OWN)}
                records = Records(tournament, OWN.format(options))
                unplayed = options.get("Unplayed rounds", "Nothing")
                for no, value in cells.items():
                    shown = chess_value(name, lines, int(no), records, unplayed)
                    same = rounded(Fraction(shown), 2) == Fraction(value)
                    seen.same("FIDE's exercises", same, event["id"], column, no)
    return seen


# Football


def football_rounds(event):
    """The match days; more than one match of a team on a day does not happen."""
    for matches in event["rounds"]:
        yield tables([(m["home"], m["away"], (m["goals_home"], m["goals_away"])) for m in matches])


def football():
    """Points, goal difference, goals and, where nothing else decided, the rank."""
    seen = Family("football-group")
    for event in events("football"):
        rounds = [*football_rounds(event)]
        seen.begin(event, rounds)
        options = sheet("football-group", points_for_a_win=str(event["points"]["win"]))
        lines = standings(rounds, event["players"], options)
        for p in event["players"]:
            line, who = lines[p["no"]], (event["id"], p["no"])
            seen.same("points", line.points == p["points"], who)
            seen.same("difference", line.tiebreaks["+/-"] == p["goal_difference"], who)
            seen.same("goals", line.tiebreaks["For"] == p["goals_for"], who)
            if "other" not in event["rank_rule"]:
                seen.same("rank", line.rank == p["rank"], who)
    return seen


YEARS = ("WC-2002", "WC-2006", "WC-2010", "WC-2014", "WC-2018", "WC-2022")


def football_together():
    """The groups of a World Cup that are there as the pools of one event: the table of each, and who goes on."""
    seen = Family("football-cup")
    for year in YEARS:
        groups = [event for event in events("football") if event["id"].startswith(year)]
        players, played, wanted = [], {}, {}
        for number, event in enumerate(groups):
            name, shift = "ABCDEFGH"[number], 10 * number
            players += [{"no": shift + p["no"], "pool": name} for p in event["players"]]
            wanted |= {shift + p["no"]: p for p in event["players"]}
            games = Counter()
            for m in (m for matches in event["rounds"] for m in matches):
                teams = shift + m["home"], shift + m["away"]
                games.update(teams)
                goals = m["goals_home"], m["goals_away"]
                played.setdefault(max(games[no] for no in teams), []).append((*teams, goals))
        rounds = [tables(played[n]) for n in sorted(played)]
        seen.begin({"players": players}, rounds)
        options = sheet("football-cup", pools=str(len(groups)))
        event = event_of(rounds, players, options)
        eligible = eligible_for_cut(event, OWN)
        first = set(eligible.order[: 2 * len(groups)])
        for line in eligible.standings:
            p, who = wanted[line.no], (year, line.no)
            seen.same("points", line.points == p["points"], who)
            seen.same("difference", line.tiebreaks["+/-"] == p["goal_difference"], who)
            if "other" not in groups[line.no // 10]["rank_rule"]:
                seen.same("rank in the group", line.in_pool == p["rank"], who)
                seen.same("goes on", (line.no in first) == (p["rank"] < 3), who)
    return seen


# Counter-Strike


def counterstrike():
    """Wins, losses, difficulty and rank of stages of three wins or three losses."""
    seen = Family("three-wins-three-losses")
    for event in events("counterstrike"):
        rounds = [
            tables([(m["p1"], m["p2"], (m["maps1"], m["maps2"])) for m in matches])
            for matches in event["rounds"]
        ]
        seen.begin(event, rounds)
        lines = standings(rounds, event["players"], sheet("three-wins-three-losses"))
        for p in event["players"]:
            line, who = lines[p["no"]], (event["id"], p["no"])
            seen.same("points", line.points == p["wins"], who)
            seen.same("losses", line.tiebreaks["Losses"] == p["losses"], who)
            seen.same("difficulty", line.tiebreaks["Opp +/-"] == p["buchholz"], who)
            seen.same("rank", line.rank == p["rank"], who)
    return seen


# Go


def go_rounds(event):
    """The rounds of an event; whoever is absent is not in them."""
    for matches in event["rounds"]:
        yield tables(
            [
                (m["white"], m["black"], (1 if m["winner"] == m["white"] else 2, m["handicap"]))
                for m in matches
                if not m.get("absent")
            ]
        )


def go():
    """McMahon score, SOS, SOSOS and rank of an event with handicaps."""
    seen = Family("go-mcmahon")
    for event in events("go"):
        rounds = [*go_rounds(event)]
        seen.begin(event, rounds)
        options = sheet("go-mcmahon", tiebreaks=("Buchholz", "Sum of opponents' Buchholz"))
        lines = standings(rounds, event["players"], options)
        for p in event["players"]:
            line, who = lines[p["no"]], (event["id"], p["no"])
            seen.same("points", line.points == p["mms"], who)
            seen.same("SOS", line.tiebreaks["BH"] == p["sos"], who)
            seen.same("SOSOS", line.tiebreaks["SOSOS"] == p["sosos"], who)
            seen.same("rank", line.rank == p["rank"], who)
    return seen


# Netrunner

NETRUNNER = {
    "Result": "Two games with sides", "Tiebreak 1": "Strength of schedule",
    "Tiebreak 2": "Extended strength of schedule",
}  # fmt: skip
"""NISEI's rules of 2022, written as rules of one's own; there is no file of them."""
LETTERS = {
    (6, 0): ("W", "W"), (0, 6): ("L", "L"), (3, 3): ("W", "L"), (4, 1): ("W", "D"), (1, 4): ("L", "D"), (2, 2): ("D", "D"),
}  # fmt: skip
"""The games of a match by the points of both."""


def netrunner_rounds(event):
    """The rounds of an event before the cut."""
    for matches in event["rounds"][: event["preliminaryRounds"]]:
        rows = []
        for m in matches:
            one, two = m["player1"], m["player2"]
            if one["id"] is None or two["id"] is None:
                rows.append((one["id"] or two["id"], None, (), Special.BYE))
            else:
                scores = one["combinedScore"], two["combinedScore"]
                rows.append((one["id"], two["id"], LETTERS[scores]))
        yield tables(rows)


def netrunner():
    """Points, SoS and xSoS of three events, as published by Cobra."""
    seen = Family("")
    for path in sorted((DATA / "nrtm").glob("*.json")):
        event = json.loads(path.read_text(encoding="utf-8"))
        rounds = [*netrunner_rounds(event)]
        seen.begin(event, rounds)
        players = [{"no": p["id"]} for p in event["players"]]
        lines = standings(rounds, players, NETRUNNER)
        for p in event["players"]:
            line, who = lines[p["id"]], (path.stem, p["id"])
            seen.same("points", line.points == p["matchPoints"], who)
            for name, key in NRTM_KEYS.items():
                gap = abs(line.tiebreaks[name] - Fraction(p[key]))
                seen.same(name, gap < Fraction(1, 10**9), who)
    return seen


NRTM_KEYS = {"SoS": "strengthOfSchedule", "xSoS": "extendedStrengthOfSchedule"}


FAMILIES: dict[str, tuple[str, Callable[[], Family]]] = {
    "X-Wing (List Fortress)": ("xwing", xwing),
    "Magic (Melee)": ("magic", magic),
    "Chess (FIDE's exercises, TRF files)": ("chess", chess),
    "Football (World Cup groups)": ("football", football),
    "Football (groups of one World Cup)": ("football", football_together),
    "Counter-Strike (Majors of 2022)": ("counterstrike", counterstrike),
    "Go (Juvisy, McMahon)": ("go", go),
    "Netrunner (NISEI)": ("nrtm", netrunner),
}
"""The families by their titles: the folder, and what compares it."""


def table() -> Iterator[str]:
    """The lines of the table in ``docs/own-rules.md``: events, players, matches, values that agree."""
    yield "| Events | Rules | Events | Players | Matches | Values that agree, of all |"
    yield "| ------ | ----- | -----: | ------: | ------: | ------------------------ |"
    for title, (_, compare) in FAMILIES.items():
        seen = compare()
        wrong = Counter(column for column, *_ in seen.differing)
        values = (f"{c} {n - wrong[c]:,} of {n:,}" for c, n in seen.values.items())
        counts = f"{seen.events:,} | {seen.players:,} | {seen.matches:,}"
        rules = (
            ", ".join(f"`{name}`" for name in seen.rules.split(", ") if name)
            or "two games with sides"
        )
        yield f"| {title} | {rules} | {counts} | {'; '.join(values)} |"


if __name__ == "__main__":
    print(*table(), sep="\n")  # noqa: T201
