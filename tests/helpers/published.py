"""Random events, played in no file by the verbs and published, and ways to change what was published."""

from __future__ import annotations

import copy
import json
from dataclasses import replace
from random import Random

from engine import RULESETS
from xlplugin.exports.page import web_page
from xlplugin.exports.read_page import BEGIN, END
from xlplugin.problems import ERRORS
from xlplugin.verbs import change_pairing, penalties
from xlplugin.verbs.pair import pair_round
from xlplugin.verbs.standings import share, write_standings
from xlplugin.workbook.book import SetCells
from xlplugin.workbook.reading.reader import read_event

from strategies import NAMES, FromNumber, played, roster
from typing_results import typed_for

MOST_CUT_ROUNDS = 9


def published(new_host, number):
    """The page of a random event, as it is at the end; every ruleset has its turn."""
    return page_of(play(new_host, number))


def page_of(host):
    """The page of an event, as bytes."""
    return web_page(share(read_event(host.read()), "html")).encode()


def play(new_host, number):
    """Play the event of a number: drops, late entries, hand edits, no-shows, settings changed on the way."""
    draw = FromNumber(f"published {number}")
    name = NAMES[number % len(NAMES)]
    ruleset = RULESETS[name]
    count = draw.choice((4, 5, 6, 7, 8, 9, 12))
    count = max(count, ruleset.min_players)
    players, _ = roster(draw, count, in_order=True)
    settings = {"Event seed": "-".join(str(draw.number(10**5, 10**6)) for _ in range(4))}
    settings["Rounds"] = str(draw.number(1, 3))
    if ruleset.cut:
        settings["Cut"] = draw.choice(("None", *(str(n) for n in (2, 4) if n in ruleset.cut.sizes)))
    if draw.number(0, 3) == 0:
        settings["Tables"] = "11-12, 1-9"
    if draw.number(0, 3) == 0:
        settings["Stream table"] = "3"
    if draw.number(0, 2) == 0:
        settings["Keep clubs apart"] = "Round 1"
        players = [replace(p, details={"Club": "AB"[p.no % 2]}) for p in players]
    if draw.number(0, 3) == 0:
        settings["Check-in"] = "Yes"
        players = [replace(p, details={**p.details, "Checked in": "Yes"}) for p in players]
    host = new_host(name, players, **settings)
    for _ in range(int(settings["Rounds"])):
        _between_rounds(host, draw)
        pair_round(host)
        if draw.number(0, 3) == 0:
            _change_by_hand(host, draw)
        if name.startswith("nisei") and draw.number(0, 4) == 0:
            _penalize(host, draw)
        _type_swiss(host, name, draw)
    _play_cut(host, draw)
    write_standings(host)
    return host


def _between_rounds(host, draw):
    """Somebody leaves, somebody comes, or the tables are others."""
    event = read_event(host.read())
    if not event.rounds:
        return
    table = event.players
    if draw.number(0, 3) == 0 and len(event.tournament().active) > max(
        5, event.ruleset.min_players
    ):
        row = draw.choice([row for row in table.rows() if row.raw("No")])
        host.write([SetCells("Players", {(row.number, table.places["Status"]): "Dropped"})])
    if draw.number(0, 3) == 0:
        row = max(row.number for row in table.rows() if row.raw("No")) + 1
        cells = {(row, table.places["Name"]): f"Late {row}"}
        if event.checks_in and draw.number(0, 1):
            cells[row, table.places["Checked in"]] = "Yes"
        if any(player.seed for player in event.roster):
            cells[row, table.places["Seed"]] = 50
        host.write([SetCells("Players", cells)])
    if draw.number(0, 5) == 0:
        place = (event.setting_rows["Tables"], event.event_tab.places["Value"])
        host.write([SetCells("Event", {place: "21-40"})])


def _change_by_hand(host, draw):
    """Swap two players, or move a match; what the rules refuse is left."""
    tab = read_event(host.read()).rounds[-1]
    one, two = draw.sample([str(no) for no in tab.rows], 2)
    try:
        if draw.number(0, 1):
            change_pairing.swap(host, one, two)
        else:
            change_pairing.move(host, one, 77)
    except ERRORS:
        pass


def _penalize(host, draw):
    """A match loss in the newest round, which is told to nobody."""
    if not any(name == "Penalties" for name in host.read().sheets):
        penalties.penalize(host)
    header = list(host.read().sheets["Penalties"].rows[0])
    row = next(
        (
            n
            for n, row in enumerate(host.read().sheets["Penalties"].rows, 1)
            if n > 1 and not any(row)
        ),
        len(host.read().sheets["Penalties"].rows) + 1,
    )
    no = draw.choice([*read_event(host.read()).rounds[-1].rows])
    typed = {
        "No": no,
        "Infraction": "Outside assistance: asked for it",
        "Penalty": "Match loss",
        "Accepted": "Yes",
    }
    host.write([SetCells("Penalties", {(row, header.index(h) + 1): v for h, v in typed.items()})])
    try:
        penalties.penalize(host)
    except ERRORS:  # of a bye there is nothing to lose
        host.write([SetCells("Penalties", {(row, header.index(h) + 1): None for h in typed})])


def _type_swiss(host, name, draw):
    event = read_event(host.read())
    tab = event.rounds[-1]
    cells = {}
    for match in tab.matches:
        if match.player2 is None or match.special or any(match.result):
            continue
        new = played(match, name, tab.number, draw, as_in_workbook=True)
        row = tab.rows[match.player1].number
        for header, value in event.typed_of(tab, new).items():
            if header in tab.table.places:
                cells[row, tab.table.places[header]] = value if value != "" else None
    host.write([SetCells(tab.name, cells)])


def _play_cut(host, draw):
    """From the cut to the champion, if there is one; the players of a walkover have none to type."""
    for _ in range(MOST_CUT_ROUNDS):
        event = read_event(host.read())
        if not event.planned_cut() or (event.progress and event.progress.is_over):
            return
        try:
            pair_round(host)
        except ERRORS:  # fewer are left than the cut has places
            return
        event = read_event(host.read())
        tab = event.tabs[-1]
        cells = {}
        for match in tab.matches:
            if match.player2 is None or match.player1 in tab.walkovers:
                continue
            row = tab.rows[match.player1]
            values = {header: row.raw(header) for header in tab.table.places}
            for header, value in typed_for(values, draw.number(1, 2), tab.number).items():
                cells[row.number, tab.table.places[header]] = value
        host.write([SetCells(tab.name, cells)])


# changing what was published


def data_of(page):
    """The data of a page."""
    return json.loads(page.decode().partition(BEGIN)[2].partition(END)[0])


def with_data(page, data):
    """A page with other data."""
    text = page.decode()
    return (text.partition(BEGIN)[0] + BEGIN + json.dumps(data) + END).encode()


def changed(page, what, number):
    """The page with one thing changed in one place; ``None`` where there is no such thing."""
    data = copy.deepcopy(data_of(page))
    done = CHANGES[what](data, Random(f"{what} {number}"))
    return with_data(page, data) if done else None


def _result_typed(data, random):
    """Another result in the tab of a round: those of both players change places."""
    matches = [
        (header, row)
        for name, (header, *rows) in data["proof"]["tabs"].items()
        if name.startswith("Round ")
        for row in rows
    ]
    random.shuffle(matches)
    pairs = (("P1 Corp", None), ("Result", None), ("G1 P1", "G1 P2"), ("HQ 1", "HQ 2"))
    for header, row in matches:
        for one, two in pairs:
            if one not in header:
                continue
            place, other = header.index(one), header.index(two) if two else None
            if other is None and row[place]:
                row[place] = {"W": "L", "L": "W", "D": "W", "Corp": "Runner", "Runner": "Corp"}.get(
                    row[place], "Corp"
                )
                return True
            if (
                other is not None
                and row[place] != row[other]
                and None not in (row[place], row[other])
            ):
                row[place], row[other] = row[other], row[place]
                return True
    return False


def _result_shown(data, random):
    """Another score in a round that is shown."""
    players = [p for r in data["rounds"] for m in r["matches"] for p in m["players"] if p["score"]]
    if not players:
        return False
    random.choice(players)["score"] += "1"
    return True


def _name_typed(data, random):
    """Another name on the roster."""
    header, *rows = data["proof"]["tabs"]["Players"]
    random.choice(rows)[header.index("Name")] += " II"
    return True


def _name_shown(data, random):
    """Another name at a table."""
    matches = [match for round_ in data["rounds"] for match in round_["matches"]]
    random.choice(random.choice(matches)["players"])["name"] += " II"
    return True


def _standing(data, random):
    """Other points in the standings."""
    standings = data["standings"]
    random.choice(standings["rows"])[standings["headers"].index("Points")] += "1"
    return True


def _seed(data, _random):
    """Another seed, with its own commitment left as it was."""
    data["proof"]["seed"] += "x"
    return True


def _round_gone(data, random):
    """A round less in the tabs."""
    rounds = [name for name in data["proof"]["tabs"] if name.startswith("Round ")]
    del data["proof"]["tabs"][random.choice(rounds)]
    return True


def _players_swapped(data, random):
    """Two players of a round have changed places, in the tab and where it is shown, and in the seats."""
    name = random.choice([name for name in data["proof"]["tabs"] if name.startswith("Round ")])
    header, *rows = data["proof"]["tabs"][name]
    no, player = header.index("No 2"), header.index("Player 2")
    two = [row for row in rows if row[no] and row[header.index("No 1")]]
    if len(two) < 2:
        return False
    one, other = random.sample(two, 2)
    for place in (no, player):
        one[place], other[place] = other[place], one[place]
    return True


CHANGES = {
    "result typed": _result_typed,
    "result shown": _result_shown,
    "name typed": _name_typed,
    "name shown": _name_shown,
    "standing": _standing,
    "seed": _seed,
    "round gone": _round_gone,
    "players swapped": _players_swapped,
}
