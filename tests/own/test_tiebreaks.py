"""Every tiebreak of rules of the organizer's own, beside an oracle that shares no code with the engine."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from random import Random

from engine import Match, Player, Round, Special, Status, Tournament, rank
from engine.own.clashes import clashes
from engine.own.hints import CUT_TOO_LARGE, NO_LIBRARY, NOBODY_HAS, ONLY_FOR, hints
from engine.own.ruleset import OWN
from engine.own.tiebreaks import MOST_TIEBREAKS, TIEBREAKS

from campaigns import some
from own_oracle import ALL, AMONG, LOWEST_FIRST, Oracle
from own_rounds import Event, Person, Row, Rules

EVENTS = some(100)
KINDS = {
    "winner": "Winner", "games": "Games", "score": "Score", "two games": "Two games with sides",
    "one game": "One game with sides",
}  # fmt: skip
SIDED = ("two games", "one game")
SPECIALS = {
    "": Special.NONE, "bye": Special.BYE, "half": Special.HALF_BYE, "no-show 1": Special.NO_SHOW_1,
    "no-show 2": Special.NO_SHOW_2, "double no-show": Special.DOUBLE_NO_SHOW,
    "agreed": Special.INTENTIONAL_DRAW,
}  # fmt: skip
SHARES = ("0", "1/4", "1/3", "0.5", "2/3", "1")
UNPLAYED = ("Nothing", "Own points", "Start score", "FIDE 2024", "FIDE 2026")


def drawn_rules(luck):
    """Settings by lot: as texts for the engine, and as plain values for the oracle."""
    kind = luck.choice(list(KINDS))
    texts = {"Result": KINDS[kind], "Points for a win": luck.choice("123")}
    plain = {"kind": kind, "win": Fraction(texts["Points for a win"])}

    def pick(field, name, *choices, value=Fraction):
        texts[name] = luck.choice(choices)
        plain[field] = value(texts[name])

    if kind in SIDED:
        pick("draw", "Points for a draw", "0", "1")
        plain["bye"] = plain["walkover"] = plain["win"] * (2 if kind == "two games" else 1)
    else:
        pick("draw", "Points for a draw", "None", "0", "1/2", "1/3", "1", value=or_none)
        pick("loss", "Points for a loss", "0", "0", "-1")
        pick("absent", "Points for a no-show", "0", "-1/2")
        pick("missed_round", "Points for an absent round", "0", "1/2", "1/4")
        pick("starts", "Begin with start score", "No", "Yes", value="Yes".__eq__)
        pick("rounds_down", "Round points down", "No", "No", "Yes", value="Yes".__eq__)
        if kind in ("games", "score") and luck.random() < 0.4:
            texts["Points by difference"] = "0 = 1:1; 1 = 1.5:0.5; 3 = 5:-1/3"
            thresholds = ((0, 1, 1), (1, Fraction(3, 2), Fraction(1, 2)), (3, 5, Fraction(-1, 3)))
            plain["bands"] = tuple(tuple(map(Fraction, band)) for band in thresholds)
        full = max([b[1] for b in plain.get("bands", ())] or [plain["win"]])
        pick(
            "bye", "Points for a bye", "As a win", "0", "1/2", "1", value=lambda x: or_none(x, full)
        )
        against = ("As a bye", "As a bye", "1", "1/5")
        pick(
            "walkover",
            "Points for an absent opponent",
            *against,
            value=lambda x: or_none(x, plain["bye"]),
        )
    if kind in ("games", "score"):
        pick("of_bye", "Result of a bye", "None", "2:0", "1/2:1", value=both)
    if kind == "score":
        pick("most_margin", "Margin at most", "None", "2", value=lambda x: or_none(x) and int(x))
        pick("offset", "Added to each margin", "0", "200", value=int)
    pick("floor", "Lowest share", *SHARES)
    pick("own_floor", "Lowest own share", *SHARES)
    pick("drawn_match", "A drawn match counts", "By its points", "1/2", "0", value=or_none)
    pick("most_dropped", "Highest share of dropped players", "1", "3/4", "0.1")
    pick("drawn_game", "A drawn game counts", *SHARES)
    pick("byes_count", "Byes in shares", "Counted", "Left out", value="Counted".__eq__)
    pick("missed_count", "Missed rounds in shares", "Counted", "Left out", value="Counted".__eq__)
    pick("over_opponents", "Divide SoS by", "Opponents", "Rounds", value="Opponents".__eq__)
    pick("unplayed", "Unplayed rounds", *UNPLAYED, value=str)
    if kind == "winner":
        texts["Handicaps"] = luck.choice(("No", "Yes"))
    return texts, Rules(**plain)


def or_none(text, instead=None):
    """A number, or something instead of a word."""
    return instead if text[0].isalpha() else Fraction(text)


def both(text):
    """Two numbers."""
    return (
        (Fraction(0), Fraction(0))
        if text == "None"
        else tuple(Fraction(part) for part in text.split(":"))
    )


def drawn_row(luck, rules, texts, one, two):
    """A match by lot."""
    if two is None:
        can_be_half = rules.kind not in SIDED
        return Row(one, None, "half" if can_be_half and luck.random() < 0.3 else "bye")
    if luck.random() < 0.2:
        kinds = ["no-show 1", "no-show 2", "double no-show"]
        kinds += ["agreed"] * (rules.draw is not None)
        return Row(one, two, luck.choice(kinds))
    can_draw = rules.draw is not None
    winners = [(1, 0), (0, 1), *[(0, 0)] * can_draw]
    if rules.kind in ("winner", "one game"):
        handicap = luck.randrange(4) if texts.get("Handicaps") == "Yes" else 0
        return Row(one, two, numbers=luck.choice(winners), handicap=handicap)
    if rules.kind == "two games":
        numbers = luck.choice([(2, 0), (0, 2), (1, 1), (1, 0), (0, 1), (0, 0)])
        return Row(one, two, numbers=numbers)
    if rules.kind == "games":
        numbers = luck.choice(
            [(2, 0), (2, 1), (0, 2), (1, 2), (1, 0), *[(1, 1), (0, 0)] * can_draw]
        )
        return Row(one, two, numbers=numbers, drawn=luck.randrange(3))
    numbers = luck.randrange(6), luck.randrange(6)
    is_level = numbers[0] == numbers[1]
    named = luck.choice((1, 2, *[0] * can_draw)) if is_level else 0
    return Row(one, two, numbers=numbers, named=named)


def drawn_event(luck):
    """A random event, plain, and the texts of its settings."""
    texts, rules = drawn_rules(luck)
    count, rounds, gone_after = luck.randrange(2, 11), [], {}
    length = luck.randrange(7)
    for no in range(1, count + 1):
        if luck.random() < 0.2:
            gone_after[no] = luck.randrange(length + 1)
    seeded = luck.random() < 0.5
    people = tuple(
        Person(
            no, Fraction(luck.randrange(7), 2), luck.randrange(1000, 2800), no if seeded or no % 3 else None,
            no in gone_after,
        )
        for no in range(1, count + 1)
    )  # fmt: skip
    for number_ in range(1, length + 1):
        there = [p.no for p in people if number_ <= gone_after.get(p.no, length)]
        there = [no for no in there if luck.random() < 0.9]
        luck.shuffle(there)
        rows = []
        while there:
            one = there.pop()
            two = there.pop() if there and luck.random() < 0.9 else None
            rows.append(drawn_row(luck, rules, texts, one, two))
        rounds.append(tuple(rows))
    return texts, Event(people, tuple(rounds), rules)


def result_of(row, rules):
    """The result as the engine has it."""
    (a, b), winner = row.numbers, row.named
    if row.special:
        return ()
    match rules.kind:
        case "winner":
            return (1 if a > b else 2 if b > a else "Draw", row.handicap)
        case "one game":
            return ("Corp" if a > b else "Runner" if b > a else "Draw",)
        case "two games":
            return tuple("W" * a + "L" * b + "D" * (2 - a - b))
        case "games":
            return (a, b, row.drawn or "")
    return (a, b, winner or "")


def tournament_of(texts, event):
    """The event for the engine."""
    players = tuple(
        Player(
            p.no, f"No {p.no}", seed=p.seed, details={"Rating": str(p.rating), "Start score": str(p.start)},
            status=Status.DROPPED if p.has_dropped else Status.ACTIVE,
        )
        for p in event.people
    )  # fmt: skip
    rounds = tuple(
        Round(
            n,
            tuple(
                Match(table, r.one, r.two, result_of(r, event.rules), SPECIALS[r.special])
                for table, r in enumerate(rows, 1)
            ),
        )
        for n, rows in enumerate(event.rounds, 1)
    )
    return Tournament(players, rounds, options=texts, seed=event.seed)


def listed(names):
    """The settings of some tiebreaks in order."""
    return {f"Tiebreak {n}": name for n, name in enumerate(names, 1)}


def compared(texts, event):
    """What differs between the engine and the oracle, in words."""
    oracle, names = Oracle(event), [*ALL]
    for first in range(0, len(names), MOST_TIEBREAKS):
        chosen = names[first : first + MOST_TIEBREAKS]
        options = texts | listed(chosen)
        headers = [t.name for t in OWN.tiebreaks(options, len(event.rounds))]
        for line in rank(tournament_of(options, event), OWN):
            if line.points != oracle.points[line.no]:
                yield f"points of {line.no}: {line.points}, not {oracle.points[line.no]}"
            for name, header in zip(chosen, headers, strict=False):
                value, expected = line.tiebreaks[header], Fraction(ALL[name](oracle, line.no))
                if value != expected:
                    yield f"{name} of {line.no}: {value}, not {expected}"


def order_differs(texts, event, names):
    """The order of the engine and of the oracle under some tiebreaks, where they differ."""
    standings = rank(tournament_of(texts | listed(names), event), OWN)
    expected = [no for group in Oracle(event).order([*names, "Lot"]) for no in group]
    return "" if standings.order == expected else f"{names}: {standings.order}, not {expected}"


def test_every_tiebreak_and_order_is_that_of_the_oracle():
    """Points, the value of every tiebreak and the order under three to six of them, exact."""
    found = []
    for number_ in range(EVENTS):
        luck = Random(f"tiebreaks {number_}")
        texts, event = drawn_event(luck)
        assert clashes(texts) == []
        found += [f"event {number_}: {what}" for what in compared(texts, event)]
        names = luck.sample([*ALL, *AMONG, *AMONG, *AMONG], luck.randrange(3, 7))
        names = [*dict.fromkeys(names)]
        if "Lot" not in names and (what := order_differs(texts, event, names)):
            found.append(f"event {number_}: {what}")
    assert found == [], "\n".join(found[:20])


def test_settings_that_are_said_to_have_no_effect_have_none():
    """Left as they are if nobody chooses, every place, points and tiebreak stays; all kinds of them are met."""
    met, left = set(), {option.name: option.default for option in OWN.options}
    for number_ in range(2 * EVENTS):
        luck = Random(f"no effect {number_}")
        texts, event = drawn_event(luck)
        names = luck.sample(["Lot", *ALL], luck.randrange(1, 5))
        options = texts | listed(names)
        for hint in hints(tournament := tournament_of(options, event)):
            if hint.text in (NOBODY_HAS, CUT_TOO_LARGE, NO_LIBRARY):
                continue
            met.add((hint.text, hint.setting.rstrip("0123456789")))
            without = options | {hint.setting: left[hint.setting]}
            one, two = (rank(replace(tournament, options=o), OWN) for o in (options, without))
            assert one.order == two.order, (number_, hint)
            assert {s.no: s.points for s in one} == {s.no: s.points for s in two}, (number_, hint)
            headers = ([t.name for t in OWN.tiebreaks(o, 1)] for o in (options, without))
            for name in set.intersection(*map(set, headers)):
                values = [{s.no: s.tiebreaks.get(name) for s in all_} for all_ in (one, two)]
                assert values[0] == values[1], (number_, hint, name)
    assert {setting for _, setting in met} >= {o.name for o in ONLY_FOR} | {"Tiebreak "}


def test_the_oracle_knows_every_tiebreak():
    """None of the list is left out, nothing else is in it, and both know what ranks lowest first."""
    assert {*ALL, *AMONG} == {*TIEBREAKS}
    options = [listed([name]) for name in ALL]
    lowest = {
        name for name, o in zip(ALL, options, strict=True) if OWN.tiebreaks(o, 1)[0].lowest_first
    }
    assert lowest == {*LOWEST_FIRST}


def test_tiebreaks_have_headers_of_their_own():
    """No two tiebreaks are shown under the same name."""
    headers = [OWN.tiebreaks(listed([name]), 1)[0].name for name in TIEBREAKS]
    assert len(headers) == len({*headers})


def test_points_for_absent_rounds_are_the_same_for_who_has_dropped():
    """Somebody who comes back has the points of before, so that standings written meanwhile stay right."""
    options = {"Points for an absent round": "1/2"}
    rounds = tuple(Round(n, (Match(1, 1, 2, (1,)),)) for n in (1, 2))
    for status in Status:
        event = Tournament((*map(_player, (1, 2)), _player(3, status)), rounds, options=options)
        assert [line.points for line in rank(event, OWN) if line.no == 3] == [1]


def _player(no, status=Status.ACTIVE):
    return Player(no, f"No {no}", status=status)
