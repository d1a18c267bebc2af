"""Random events, played in no file by the verbs and published, and ways to change what was published."""

from __future__ import annotations

import copy
import json
from dataclasses import replace
from random import Random

from engine import RULESETS
from engine.pairing import STREAM
from xlplugin.exports.format import Needs
from xlplugin.exports.page import web_page
from xlplugin.ground.languages import spoken
from xlplugin.ground.problems import ERRORS
from xlplugin.numbers.read_page import BEGIN, END
from xlplugin.verbs import change_pairing, penalties
from xlplugin.verbs.pair import pair_round
from xlplugin.verbs.standings import share, write_standings
from xlplugin.workbook.book import SetCells
from xlplugin.workbook.layouts import event_tab
from xlplugin.workbook.reading.reader import read_event

from strategies import NAMES, FromNumber, played, roster
from typing_results import typed_for

MOST_CUT_ROUNDS = 9


def published(new_host, number):
    """The page of a random event, as it is at the end; every ruleset has its turn."""
    return page_of(play(new_host, number))


def page_of(host):
    """The page of an event as bytes, in the language that is spoken, whatever the workbook's."""
    book = replace(host.read(), language=spoken())
    return web_page(share(read_event(book), Needs.NOTHING)).encode()


def play(new_host, number):
    """Play the event of a number as an honest organizer does, who changes whatever may be changed on the way."""
    draw = FromNumber(f"published {number}")
    name = NAMES[number % len(NAMES)]
    ruleset = RULESETS[name]
    count = max(draw.choice((4, 5, 6, 7, 8, 9, 12, 16)), ruleset.min_players)
    players, _ = roster(draw, count, in_order=True)
    players = [_with_details(player, draw) for player in players]
    rounds = draw.number(1, 3)
    settings = {"Event seed": "-".join(str(draw.number(10**5, 10**6)) for _ in range(4))}
    settings |= {"Rounds": str(rounds), "Event name": draw.choice(("", "Spring Cup"))}
    if ruleset.cut:
        settings["Cut"] = draw.choice(("None", *(str(n) for n in (2, 4) if n in ruleset.cut.sizes)))
    host = new_host(name, players, **settings)
    for setting in event_tab.settings_for(ruleset):
        if draw.number(0, 2) == 0:
            _as_far_as_it_goes(host, lambda s=setting: _type_setting(host, draw, s))
    for number_ in range(1, rounds + 1):
        if number_ > 1:
            _trouble(host, draw)
        _pair(host, draw)
        if draw.number(0, 3) == 0:
            _as_far_as_it_goes(host, lambda: _change_by_hand(host, draw))
        if name.startswith("nisei") and draw.number(0, 4) == 0:
            _penalize(host, draw)
        _type_swiss(host, name, draw)
    _trouble(host, draw)
    play_cut(host, draw)
    _trouble(host, draw)
    write_standings(host)
    return host


def _with_details(player, draw):
    """With a club, here or not, at a table of the player's own."""
    details = {"Club": draw.choice(("", "A", "B")), "Checked in": draw.choice(("Yes", "Yes", ""))}
    table = draw.choice((None, None, None, None, 2, 5, 40))
    return replace(player, fixed_table=table, details={k: v for k, v in details.items() if v})


def _as_far_as_it_goes(host, change):
    """Change something; what is refused, or must be mended before anything else, is left."""
    before = host.book
    try:
        change()
        if read_event(host.read()).problems:
            host.book = before
    except ERRORS:
        host.book = before


def _pair(host, draw):
    """Pair a round, sometimes twice; in an event that cannot be paired as it is set, as it was begun."""
    blank = {s.name for s in event_tab.settings_for(read_event(host.read()).ruleset)} - {*KEPT}
    try:
        pair_round(host)
    except ERRORS:
        for setting in sorted(blank):
            _type(host, "Event", setting, "Value", None)
        pair_round(host)
    if draw.number(0, 7) == 0:
        _trouble(host, draw)
        _as_far_as_it_goes(host, lambda: pair_round(host, again=True))


KEPT = (
    "Event seed", "Rounds", "Cut", "Ruleset", "Event name",
    *(setting.name for setting in event_tab.FILLED_IN),
)  # fmt: skip
"""Settings that stay as the event was begun."""


def _type(host, tab, row, header, value):
    """Type into a cell: in the row of a setting, or of a player's number."""
    event = read_event(host.read())
    table = event.event_tab if tab == "Event" else event.players_tab
    at = event.setting_rows.get(row) if tab == "Event" else None
    at = at or next((each.number for each in table.rows() if each.raw("No") == row), None)
    if at and header in table.places:
        host.write([SetCells(tab, {(at, table.places[header]): value})])


def _type_setting(host, draw, setting):
    """Another choice, another number, another text, or nothing."""
    if setting.glance or setting.name in KEPT or setting.name.startswith("Day "):
        return
    texts = {"Tables": ("11-12, 1-9", "21-40", "5"), "Date": ("2026-11-21",), "Organizer": ("Ann",)}
    numbers = setting.numbers and range(setting.numbers[0], min(setting.numbers[-1], 99))
    choices = [*setting.choices, *texts.get(setting.name, ())]
    if numbers and (not choices or draw.number(0, 1)):
        choices = [draw.choice((1, 3, 45)) if setting.name == STREAM else draw.choice(numbers)]
    _type(host, "Event", setting.name, "Value", draw.choice((None, *choices, *choices)))


def _trouble(host, draw):
    """Somebody leaves, comes, is called otherwise, sits elsewhere; settings and tables are others."""
    for _ in range(draw.choice((0, 0, 1, 2, 4))):
        _as_far_as_it_goes(host, lambda: draw.choice(TROUBLES)(host, draw))


def _somebody(host, draw):
    return draw.choice([player.no for player in read_event(host.read()).roster])


def _leaves(host, draw):
    event = read_event(host.read())
    if len(event.typed.active) > max(5, event.ruleset.min_players):
        status = draw.choice(("Dropped", "Disqualified", "Forfeited"))
        _type(host, "Players", _somebody(host, draw), "Status", status)


def _comes_late(host, draw):
    event = read_event(host.read())
    table = event.players_tab
    row = max(row.number for row in table.rows() if row.raw("No")) + 1
    cells = {"Name": f"Late {row}", "Checked in": draw.choice(("Yes", None))}
    cells["Seed"] = 50 if any(player.seed for player in event.roster) else None
    cells["Fixed table"] = draw.choice((None, 3))
    host.write([SetCells("Players", {(row, table.places[h]): v for h, v in cells.items()})])


def _sits_elsewhere(host, draw):
    _type(host, "Players", _somebody(host, draw), "Fixed table", draw.choice((None, 1, 2, 3, 60)))


def _is_called_otherwise(host, draw):
    no = _somebody(host, draw)
    _type(host, "Players", no, "Name", f"Renamed {no} {draw.number(1, 99)}")


def _entry_changes(host, draw):
    entries = {
        "Seed": (None, 7, 70), "Club": (None, "A", "C"), "First-round bye": (None, "Yes"),
        "Declines cut": ("Yes", None), "Checked in": ("Yes", None), "Status": ("Active",),
    }  # fmt: skip
    header = draw.choice(sorted(entries))
    _type(host, "Players", _somebody(host, draw), header, draw.choice(entries[header]))


def _setting_changes(host, draw):
    settings = event_tab.settings_for(read_event(host.read()).ruleset)
    _type_setting(host, draw, draw.choice(settings))


def _rows_are_sorted(host, _draw):
    sheet = host.read().sheets["Players"]
    head, *rows = sheet.rows
    rows = sorted((row for row in rows if any(row)), key=str, reverse=True)
    host.book = replace(
        host.book, sheets={**host.book.sheets, "Players": replace(sheet, rows=[head, *rows])}
    )


TROUBLES = (
    _leaves, _comes_late, _sits_elsewhere, _sits_elsewhere, _is_called_otherwise, _entry_changes,
    _entry_changes, _setting_changes, _setting_changes, _rows_are_sorted,
)  # fmt: skip


def _change_by_hand(host, draw):
    """Swap two players, move a match, pair a late one or some tables again, or type over who meets whom."""
    event = read_event(host.read())
    tab = event.rounds[-1]
    one, two = draw.sample([str(no) for no in tab.rows], 2)
    kind = draw.number(0, 4)
    if kind == 0:
        change_pairing.swap(host, one, two)
    elif kind == 1:
        change_pairing.move(host, one, 77)
    elif kind == 2:
        _comes_late(host, draw)
        change_pairing.pair_late(host, read_event(host.read()).roster[-1].name)
    elif kind == 3:
        change_pairing.pair_tables_again(host, {match.table for match in tab.matches[:2]})
    else:
        header = draw.choice(("No 1", "No 2"))
        rows = [tab.rows[match.player1] for match in tab.matches if match.player2][:2]
        cells = {(row.number, tab.table.places[header]): other.raw(header)
                 for row, other in zip(rows, rows[::-1], strict=True)}  # fmt: skip
        host.write([SetCells(tab.name, cells)])


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
        if confirmed := tab.table.places.get("Confirmed"):
            cells[row, confirmed] = "Yes"
    host.write([SetCells(tab.name, cells)])


def played_out(event, rounds=None):
    """Play an event in memory to its end, its cut included, with the last standings; gives it back."""
    for _ in range(event.event.planned_rounds() if rounds is None else rounds):
        pair_round(event.host)
        event.play(event.event.tabs[-1].name)
    while event.event.planned_cut() and not (event.event.progress and event.event.progress.is_over):
        pair_round(event.host)
        event.play(event.event.tabs[-1].name)
    write_standings(event.host)
    return event


def play_cut(host, draw):
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
        typed = winners_drawn(tab, draw)
        places = tab.table.places
        cells = {(row, places[h]): value for row, of in typed.items() for h, value in of.items()}
        host.write([SetCells(tab.name, cells)])


def winners_drawn(tab, draw):
    """What is typed into a round of an elimination for somebody to win each match: by row, then header."""
    typed = {}
    for match in tab.matches:
        if match.player2 is not None and match.player1 not in tab.walkovers:
            row = tab.rows[match.player1]
            values = {header: row.raw(header) for header in tab.table.places}
            typed[row.number] = typed_for(values, draw.number(1, 2), tab.number)
    return typed


# changing what was published


def data_of(page):
    """The data of a page."""
    return json.loads(page.decode().partition(BEGIN)[2].partition(END)[0])


def with_data(page, data):
    """A page with other data."""
    before, begin, rest = page.decode().partition(BEGIN)
    _, end, after = rest.partition(END)
    return "".join((before, begin, json.dumps(data), end, after)).encode()


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
    "result typed": _result_typed, "result shown": _result_shown, "name typed": _name_typed,
    "name shown": _name_shown, "standing": _standing, "seed": _seed, "round gone": _round_gone,
    "players swapped": _players_swapped,
}  # fmt: skip
