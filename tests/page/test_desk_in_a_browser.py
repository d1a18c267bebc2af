"""The desk of an event that is shown, in the organizer's browser."""

from __future__ import annotations

import pytest
from showing import codes_of, make_event, shown, wait_for

from xlplugin.doors.show.addresses import Card

CARDS = [Card("Wi-Fi", "192.0.2.7", 24), Card("NordLynx", "198.51.100.8", 32)]
NAMES = ("<b>Ann</b>", "Bob", "Cid", "Dee", "Eli", "Flo")


@pytest.fixture
def phone(tmp_path):
    """An event of which players have reported, shown to this computer alone."""
    workbook = make_event(tmp_path / "event.xlsx", 6, "Event name=Spring <Cup>", names=NAMES)
    with shown(workbook) as phone:
        phone.showing.room._cards = lambda: CARDS
        phone.codes = codes_of(workbook)
        yield phone


def report(phone, no):
    """Report that the one who tells it has won every game."""
    me = phone.post("/me", {"code": phone.codes[no]}).json
    answers = {f["header"]: f["choices"][0][1] for f in me["form"] if not f["optional"]}
    body = {"code": phone.codes[no], "round": me["round"], "made": me["made"], "answers": answers}
    return phone.post("/report", body).json


def opened(browser, phone):
    """Open the desk as the command does."""
    address, _, key = phone.showing.desk_address.partition("#")
    browser.open(address, key, width=1200, height=900)
    wait_for(lambda: browser.text("#self-test"))


def test_from_this_computer_to_the_phones(browser, phone):
    """Opened to the network with a click; another address is chosen; the key leaves the address bar."""
    opened(browser, phone)
    assert browser.text("h1") == "Spring <Cup>"
    assert browser.run("return page.url()").endswith("/desk")
    assert browser.text("#self-test") == "Only this computer can see the page."
    browser.run("await page.click('#open')")
    wait_for(lambda: browser.text("#address") == f"http://192.0.2.7:{phone.port}/")
    assert browser.run("return page.isVisible('#qr')")
    assert "no other device" in browser.text("#self-test")
    browser.run("await page.selectOption('#card', given.ip)", ip="198.51.100.8")
    wait_for(lambda: browser.text("#address") == f"http://198.51.100.8:{phone.port}/")
    phone.showing.room.note_arrival("192.0.2.55")
    wait_for(lambda: browser.text("#self-test").startswith("1 other device"))
    browser.run("await page.reload()")
    wait_for(lambda: browser.text("#self-test").startswith("1 other device"))


def test_what_was_reported_is_there_within_seconds(browser, phone):
    """Conflicts with both sides, who wants to drop out, what was refused; names are text."""
    opened(browser, phone)
    other = phone.post("/me", {"code": phone.codes[1]}).json["opponent"]
    report(phone, 1)
    wait_for(lambda: "Tables where only one player has reported" in browser.text("#lists"))
    assert report(phone, NAMES.index(other) + 1)["state"] == "conflict"
    phone.post("/drop", {"code": phone.codes[1]})
    phone.get("/../event.xlsx")
    wait_for(lambda: "<b>Ann</b>" in browser.text("#conflicts"))
    assert f"{other}, " in browser.text("#conflicts")
    phone.post("/me", {"code": "AAAA-BBBB"})
    wait_for(lambda: "404 GET" in browser.text("#refused"))
    wait_for(lambda: "This is not a code of this event" in browser.text("#refused"))
    assert "Codes that are wrong" in browser.text("#refusals")
    assert "<b>Ann</b>" in browser.text("#lists")
    assert browser.run("return faults()") == []


def test_the_server_is_stopped_there(browser, phone):
    """After a question."""
    opened(browser, phone)
    browser.run("page.once('dialog', (dialog) => dialog.accept()); await page.click('#stop')")
    wait_for(lambda: browser.text("main") == "Stopped. This window can be closed.")
    wait_for(lambda: phone.showing.server.should_exit)
