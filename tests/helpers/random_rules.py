"""Rules with every setting drawn by lot, and short events that are played under them by the verbs."""

from __future__ import annotations

from dataclasses import replace

from elsewhere import Luck
from legal_rounds import Seats
from published import play_cut, winners_drawn

from engine import Player, Special
from engine.own import options as own
from engine.own.clashes import clashes
from engine.own.ruleset import OWN
from xlplugin.ground.problems import ERRORS
from xlplugin.verbs.pair import pair_round
from xlplugin.verbs.standings import write_standings
from xlplugin.workbook.book import SetCells
from xlplugin.workbook.reading.reader import read_event

from strategies import UNPLAYED, FromNumber

TYPED = {
    own.NAME: ("Café rules", "=1+1", "3:1"),
    own.NUMBER: ("0", "1", "2", "3", "1/2", "1/3", "0.25", "1,5", "-1"),
    own.WHOLE: ("0", "1", "2", "3", "20"),
    own.SHARE: ("0", "1", "1/3", "0.4", "2/3"),
    own.GAMES_OF_MATCH: ("1", "2", "3", "5"),
    own.POSSIBLE_SCORE: ("1", "7", "30", "99999"),
    own.MINUTES: ("1", "35", "1440"),
    own.NUMBERS: ("2:0", "1:1", "10:1/2"),
    own.POINT_BANDS: ("0 = 1:1, 1 = 2:0", "0 = 1/2:1/2; 1 = 3:0; 3 = 10:-1/3", "0 = 10:10, 2 = 12:8"),
    own.BY_PLAYERS: ("2", "4", "5 = 2, more = 4", "6 = 0, more = 2", "3"),
    own.RECORD: ("1:1", "2:2", "3:1"),
}  # fmt: skip
"""What is typed where no list has all choices, by what may be typed."""
WORDS = {form.words: values for form, values in TYPED.items()}
OTHER = {
    "Rating": ("1500", None),
    "Start score": ("1/2", "2", None),
    "Club": ("A", "C", None),
}
"""What may change on the tab Players."""
SIDE_NAMES = [option.name for option in own.SIDES]
"""A running Excel has lists for the names on offer alone, a file for all."""
SHORT = ("2", "3", "4")
"""Rounds of an event."""


def drawn_settings(draw):
    """Settings that are each valid; they may contradict one another."""
    share = draw.choice((0.1, 0.25, 0.5))
    settings = {}
    for option in OWN.options:
        if draw.random() < share:
            settings[option.name] = draw.choice((*option.choices, *WORDS.get(option.form, ())))
    if draw.number(0, 1):
        settings[own.RESULT.name] = draw.choice(own.RESULT.choices)
    return settings


def without_clashes(settings):
    """The settings, those left out that contradict others."""
    while found := clashes(settings):
        names = {clash.setting for clash in found}
        left = {name: value for name, value in settings.items() if name not in names}
        if left == settings:  # a default contradicts what was drawn
            left = {n: v for n, v in settings.items() if n != found[0].values.get("other")}
        settings = left
    return settings


def begun(new_host, draw):
    """An event of 4 to 9 players that has not begun, its rules as they are by default; and the settings drawn."""
    count = draw.number(4, 9)
    seeded = draw.choice((False, True))
    players = [_player(draw, no, count if seeded else 0) for no in range(1, count + 1)]
    seed = "-".join(str(draw.number(10**5, 10**6)) for _ in range(4))
    return new_host("own", players, Rounds=draw.choice(SHORT), **{"Event seed": seed})


def _player(draw, no, most_seed):
    details = {
        "Club": draw.choice(("", "A", "B")), "Rating": draw.choice(("", str(draw.number(900, 2400)))),
        "Start score": draw.choice(("", "-2", "1/2", "3")), "Pool": draw.choice(("", "", "A", "B")),
    }  # fmt: skip
    return Player(
        0, f"Player {no}", seed=draw.number(1, most_seed) if most_seed else None,
        first_round_bye=draw.number(0, 11) == 0, details={k: v for k, v in details.items() if v},
    )  # fmt: skip


def type_rules(host, settings):
    """Type settings on the tab Rules, blanks where they are not given."""
    event = read_event(host.read())
    place = event.rules.places["Value"]
    cells = {(row, place): settings.get(name) for name, row in event.rule_rows.items()}
    host.write([SetCells("Rules", cells)])
    return {name: event.rules.address(row, place) for name, row in event.rule_rows.items()}


class Campaign:
    """An event and what was wrong in it.

    Attributes:
        has_standings: whether they are written after each round, and ratings stay as they were then.
        faults: everything that was not as it should be.
        stuck: the rounds for which there was no legal pairing.
    """

    def __init__(self, host, draw):
        self.host, self.draw = host, draw
        self._book = self._event = None
        capped = own.MOST_DROPPED.of(self.event.options) != own.MOST_DROPPED.default
        self.has_standings = draw.number(0, 2) == 0 and not capped  # who drops changes earlier ones
        self.faults, self.stuck = [], 0

    @property
    def event(self):
        """The event as it reads now; read again only after a change."""
        book = self.host.read()
        if book is not self._book:
            self._book, self._event = book, read_event(book)
        return self._event

    def play(self):
        """All rounds, then the elimination and the standings."""
        planned = int(self.event.settings["Rounds"])
        while len(self.event.rounds) < planned and self._pair():
            self._type_results()
            self._look_at_points()
            if self.has_standings:
                write_standings(self.host)
            self._trouble()
        if not self.event.rounds:  # too few for the pools
            return self
        if not self.event.cut_tabs:
            play_cut(self.host, self.draw)
        write_standings(self.host)
        return self

    def _pair(self):
        """Pair a round, or find that none is left; False at the end of the rounds."""
        before = self.event
        is_last = len(before.rounds) + 1 >= before.planned_rounds()
        pool_of = OWN.pools(before.typed)
        pools = [{no for no, of in pool_of.items() if of == name} for name in {*pool_of.values()}]
        seats = [Seats(before.typed, is_last=is_last, pool=pool) for pool in pools or [None]]
        try:
            pair_round(self.host)
        except ERRORS as error:
            self.stuck += 1
            if all(each.can_be_paired() for each in seats):
                self.faults.append(f"a round can be paired, but: {error}")
            return False
        after = self.event
        if len(after.rounds) == len(before.rounds):
            return False  # an elimination
        for pool, each in zip(pools or [None], seats, strict=True):
            of_pool = [m for m in after.rounds[-1].matches if pool is None or {*m.players} & pool]
            self.faults += each.faults(of_pool)
        return True

    def _type_results(self):
        """A result at every table."""
        tab = self.event.rounds[-1]
        places = tab.table.places
        typed = results_drawn(self.event, self.draw)
        cells = {(row, places[h]): value for row, of in typed.items() for h, value in of.items()}
        self.host.write([SetCells(tab.name, cells)])

    def _look_at_points(self):
        """The formulas of the round show the points that the engine gives, and nothing to mend."""
        event = self.event
        self.faults += map(str, event.problems)
        self.faults += live_faults(event, self.host.read(), event.rounds[-1])

    def _trouble(self):
        """Somebody drops, comes back, comes late, or has another rating, start score, seed or club."""
        event, draw = self.event, self.draw
        table = event.players_tab
        kind = draw.choice(("", "", "drop", "back", "late", *["other"] * (not self.has_standings)))
        if kind == "late":
            row = max(row.number for row in table.rows() if row.raw("No")) + 1
            typed = {"Name": f"Late {row}", "Checked in": "Yes"}
            typed["Seed"] = 50 if any(player.seed for player in event.roster) else None
            cells = {(row, table.places[h]): v for h, v in typed.items() if h in table.places}
        elif kind == "other":
            rows = [row.number for row in table.rows() if row.raw("No")]
            header = draw.choice([h for h in OTHER if h in table.places])
            cells = {(draw.choice(rows), table.places[header]): draw.choice(OTHER[header])}
        elif kind and (kind == "back" or len(event.typed.active) > 4):
            rows = [row.number for row in table.rows() if row.raw("No")]
            status = "Dropped" if kind == "drop" else "Active"
            cells = {(draw.choice(rows), table.places["Status"]): status}
        else:
            return
        self.host.write([SetCells("Players", cells)])


def results_drawn(event, draw):
    """What is typed into the newest Swiss round, by row and header: results, no-shows, draws agreed on, half byes."""
    tab = event.rounds[-1]
    format_ = event.format_of(tab)
    unplayed = [special for special in UNPLAYED if special in format_.specials]
    can_be_half = Special.HALF_BYE in format_.specials
    typed = {}
    for match in tab.matches:
        if match.player2 is None:
            if not (can_be_half and draw.number(0, 2) == 0):
                continue
            new = replace(match, special=Special.HALF_BYE)
        elif draw.number(0, 11) == 0:
            new = replace(match, special=draw.choice(unplayed))
        else:
            new = replace(match, result=format_.simulated(Luck(draw)))
        typed[tab.rows[match.player1].number] = {
            header: None if value == "" else value
            for header, value in event.typed_of(tab, new).items()
            if header in tab.table.places
        }
    return typed


def live_faults(event, book, tab):
    """What the formulas of a round show otherwise than the engine says."""
    from shown import values  # noqa: PLC0415

    shown, format_ = values(book)[tab.name], event.format_of(tab)
    for match in tab.matches:
        row = tab.rows[match.player1].number
        score = format_.score(match.result, match.special)
        points = [None, None] if score is None else [*map(float, score)]
        points = points[: 1 if match.player2 is None else 2]
        seen = [shown.get((row, tab.table.places[f"Points {n}"])) for n in (1, 2)][: len(points)]
        check = shown.get((row, tab.table.places["Check"]))
        if [s if isinstance(s, (int, float)) else None for s in seen] != points or check:
            yield f"{tab.name} row {row}: {match}: formulas show {seen}, {check!r}, not {points}"


def rules_with_cut(number):
    """Settings of a short event with an elimination, its rules drawn by lot; and what else is drawn for it."""
    draw = FromNumber(f"rules beside {number}")
    rules = without_clashes(drawn_settings(draw) | dict.fromkeys(SIDE_NAMES, ""))
    rules |= {"Rounds": "2", "Cut": "4", own.ELIMINATION.name: own.ELIMINATION.choices[number % 2]}
    return rules, draw


def play_beside(twins, click, draw):
    """Play such an event to its champion wherever twins have it; ``click`` says whether something was done."""

    def event():
        return read_event(twins.file().read())

    def type_in(tab, rows):
        for row, cells in rows.items():
            twins.type(tab, row, **cells)

    for row in range(2, 9):
        details = {"Rating": draw.number(900, 2400), "Start score": draw.choice((None, 0.5, 2))}
        twins.type("Players", row, **details)
    while len(event().rounds) < 2 and click(pair_round):
        type_in(event().rounds[-1].name, results_drawn(event(), draw))
        click(write_standings)
        if len(event().rounds) == 1:
            twins.enter("late")
            twins.type("Players", draw.number(2, 9), Status="Dropped")
    while not ((progress := event().progress) and progress.is_over) and click(pair_round):
        tab = event().tabs[-1]
        type_in(tab.name, winners_drawn(tab, draw))
    click(write_standings)
    return event()


def campaign(new_host, number):
    """Play the event of a number; give it, and the words of the refusals of contradictory settings."""
    draw = FromNumber(f"random rules {number}")
    host = begun(new_host, draw)
    settings = drawn_settings(draw)
    cells = type_rules(host, settings)
    found = clashes(settings)
    problems = read_event(host.read()).problems
    told = {problem.cell for problem in problems}
    played = Campaign(host, draw)
    wanted = {cells[clash.setting] for clash in found}
    if not wanted <= told or bool(told) != bool(wanted):
        played.faults.append(f"{settings}: refused {told}, not {wanted}")
    type_rules(host, without_clashes(settings))
    return played
