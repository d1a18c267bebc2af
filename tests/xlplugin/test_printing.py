"""Printouts for the players: match slips, pairings by name, seats, player cards."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from scanned import code_of

from engine import Player, Stage, Status
from xlplugin.ground import qr
from xlplugin.ground.problems import ERRORS, WorkbookProblems
from xlplugin.reports import codes
from xlplugin.verbs import print_tabs
from xlplugin.verbs.frame import WrongUse
from xlplugin.verbs.pair import pair_round
from xlplugin.workbook.book import AddDrawing, AddSheet, SetCells
from xlplugin.workbook.drawings import print_lists, slips_and_cards
from xlplugin.workbook.layout import CUT, CUT_HEIGHT, LIST, Layout
from xlplugin.workbook.reading.reader import read_event
from xlplugin.workbook.slip_codes import SlipCode, read_slip_code

from cases import each

NAMES = [f"Player {letter}" for letter in "HGFEDCBA"]


def drawn(host, make, **kwargs):
    """Print, and give what was drawn and what was told."""
    told = make(host, **kwargs)
    drawing = next(change.drawing for change in host.changes if isinstance(change, AddDrawing))
    return SimpleNamespace(drawing=drawing, told=told)


def values(drawing):
    """The values of a drawing by (row, column), without what stands beside it."""
    width = len(drawing.widths)
    return {at: value for at, (value, _) in drawing.cells.items() if at[1] <= width}


def texts(drawing):
    """The values of a drawing in the order of its rows."""
    found = values(drawing)
    return [found[at] for at in sorted(found) if found[at] is not None]


def rows(drawing):
    """The rows of a list below its headers, as one reads them: page by page, the left half first."""
    found = values(drawing)
    headers = [found[2, c] for c in range(1, len(drawing.widths) + 1) if (2, c) in found]
    lists = headers.count("Player")
    step = len(headers) // lists
    per_page = LIST.rows if drawing.paper is LIST else CUT.rows - 2
    return [
        dict(zip(headers[:step], line, strict=True))
        for top in range(3, drawing.last_row + 1, per_page)
        for at in range(lists)
        for row in range(top, top + per_page)
        if (line := [found.get((row, 1 + at * (step + 1) + i)) for i in range(step)])[0]
    ]


def slips(drawing):
    """The rows of every slip, as texts, in the order that a cut stack of the pages has them."""
    found = values(drawing)
    pages = -(-drawing.last_row // CUT.rows)
    tops = [
        page * CUT.rows + place * slips_and_cards.ROWS + 1
        for place in range(slips_and_cards.ON_A_PAGE)
        for page in range(pages)
    ]
    return [
        [
            [found[top + row, c] for c in range(1, len(drawing.widths) + 1)]
            for row in range(slips_and_cards.ROWS)
        ]
        for top in tops
        if (top, 1) in found
    ]


def decide(host, number, **cells):
    """Type the same into every match of a round."""
    tab = read_event(host.read()).rounds[number - 1].table
    typed = {
        (row.number, tab.places[header]): value
        for row in tab.rows()
        for header, value in cells.items()
        if row.raw("Special") is None
    }
    host.write([SetCells(tab.sheet.name, typed)])


@pytest.fixture(scope="session")
def paired_host(new_host):
    """Begin an event and pair its first round."""

    def make(ruleset="nisei-swiss", players=NAMES, **settings):
        host = new_host(ruleset, players, **settings)
        pair_round(host)
        return host

    return make


# cutting


@each("count", [1, 4, 5, 6, 9, 10, 11, 64, 150])
@each("places", [1, 4, 5, 6])
def test_piles_of_a_cut_stack_lie_on_one_another_in_order(count, places):
    """The pile from the first place of all pages comes first, then that of the second, ..."""
    where = slips_and_cards.in_stacks(count, places)
    assert len(set(where)) == count
    assert {place for _, place in where} <= set(range(places))
    assert max(page for page, _ in where) + 1 == -(-count // places)
    assert sorted(range(count), key=lambda i: (where[i][1], where[i][0])) == list(range(count))


def test_slips_are_in_the_order_of_tables_once_cut(paired_host):
    """A cut stack has table 1 on top."""
    drawing = drawn(
        paired_host(players=[f"P {n}" for n in range(27)]), print_tabs.print_slips
    ).drawing
    assert [slip[1][1] for slip in slips(drawing)] == [f"Table {n}" for n in range(1, 14)]


# slips


ON_A_SLIP = {
    "nisei-swiss": ["As Corp", "As Runner"],
    "nisei-single-sided": ["Plays", "Won"],
    "nts": ["Game 1", "Game 2"],
    "hex": ["HQ left", "Army"],
}
TICKS = {"nisei-swiss": ["ID", "2-for-1"], "nisei-single-sided": ["Draw", "ID"]}


@pytest.mark.parametrize("ruleset", ON_A_SLIP)
def test_a_slip_has_all_that_is_typed_and_both_signatures(paired_host, ruleset):
    """Event, round, table, both players with their numbers, boxes, ticks, and a line to sign."""
    host = paired_host(ruleset)
    match = read_event(host.read()).rounds[0].matches[0]
    heading, headers, one, _, two, _, ticks, _ = slips(drawn(host, print_tabs.print_slips).drawing)[
        0
    ]
    assert heading[:2] == [None, "Spring Cup, Round 1   R1T1"]
    assert headers == [None, "Table 1", *ON_A_SLIP[ruleset], "Drops", "Signature"]
    by_no = read_event(host.read()).by_no
    assert [one[:2], two[:2]] == [[n, by_no[n].name] for n in (match.player1, match.player2)]
    assert (ticks[0] or "").replace(slips_and_cards.TICK, "").split() == TICKS.get(ruleset, [])


def test_a_slip_says_who_is_the_corp_where_that_is_fixed(paired_host):
    """Under the single-sided rules, with the identity of that side as far as it is known."""
    details = {"Corp": "Jinteki", "Runner": "Noise"}
    players = [Player(0, name, details=details) for name in NAMES]
    host = paired_host("nisei-single-sided", players)
    _, _, one, corp, two, runner, *_ = slips(drawn(host, print_tabs.print_slips).drawing)[0]
    assert [one[2], two[2], corp[1], runner[1]] == ["Corp", "Runner", "Jinteki", "Noise"]


def test_trc_2_1_a_slip_says_who_is_drawn_to_be_the_corp_first(paired_host):
    """Below the name of one of the two, as on Pairing notes; before what else is known of them."""
    details = {"Corp": "Jinteki", "Runner": "Noise"}
    host = paired_host("trc", [Player(0, name, details=details) for name in NAMES])
    notes = "\n".join(str(row) for row in host.read().sheets["Pairing notes"].rows)
    for slip in slips(drawn(host, print_tabs.print_slips).drawing):
        below = {slip[2][1]: slip[3][1] or "", slip[4][1]: slip[5][1] or ""}
        (first,) = [name for name, more in below.items() if "Corp in game 1 (drawn)" in more]
        assert f"{first} plays the Corporation first (drawn)" in notes


@pytest.mark.parametrize("kind", ["Double", "Best of three"])
def test_a_slip_of_the_elimination_has_the_sides_that_are_known(paired_host, kind):
    """Nobody knows in the first round, where the higher seed chooses; what is typed is printed."""
    host = paired_host(Rounds="1", Cut="4", Elimination=kind)
    decide(host, 1, **{"P1 Corp": "W", "P1 Runner": "W"})
    pair_round(host)
    first = slips(drawn(host, print_tabs.print_slips).drawing)[0]
    assert first[0][1] == "Spring Cup, Cut 1   C1T1"
    assert [first[2][2], first[4][2]] == [None, None]
    tab = read_event(host.read()).cuts[0].table
    host.write([SetCells("Cut 1", {(2, tab.places["Corp"]): 2})])
    typed = slips(drawn(host, print_tabs.print_slips).drawing)[0]
    assert [typed[2][2], typed[4][2]] == ["Runner", "Corp"]


def test_a_bye_has_no_slip(paired_host):
    """Nobody has anything to write there."""
    printed = drawn(paired_host(players=NAMES[:7]), print_tabs.print_slips)
    assert len(slips(printed.drawing)) == 3
    assert printed.told.data["told"] == "3 slips for Round 1"


# lists


@pytest.mark.parametrize(
    "names",
    [
        ["anna", "Bea"], ["Eli", "\u00c9lodie", "Emma"], ["Lukas", "\u0141ukasz", "Lulu"],
        ["Oskar", "\u00d8ystein", "Paul"], ["Strasse", "stra\u00dfeb", "Strate"], ["=1+1", "Ann"],
        ["Bea", "\U0001f431 cat", "Dee"], ["Zoe", "\u05e9\u05dc\u05d5\u05dd"],
    ],
    ids=str,
)  # fmt: skip
def test_names_stand_where_one_looks_for_them(names):
    """Whatever the capitals, accents, and signs before the name."""
    players = [Player(no, name) for no, name in enumerate(reversed(names), 1)]
    assert [player.name for player in print_lists.alphabetical(players)] == names


@pytest.mark.parametrize("count", [7, 60])
def test_everybody_in_the_round_is_found_by_name(paired_host, count):
    """With table and opponent; whoever has the bye is told so."""
    host = paired_host(players=[f"Player {n:02}" for n in range(count)])
    read = read_event(host.read())
    listed = rows(drawn(host, print_tabs.print_names).drawing)
    assert [row["Player"] for row in listed] == sorted(player.name for player in read.roster)
    found = {row["Player"]: (row["Table"], row["Opponent"]) for row in listed}
    for match in read.rounds[0].matches:
        one = read.by_no[match.player1].name
        if match.player2 is None:
            assert found[one] == ("-", "bye")
        else:
            two = read.by_no[match.player2].name
            assert (found[one], found[two]) == ((match.table, two), (match.table, one))


SHAPES = [
    (22, "", CUT, 1), (38, "", CUT, 1), (43, "", CUT, 2), (77, "", LIST, 2),
    (43, " of the Hill", LIST, 2),
]  # fmt: skip


@pytest.mark.parametrize(("count", "more", "paper", "lists"), SHAPES)
def test_a_list_is_on_one_upright_page_if_it_fits(new_host, count, more, paper, lists):
    """In one list as large as can be, or in two beside one another where the names leave room for that."""
    host = new_host(players=[f"Player {n:02}{more}" for n in range(count)])
    drawing = drawn(host, print_tabs.print_seats).drawing
    assert drawing.paper is paper
    assert list(values(drawing).values()).count("Player") == lists
    assert [row["Player"] for row in rows(drawing)] == [
        f"Player {n:02}{more}" for n in range(count)
    ]
    if paper is CUT:
        assert sum(drawing.heights.values()) <= CUT.rows * CUT_HEIGHT + 0.5
        assert min(drawing.heights.values()) >= CUT_HEIGHT


@pytest.mark.parametrize("make", [print_tabs.print_names, print_tabs.print_seats])
def test_a_list_alone_on_its_page_says_what_it_is_whatever_the_event_s_name(paired_host, make):
    """What goes over the edge of the list is cut off on paper: the round must not."""
    host = paired_host(**{"Event name": "International Championship of the Long Names 2026"})
    heading = drawn(host, make).drawing.cells[1, 1][0]
    assert heading.startswith("International")
    assert heading.endswith((", Round 1: pairings by name", ", players' meeting: where you sit"))
    assert len(heading) <= print_lists.MOST_HEADING


def test_the_side_is_listed_where_it_is_fixed(paired_host):
    """Half of the players are Corps; a bye has no side."""
    host = paired_host("nisei-single-sided", NAMES[:5])
    sides = [row["Side"] for row in rows(drawn(host, print_tabs.print_names).drawing)]
    assert sorted(map(str, sides)) == ["Corp", "Corp", "None", "Runner", "Runner"]


def test_seats_follow_the_names_two_a_table(new_host):
    """Before any round is paired; whoever has dropped out has no seat."""
    gone = Player(0, "Gone", status=Status.DROPPED)
    listed = rows(drawn(new_host(players=[*NAMES[:3], gone]), print_tabs.print_seats).drawing)
    assert [(row["Player"][-1], row["No"], row["Table"], row["Seat"]) for row in listed] == [
        ("F", 3, 1, "A"), ("G", 2, 1, "B"), ("H", 1, 2, "A"),
    ]  # fmt: skip


def test_who_has_a_fixed_table_sits_there():
    """The others go round them, and who finds no seat left there sits elsewhere."""
    fixed = {"B": 1, "C": 5, "D": 5, "E": 5}
    players = [Player(n, name, fixed_table=fixed.get(name)) for n, name in enumerate("ABCDEF", 1)]
    seats, elsewhere = print_lists.seat_all(players)
    assert [seats[no] for no in range(1, 7)] == [
        (1, "B"), (1, "A"), (5, "A"), (5, "B"), (2, "A"), (2, "B"),
    ]  # fmt: skip
    assert [player.name for player in elsewhere] == ["E"]


def test_who_is_seated_elsewhere_is_told(new_host):
    """The organizer may move them."""
    players = [Player(0, name, fixed_table=3) for name in NAMES[:3]]
    (warning,) = print_tabs.print_seats(new_host(players=players)).warnings
    assert warning == (
        "Player H sits at table 1: there is no free seat at the fixed table 3."
    )  # fmt: skip


# check-in


@pytest.fixture
def checking_in(new_host):
    """Begin an event in which check-in counts, three of its players here, another one gone."""

    def make(here=NAMES[:3], **settings):
        players = [
            Player(0, name, details={"Checked in": "Yes"} if name in here else {}) for name in NAMES
        ]
        gone = Player(0, "Gone", status=Status.DROPPED)
        return new_host(players=[*players, gone], **{"Check-in": "Yes", **settings})

    return make


SEATS, CARDS_OF_PLAYERS = print_tabs.print_seats, print_tabs.print_cards
LEFT_OUT = "not checked in, and {} left out (Checked in on Players)."


@pytest.mark.parametrize(
    ("make", "here", "setting", "told", "warning"),
    [
        (SEATS, NAMES[:3], "Yes", "3 players", f"5 players have {LEFT_OUT.format('are')}"),
        (CARDS_OF_PLAYERS, NAMES[1:], "Yes", "7 cards", f"1 player has {LEFT_OUT.format('is')}"),
        # seats are often printed the evening before
        (SEATS, (), "Yes", "8 players", "Nobody has checked in yet"),
        (CARDS_OF_PLAYERS, (), "Yes", "8 cards", "Nobody has checked in yet"),
        # whatever is typed there, where it does not count
        (SEATS, NAMES[:3], "No", "8 players", ""),
        (CARDS_OF_PLAYERS, NAMES[:3], "No", "8 cards", ""),
    ],
)
def test_who_has_not_checked_in_is_left_out(checking_in, make, here, setting, told, warning):
    """They are not paired either; how many they are is told, and where nobody is or it does not count, all are in."""
    printed = drawn(checking_in(here, **{"Check-in": setting}), make)
    assert printed.told.data["told"] == told
    assert [line[: len(warning)] for line in printed.told.warnings] == [warning] * bool(warning)
    if make is SEATS and len(here) == 3:
        listed = [row["Player"] for row in rows(printed.drawing)]
        assert listed == sorted(here if setting == "Yes" else NAMES)
    assert (NAMES[0] in texts(printed.drawing)) or here == NAMES[1:]


def test_who_plays_without_having_checked_in_keeps_the_card(checking_in):
    """Once paired they are in the event."""
    host = checking_in(here=NAMES)
    pair_round(host)
    column = read_event(host.read()).players_tab.places["Checked in"]
    host.write([SetCells("Players", {(2, column): None})])
    assert print_tabs.print_cards(host).data["told"] == "8 cards"


# cards


def test_a_card_has_a_line_for_every_round(new_host):
    """With number and name above them, before the event and without results."""
    drawing = drawn(new_host(players=NAMES[:1], Rounds="4"), print_tabs.print_cards).drawing
    assert texts(drawing) == [
        "No 1   Spring Cup, player card", "Player H",
        "Round", "Table", "Opponent", "Result", "Points", 1, 2, 3, 4, "Total",
    ]  # fmt: skip


@pytest.mark.parametrize("rounds", [3, 6, 7, 9])
def test_cards_fill_their_page(new_host, rounds):
    """Rows are as high as there is room; what is cut, and where a page ends, stays."""
    drawing = drawn(new_host(players=NAMES, Rounds=str(rounds)), print_tabs.print_cards).drawing
    heights = [drawing.heights.get(row, CUT_HEIGHT) for row in range(1, CUT.rows + 1)]
    height = 5 + rounds
    used = CUT.rows // height * height
    assert sum(heights) == pytest.approx(CUT.rows * CUT_HEIGHT, abs=0.5)
    assert len(set(heights[:used])) == 1
    assert set(heights[used:]) <= {1}


def test_a_slip_has_the_points_so_far_beside_the_names(paired_host):
    """From round 2 on; they say for which table a player looks."""
    host = paired_host(players=NAMES[:4])
    assert "so far" not in str(texts(drawn(host, print_tabs.print_slips).drawing))
    decide(host, 1, **{"P1 Corp": "W", "P1 Runner": "W"})
    pair_round(host)
    told = [
        text for text in texts(drawn(host, print_tabs.print_slips).drawing) if "so far" in str(text)
    ]
    assert sorted(text.split("(")[1] for text in told) == ["0 so far)"] * 2 + ["6 so far)"] * 2


@pytest.mark.parametrize("length", [34, 35, 39, 48, 200])
def test_what_a_card_is_stays_in_sight(new_host, length):
    """Whatever the length of the event's name; it is shortened before the line to cut along."""
    host = new_host(players=NAMES[:1], **{"Event name": "N" * length})
    (heading, *_) = texts(drawn(host, print_tabs.print_cards).drawing)
    assert heading.startswith("No 1   NNN")
    assert heading.endswith(", player card")
    assert len(heading) <= len("No 1   ") + 34 + len(", player card")


def test_what_has_been_played_is_on_the_cards(paired_host):
    """For somebody who has lost the card, or comes late."""
    host = paired_host(players=NAMES[:3], Rounds="2")
    decide(host, 1, **{"P1 Corp": "W", "P1 Runner": "W"})
    found = values(drawn(host, print_tabs.print_cards).drawing)
    starts = [at for at, value in found.items() if value == "Round"]
    lines = [[found[row + 1, left + i] for i in range(5)] for row, left in starts]
    told = [(table, result, points) for _, table, _, result, points in lines]
    assert sorted(told, key=str) == [(1, "Lost", 0), (1, "Won", 6), (None, None, 6)]


CARDS = {
    (): (["Points", "Total", "Number"], {(3, 3, 1), (0, 0, 0)}),
    (("Format", "Round robin"),): (["Points", "Total"], {(3, 3), (0, 0)}),
}


@pytest.mark.parametrize("settings", CARDS)
def test_ntp_1_1_a_card_keeps_the_total_and_the_pairing_number(paired_host, settings):
    """As the document has them; in a round robin there are no pairing numbers."""
    host = paired_host("ntp", **dict(settings))
    decide(host, 1, **{"G1 P1": 10, "G1 P2": 2, "G2 P1": 10, "G2 P2": 3})
    found = values(drawn(host, print_tabs.print_cards).drawing)
    headers, told = CARDS[settings]
    starts = [at for at, value in found.items() if value == "Points"]
    names = [found.get((row, left + i)) for row, left in starts for i in range(len(headers))]
    assert names == headers * len(NAMES)
    lines = {
        tuple(found.get((row + 1, left + i)) for i in range(len(headers))) for row, left in starts
    }
    assert lines == told


ARMIES = ("Borgo", "Dancer", "Iron Gang", "Moloch", "Vegas")
ARMED = {f"Army {n}": name for n, name in enumerate(ARMIES, 1)}


@pytest.fixture
def hex_card(paired_host):
    """Play a round of hex with armies, and give the cards by player: from the number on, by row."""
    chosen = {"Final army 1": "Vegas", "Exchangeable token": "Hak"}
    players = [Player(0, name, details={**ARMED, **chosen}) for name in NAMES]
    host = paired_host("hex", players)
    decide(host, 1, **{"HQ 1": 12, "HQ 2": 5, "Army 1": "Dancer", "Army 2": "Moloch"})
    found = values(drawn(host, print_tabs.print_cards).drawing)
    cards = {}
    for (row, left), value in found.items():
        if str(value).startswith("No "):
            lines = [[found.get((row + i, left + j)) for j in range(6)] for i in range(14)]
            cards[lines[1][0]] = lines
    return host, cards


def test_hex_4_1_a_card_has_the_army_and_the_difference(hex_card):
    """Of each round, beside the points; plus for the winner and minus for the loser."""
    host, cards = hex_card
    match = read_event(host.read()).rounds[0].matches[0]
    by_no = read_event(host.read()).by_no
    won, lost = (cards[by_no[no].name] for no in (match.player1, match.player2))
    assert won[2] == ["Round", "Table", "Opponent", "Army", "+/-", "Points"]
    assert won[3][3:] == ["Dancer", 7, 3]
    assert lost[3][3:] == ["Moloch", -7, 0]


def test_hex_5_3_armies_are_marked_on_the_card(hex_card):
    """A line for each army registered, with the round in which it was played and a box for the finals."""
    host, cards = hex_card
    match = read_event(host.read()).rounds[0].matches[0]
    card = cards[read_event(host.read()).by_no[match.player1].name]
    assert card[7][2::3] == ["Total", 3]
    assert card[8] == [None, None, "Armies (with Hak)", "Played", None, "Finals"]
    below = {line[2]: (line[3], line[5]) for line in card[9:14]}
    assert tuple(below) == ARMIES
    assert below["Dancer"] == ("R1", slips_and_cards.TICK)
    assert below["Borgo"] == (slips_and_cards.TICK, slips_and_cards.TICK)


@pytest.mark.parametrize(
    ("ruleset", "rounds", "height"),
    [("trc", 1, 5), ("trc", 9, 13), ("trc", 40, 40), ("hex", 1, 11), ("hex", 5, 15)],
)
def test_no_card_goes_over_the_end_of_a_page(new_host, ruleset, rounds, height):
    """However many rounds there are, up to as many as fit on a page; lines of armies count, too."""
    host = new_host(ruleset, NAMES, Rounds=str(rounds))
    found = values(drawn(host, print_tabs.print_cards).drawing)
    tops = [row for (row, _), value in found.items() if str(value).startswith("No ")]
    assert len(tops) == len(NAMES)
    assert all((top - 1) % CUT.rows + height <= CUT.rows for top in tops)


# the codes of those who report by phone


@pytest.fixture
def reporting(paired_host):
    """An event of a few whose players report, as it reads once its cards are printed."""

    def make(ruleset="nisei-swiss", **settings):
        host = paired_host(ruleset, **{"Player reports": "Yes", **settings})
        cards = drawn(host, print_tabs.print_cards)
        event = read_event(host.read())
        return host, cards, {p.no: codes.code_of(event, p.no) for p in event.roster}

    return make


@pytest.mark.parametrize("ruleset", ["nisei-swiss", "hex", "ntp"])
def test_a_card_has_the_code_of_its_player(reporting, ruleset):
    """As text and, to the left of it, for the camera of a phone; nobody has that of another."""
    host, cards, by_no = reporting(ruleset)
    found = values(cards.drawing)
    assert len(set(by_no.values()) - {""}) == len(NAMES)
    places = {(picture.row, picture.column): picture for picture in cards.drawing.pictures}
    assert len(places) == len(NAMES)
    for (row, column), picture in places.items():
        no = int(found[row, column + 2].split()[1])
        assert found[row + 1, column + 2] == read_event(host.read()).by_no[no].name
        assert found[row + 2, column + 2] == f"Code {by_no[no]}"
        assert found[row + 3, column] == "Round"
        assert code_of(picture.png) == by_no[no]
        assert picture.text == f"QR code of player {no}"
        assert picture.height <= 3 * CUT_HEIGHT


def test_cards_printed_again_have_the_same_codes(reporting):
    """They are drawn once; what somebody has in hand stays true."""
    host, cards, _ = reporting()
    again = drawn(host, print_tabs.print_cards)
    assert again.drawing == cards.drawing


def test_where_the_address_is_known_the_camera_opens_the_page(reporting):
    """The code stands behind the #, which no browser sends."""
    host, _, by_no = reporting()
    address = "http://192.168.1.23:8765/"
    drawing = drawn(host, print_tabs.print_tab, what="cards", address=address).drawing
    expected = {f"{address}#code={code.replace('-', '')}" for code in by_no.values()}
    assert {code_of(picture.png) for picture in drawing.pictures} == expected


@pytest.mark.parametrize(
    ("what", "address"),
    [("cards", "192.168.1.23"), ("cards", "http://x/#a"), ("cards", "http://a b"),
     ("cards", f"http://{'x' * 101}"), ("slips", "http://x/")],
)  # fmt: skip
def test_what_is_no_address_is_refused(reporting, what, address):
    """So is one for a tab that has none."""
    host, _, _ = reporting()
    with pytest.raises(WrongUse, match="address"):
        print_tabs.print_tab(host, what, address)


def test_without_reports_there_are_no_codes(paired_host):
    """Cards are as they are, and nothing is drawn for later."""
    host = paired_host()
    cards = drawn(host, print_tabs.print_cards)
    assert cards.drawing.pictures == ()
    assert "Code" not in str(texts(cards.drawing))
    assert not codes.has_codes(read_event(host.read()))


def test_a_slip_tells_a_scanner_which_match_it_is(reporting):
    """Round and table, and no code of a player, which the opponent would see."""
    host, _, by_no = reporting()
    for number in (1, 2):
        slips_ = drawn(host, print_tabs.print_slips).drawing
        expected = [f"R{number}T{table}" for table in range(1, 5)]
        assert [code_of(picture.png) for picture in slips_.pictures] == expected
        assert [slip[0][1].split()[-1] for slip in slips(slips_)] == expected
        secret = read_event(host.read()).settings["Report codes"]
        told = str(slips_.cells) + " ".join(picture.text for picture in slips_.pictures)
        assert not [code for code in (*by_no.values(), secret) if code and code in told]
        decide(host, number, **{"P1 Corp": "W", "P1 Runner": "W"})
        pair_round(host)


def test_what_is_scanned_is_read():
    """However a scanner or somebody types it; nothing else is taken for a code."""
    for stage, text in (
        (Stage.SWISS, "R3T12"),
        (Stage.ELIMINATION, "C3T12"),
        (Stage.TIEBREAKER, "B3T12"),
    ):
        code = SlipCode(stage, 3, 12)
        assert str(code) == text
        assert read_slip_code(f" {text.lower()}\t") == read_slip_code(f"{text[0]}03 t012") == code
    assert [*map(read_slip_code, ("", "12", "R3", "T12", "X3T12", "R3T12R3T13", "R3T"))] == [
        None
    ] * 7


def test_where_nothing_draws_codes_they_are_there_as_text(reporting, monkeypatch):
    """As in a workbook for xlwings Lite that was made before; it is told."""
    monkeypatch.setattr(qr, "is_there", lambda: False)
    host, cards, by_no = reporting()
    assert cards.drawing.pictures == ()
    assert f"Code {by_no[1]}" in texts(cards.drawing)
    printed = drawn(host, print_tabs.print_slips)
    assert printed.drawing.pictures == ()
    told = "There are no QR codes: segno is not installed here. The codes are there as text."
    assert told in cards.told.warnings
    assert told in printed.told.warnings


# the tabs


@pytest.mark.parametrize("what", print_tabs.PRINTS)
def test_a_printed_tab_is_made_anew_in_its_place(paired_host, what):
    """Twice printed there is still one tab, where it was; nothing else has changed."""
    host = paired_host()
    before = list(host.book.sheets)
    tab = print_tabs.PRINTS[what](host).tab
    names = list(host.book.sheets)
    assert [name for name in names if name != tab] == before
    print_tabs.PRINTS[what](host)
    assert list(host.book.sheets) == names


@pytest.mark.parametrize("what", print_tabs.PRINTS)
def test_a_tab_of_the_organizers_own_is_not_drawn_over(paired_host, what):
    """Whatever its capitals; the message says what to do."""
    host = paired_host()
    name = print_tabs.PRINTS[what](host).tab.upper()
    host = paired_host()
    host.write([AddSheet(Layout(name, ()), [])])
    before = host.book
    with pytest.raises(WorkbookProblems, match="rename your tab"):
        print_tabs.PRINTS[what](host)
    assert host.book is before


def test_what_was_printed_is_in_the_log(paired_host):
    """With how much there was to print."""
    host = paired_host()
    print_tabs.print_slips(host)
    assert [row[1:3] for row in host.book.sheets["Log"].rows][-1] == [
        "Print", "Slips: 4 slips for Round 1, 1 page",
    ]  # fmt: skip


@pytest.mark.parametrize("make", [print_tabs.print_slips, print_tabs.print_names])
def test_without_a_round_there_is_nothing_to_print_of_it(new_host, make):
    """The message says what to do first."""
    with pytest.raises(ERRORS, match="pair first"):
        make(new_host(players=NAMES))


@pytest.mark.parametrize("make", [print_tabs.print_seats, print_tabs.print_cards])
def test_without_players_there_is_nobody_to_print_for(new_host, make):
    """The message says where to type them."""
    with pytest.raises(WorkbookProblems, match=r"Players!B2.*type their names"):
        make(new_host())


def test_everything_that_must_be_mended_is_told_at_once(paired_host):
    """Problems of the workbook, and a tab that is in the way."""
    host = paired_host()
    column = read_event(host.read()).players_tab.places["Status"]
    host.write([AddSheet(Layout("Slips", ()), []), SetCells("Players", {(2, column): "Maybe"})])
    with pytest.raises(WorkbookProblems) as refused:
        print_tabs.print_slips(host)
    assert [problem.sheet for problem in refused.value.problems] == ["Players", "Slips"]


# the command


@pytest.mark.on_files
def test_the_command_says_what_there_is_to_print(new_event):
    """The tab, how many there are, and how many pages; names stay text in the file."""
    event = new_event(["=1+1", *(f"Player {n}" for n in range(23))])
    event.done("pair")
    said = event.done("print", "slips").stdout
    assert "tab Slips: 12 slips for Round 1 on 3 pages" in said
    assert "Cut all pages as one stack" in said
    assert said.splitlines()[-1].startswith("Next: Round 1: 12 results missing (tables 1, 2,")
    cells = [cell for row in event.read()["Slips"].iter_rows() for cell in row]
    assert [cell.data_type for cell in cells if cell.value == "=1+1"] == ["s"]
