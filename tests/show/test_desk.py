"""The desk is for the organizer's computer alone; and what this computer is called by phones."""

from __future__ import annotations

from threading import Event

import pytest
from showing import Phone, shown, wait_for

from xlplugin.doors.show.addresses import Card, addresses
from xlplugin.doors.show.attempts import Attempts, Limit, Refusals
from xlplugin.doors.show.command import Teller
from xlplugin.doors.show.guard import Refusal, asked_by, check, check_desk, is_number
from xlplugin.doors.show.kept import kept_of
from xlplugin.doors.show.listening import EVERYWHERE
from xlplugin.doors.show.running import running

from cases import each


def scope(path="/", method="GET", client="192.168.1.66", **headers):
    """A request as the server gives it on."""
    known = {"host": "192.168.1.5:8765", **headers}
    listed = [(name.replace("_", "-").encode(), value.encode()) for name, value in known.items()]
    return {
        "type": "http",
        "path": path,
        "method": method,
        "headers": listed,
        "client": (client, 5),
        "query_string": b"",
    }


def refusal(*arguments, **options):
    """The status with which a request is refused; 200 if it is not."""
    asked = scope(*arguments, **options)
    try:
        check(asked_by(asked), asked, Attempts(Limit(5, 1)))
    except Refusal as found:
        return found.status
    return 200


DESK = {
    "another computer": ({"client": "192.168.1.66", "host": "192.168.1.5:8765"}, 403),
    "another computer that says localhost": (
        {"client": "192.168.1.66", "host": "127.0.0.1:8765"},
        403,
    ),
    "this computer under its address": ({"client": "127.0.0.1", "host": "192.168.1.5:8765"}, 403),
    "a name that leads here": ({"client": "127.0.0.1", "host": "evil.example"}, 403),
    "this computer": ({"client": "127.0.0.1", "host": "127.0.0.1:8765"}, 200),
    "this computer by its own name for itself": (
        {"client": "127.0.0.1", "host": "localhost:8765"},
        200,
    ),
}


@each("asked, status", DESK.values(), ids=DESK)
def test_the_desk_answers_this_computer_alone(asked, status):
    """By the address of the connection, and by what the browser calls it."""
    for path in ("/desk", "/desk/state", "/desk.js", "/desk/stop"):
        assert refusal(path, **asked) == status
    assert refusal("/desks", client="192.168.1.66", host="192.168.1.5:8765") == 200


def test_every_action_of_the_desk_needs_the_key(phone):
    """Nothing is told, locked or ended without it; guesses are limited."""
    for what in ("state", "lock", "address", "phones", "stop"):
        for body in ({}, {"key": ""}, {"key": "x" * 32}, {"key": 7}):
            assert phone.post(f"/desk/{what}", body).status in (400, 403)
    assert not phone.showing.server.should_exit
    for _ in range(30):
        phone.post("/desk/state", {"key": "guess"})
    assert phone.desk().status == 403  # for a while, also with the right one
    phone.showing.room.codes._left.clear()
    assert phone.desk().status == 200


def test_it_is_opened_to_the_network_and_closed_again(workbook, monkeypatch):
    """On the same port; only then is there an address for phones, which the page knows at once."""
    cards = [Card("eth0", "192.0.2.7", 24), Card("wlan0", "192.0.2.8", 24)]
    with shown(workbook) as phone:
        phone.showing.room._cards = lambda: cards
        assert (phone.desk().json["address"], phone.get("/data").json["live"]["qr"]) == ("", "")
        assert phone.showing.listener._socket.getsockname()[0] == "127.0.0.1"
        told = phone.desk("phones", open=True).json
        assert told["address"] == f"http://192.0.2.7:{phone.port}/"
        assert told["qr"].startswith("data:image/svg+xml;base64,")
        assert phone.showing.listener._socket.getsockname()[0] == EVERYWHERE
        assert phone.get("/data").json["live"]["address"] == told["address"]
        assert (
            phone.desk("address", ip="192.0.2.8").json["address"]
            == f"http://192.0.2.8:{phone.port}/"
        )
        assert phone.desk("phones", open=False).json["address"] == ""
        assert phone.showing.listener._socket.getsockname()[0] == "127.0.0.1"


def test_another_wifi_is_told_to_all(workbook):
    """The address changes by itself, and the newest page has it."""
    with shown(workbook, to_phones=True) as phone:
        room = phone.showing.room
        room._cards = lambda: [Card("wlan0", "198.51.100.9", 24)]
        wait_for(
            lambda: (
                phone.get("/data").json["live"]["address"] == f"http://198.51.100.9:{phone.port}/"
            )
        )
        room._cards = list
        wait_for(lambda: phone.get("/data").json["live"]["address"] == "")
        assert "in no network" in phone.desk().json["selfTest"]


def test_the_self_test_waits_for_another_device(workbook):
    """This computer itself does not count, whatever address it uses."""
    with shown(workbook, to_phones=True) as phone:
        room = phone.showing.room
        room._cards = lambda: [Card("wlan0", "192.0.2.7", 24)]
        phone.desk("address", ip="192.0.2.7")
        phone.get("/")
        room.note_arrival("192.0.2.7")
        assert phone.desk().json["arrived"] is False
        assert "no other device" in phone.desk().json["selfTest"]
        room.note_arrival("192.0.2.99")
        assert phone.desk().json["arrived"] is True
        assert (
            phone.desk()
            .json["selfTest"]
            .startswith("1 other device has asked for the page, last at ")
        )


def test_stop_ends_it(workbook):
    """Streams do not hold it up."""
    with shown(workbook) as phone, phone.listening() as events:
        next(events)
        assert phone.desk("stop").status == 200
        assert list(events) == []


def test_the_same_event_has_the_same_port_and_key_again(workbook, tmp_path):
    """So that printed codes still lead there, and a desk that is open goes on."""
    with shown(workbook) as phone:
        kept = phone.showing.room.kept
        machine = phone.showing._machine
        assert running(machine, workbook) == (kept, "")
    assert kept_of(machine, workbook) == kept
    assert running(machine, workbook) is None
    assert kept_of(machine, tmp_path / "other.xlsx").key not in ("", kept.key)


def test_a_workbook_that_was_moved_is_told(workbook, monkeypatch):
    """Phones keep what they have; once it is back the desk is quiet again."""
    monkeypatch.setattr("xlplugin.doors.show.source.UNREADABLE_FOR", 0.3)
    away = workbook.with_name("moved.xlsx")
    with shown(workbook) as phone:
        workbook.rename(away)
        told = wait_for(lambda: phone.desk("state").json["problems"])
        assert told[0].startswith(f"{workbook} is not there any more")
        assert phone.get("/data").status == 200
        away.rename(workbook)
        wait_for(lambda: not phone.desk("state").json["problems"])


def test_the_desk_says_how_players_are_let_report(made, tmp_path):
    """Where they are not, nothing of what they report is there."""
    with shown(made(tmp_path / "event", 4, "Player reports=No")) as phone:
        seen = phone.desk("state").json
        assert seen["reports"] is None
        assert "Player reports" in seen["noReports"]


WIFI, CABLE = Card("Wi-Fi", "192.168.1.5", 24), Card("Ethernet", "192.168.1.6", 24)
PLACES = {
    "only loopback": ([Card("lo", "127.0.0.1", 8)], "", []),
    "one card": ([Card("lo", "127.0.0.1", 8), WIFI], "192.168.1.5", ["192.168.1.5"]),
    "Wi-Fi and cable, cable leads out": ([WIFI, CABLE], "192.168.1.6", ["192.168.1.6", "192.168.1.5"]),
    "no internet": ([CABLE, WIFI], "", ["192.168.1.5", "192.168.1.6"]),
    "a VPN that takes everything": ([Card("NordLynx", "10.5.0.2", 16), WIFI], "10.5.0.2", ["192.168.1.5", "10.5.0.2"]),
    "Tailscale": ([Card("tailscale0", "100.101.102.103", 32), WIFI], "192.168.1.5", ["192.168.1.5", "100.101.102.103"]),
    "a tunnel without a telling name": ([Card("corp", "10.9.9.9", 32), WIFI], "10.9.9.9", ["192.168.1.5", "10.9.9.9"]),
    "a tunnel on a Mac": ([Card("utun4", "10.8.0.2", 24), Card("en0", "192.168.1.5", 24)], "10.8.0.2", ["192.168.1.5", "10.8.0.2"]),
    "Hyper-V": ([Card("vEthernet (Default Switch)", "172.20.0.1", 20), WIFI], "192.168.1.5", ["192.168.1.5", "172.20.0.1"]),
    "VirtualBox and Docker": ([Card("VirtualBox Host-Only Network", "192.168.56.1", 24), Card("docker0", "172.17.0.1", 16), WIFI], "", ["192.168.1.5", "172.17.0.1", "192.168.56.1"]),
    "the hotspot of Windows": ([Card("Local Area Connection* 2", "192.168.137.1", 24), CABLE], "192.168.1.6", ["192.168.137.1", "192.168.1.6"]),
    "the hotspot of a Mac": ([Card("bridge100", "192.168.2.1", 24), Card("en0", "10.0.0.4", 24)], "10.0.0.4", ["192.168.2.1", "10.0.0.4"]),
    "the hotspot of NetworkManager": ([Card("wlp2s0", "10.42.0.1", 24), Card("enp3s0", "10.0.0.4", 24)], "10.0.0.4", ["10.42.0.1", "10.0.0.4"]),
    "a card that found nothing": ([Card("Wi-Fi", "169.254.7.7", 16), CABLE], "", ["192.168.1.6", "169.254.7.7"]),
    "the same twice": ([WIFI, WIFI], "", ["192.168.1.5"]),
}  # fmt: skip


@each("cards, leading, expected", PLACES.values(), ids=PLACES)
def test_the_address_that_phones_reach_comes_first(cards, leading, expected):
    """And the others are offered."""
    assert [card.ip for card in addresses(lambda: cards, lambda: leading)] == expected


def test_this_computer_has_some_address_list():
    """The real list can be asked for, whatever is in it."""
    assert all(card.ip.count(".") == 3 and not card.ip.startswith("127.") for card in addresses())


@each(
    "host, is_one",
    [
        ("192.168.1.5:8765", True),
        ("[::1]:80", True),
        ("localhost", True),
        ("laptop.local", False),
        ("", False),
        ("1.2.3.4.5", False),
        ("1.2.3.4:", False),
    ],
)
def test_only_addresses_in_numbers_are_served(host, is_one):
    """A name can be made to lead anywhere."""
    assert is_number(host) is is_one


def test_refusals_are_counted_not_piled_up():
    """By address and reason; the organizer is told of the first, and then of every tenfold."""
    told = []
    refusals = Refusals(told.append)
    for _ in range(120):
        refusals.add("192.168.1.66", "403 GET /desk: no")
    for n in range(2_000):
        refusals.add(f"10.0.{n // 250}.{n % 250}", "x")
    assert [line.rpartition("(")[2] for line in told[:3]] == ["1)", "10)", "100)"]
    assert len(refusals.newest(10_000)) == 500


def test_a_stranger_who_asks_for_ever_new_paths_is_one_line(phone):
    """Neither the terminal is filled, nor are other refusals pushed off the desk."""
    told = []
    phone.showing.room.refusals._tell = told.append
    phone.post("/me", {"code": "AAAA-AAA0"})
    for n in range(60):
        assert phone.get(f"/{n}").status == 404
    assert [line.rpartition("(")[2] for line in told] == ["1)", "1)", "10)"]
    paths, guessed = phone.desk().json["refused"]
    assert (paths["n"], guessed["n"]) == (60, 1)
    assert "/59" in paths["why"]


def test_a_terminal_that_takes_no_lines_holds_nobody_up():
    """As while text is marked in a window of Windows, or where nobody reads a pipe."""
    goes_on, written = Event(), []

    def write(line):
        assert goes_on.wait(20)
        written.append(line)

    tell = Teller(write)
    for n in range(5_000):
        tell(str(n))
    assert not written
    goes_on.set()
    wait_for(lambda: len(written) >= 200)
    assert len(written) <= 202


def test_a_limit_fills_again():
    """So many at once, and so many a second from then on; each address for itself."""
    now = 0.0
    attempts = Attempts(Limit(3, 0.5), lambda: now)
    assert [attempts.take("a") for _ in range(4)] == [0, 0, 0, 2]
    assert attempts.take("b") == 0
    now = 2.0
    assert [attempts.take("a"), attempts.take("a")] == [0, 2]


def test_check_desk_is_asked_before_anything_is_read():
    """Also of what is sent to it."""
    with pytest.raises(Refusal):
        check_desk(asked_by(scope("/desk/lock", "POST")))
    assert Phone(80).host == "127.0.0.1:80"
