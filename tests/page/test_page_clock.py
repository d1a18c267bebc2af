"""The round clock that the organizer has started: the same on every page, whatever the device."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone

import pytest

from xlplugin.verbs import clock, publish
from xlplugin.verbs.pair import pair_round
from xlplugin.workbook.reading import round_clock

TEN = datetime(2026, 11, 21, 10, 0, tzinfo=UTC)
"""The pages are made then, and opened a minute later."""
PHONE = {"width": 360, "height": 740}
SOUNDS = """
window.tones = 0;
window.AudioContext = class {
  constructor() { this.state = "running"; this.currentTime = 0; this.destination = {}; }
  createOscillator() {
    window.tones += 1;
    return { frequency: {}, connect: (to) => to, start() {}, stop() {} };
  }
  createGain() {
    const gain = { setValueAtTime() {}, exponentialRampToValueAtTime() {} };
    return { gain, connect: (to) => to };
  }
};
"""


def minutes(number):
    """So long."""
    return timedelta(minutes=number)


def wait(browser, number):
    """Let minutes pass."""
    browser.run(
        "if (given.leap) await page.clock.fastForward(given.leap); await page.clock.runFor(given.rest)",
        leap=max(0, number - 1) * 60_000,
        rest=min(number, 1) * 60_000,
    )


@pytest.fixture
def playing(event_of):
    """Begin an event with six players whose first round is being played."""
    return event_of([f"Player {n}" for n in range(1, 7)]).pair()


@pytest.fixture
def look(browser, tmp_path):
    """Open the page of an event as of ten o'clock; the browser's own clock says ``at``."""

    def opened(event, view="clock", at=TEN, **how):
        path = tmp_path / "page.html"
        path.write_text(event.page(when=TEN), encoding="utf-8", newline="")
        return browser.open(path.as_uri(), view, at=at.isoformat(), **how)

    return opened


def test_every_page_shows_the_clock_that_was_started(look, playing):
    """A page opened later, on another device, shows the time that is left."""
    clock.start(playing.host, when=TEN)
    browser = look(playing)
    assert browser.text(".digits") == "64:00"
    assert browser.text("#small-clock") == "64:00"
    look(playing, at=TEN + minutes(20))
    assert browser.text(".digits") == "44:00"
    wait(browser, 4)
    assert browser.text(".digits") == "40:00"
    assert browser.texts(".controls button:visible") == ["Sound"]


def test_the_start_is_one_instant_in_every_time_zone(look, playing):
    """Ten o'clock in London is eleven in Berlin: the page has the instant."""
    clock.start(playing.host, when=TEN.astimezone(timezone(timedelta(hours=1))))
    assert playing.read().settings["Clock started"] == "2026-11-21 11:00:00+01:00"
    assert f'"start":{TEN.timestamp() * 1000:.0f},' in playing.page()
    assert look(playing).text(".digits") == "64:00"


def test_before_the_start_the_page_shows_the_minutes_only(look, playing):
    """A start that was announced begins by itself."""
    clock.start(playing.host, (TEN + minutes(5)).time(), when=TEN)
    browser = look(playing)
    assert browser.text(".digits") == "65:00"
    assert "65 minutes, from" in browser.text(".clock-note")
    wait(browser, 6)
    assert browser.text(".digits") == "63:00"
    assert "65 minutes, until" in browser.text(".clock-note")


def test_without_a_start_the_clock_is_the_device_s_own(look, playing):
    """The projector's clock needs no command, and says whose it is."""
    browser = look(playing)
    assert browser.text(".digits") == "65:00"
    browser.click("text=Start")
    wait(browser, 5)
    assert browser.text(".digits") == "60:00"
    assert "on this device only" in browser.text(".clock-note")


def test_the_organizer_s_start_goes_before_the_device_s_own(look, playing):
    """Whoever has pressed Start here sees the common clock once there is one."""
    browser = look(playing)
    browser.click("text=Start")
    clock.start(playing.host, when=TEN - minutes(9))
    look(playing)
    assert browser.text(".digits") == "55:00"


def test_a_pause_stands_on_every_page(look, playing):
    """It goes on with what was left."""
    clock.start(playing.host, when=TEN - minutes(10))
    clock.pause(playing.host, when=TEN - minutes(5))
    browser = look(playing)
    assert browser.text(".digits") == "60:00"
    wait(browser, 3)
    assert browser.text(".digits") == "60:00"
    assert browser.text(".clock-note") == "Round 1 of 3: 65 minutes, paused."
    clock.start(playing.host, when=TEN)
    assert look(playing).text(".digits") == "59:00"


def test_more_minutes_are_more_on_every_page(look, playing):
    """Also after the end."""
    clock.start(playing.host, when=TEN - minutes(65))
    browser = look(playing)
    assert browser.text(".digits") == "+1:00"
    clock.extend(playing.host, 5, when=TEN)
    assert look(playing).text(".digits") == "4:00"
    assert browser.text("#alarm") == ""


def test_after_the_end_every_page_says_so(look, playing):
    """The alarm stands on every view, whoever opens it when."""
    clock.start(playing.host, when=TEN - minutes(65))
    browser = look(playing, "pairings")
    wait(browser, 0.1)
    assert browser.text("#alarm").startswith("Time is up in Round 1 of 3.")


def test_a_round_with_all_results_has_no_clock_running(look, playing):
    """Nobody plays any more, so no alarm stands there until the next round."""
    clock.start(playing.host, when=TEN - minutes(65))
    browser = look(playing.play())
    wait(browser, 0.1)
    assert browser.text("#alarm") == ""
    assert '"started":null' in playing.page()


def test_a_round_that_is_not_published_tells_no_clock(event_of):
    """Its start would tell that it has been paired."""
    event = event_of([f"Player {n}" for n in range(1, 7)], **{"Publish rounds": "When told"})
    event.pair()
    clock.start(event.host, when=TEN)
    assert '"started":null' in event.page()
    publish.publish(event.host, when=TEN)
    assert '"started":null' not in event.page()


def test_a_device_whose_clock_is_slow_is_told(look, playing):
    """A page cannot have been made in the future: then what is left is not known here."""
    clock.start(playing.host, when=TEN)
    browser = look(playing, at=TEN - minutes(30))
    assert "the clock of this device is slow" in browser.text(".clock-note")


def test_phones_are_silent_unless_asked(look, playing):
    """A hundred phones do not ring at once; the projector does."""
    clock.start(playing.host, when=TEN)
    browser = look(playing, init=SOUNDS)
    browser.click("h1")
    wait(browser, 65)
    assert browser.run("return page.evaluate('window.tones')") == 0
    look(playing, init=SOUNDS)
    browser.click("#projector")
    wait(browser, 65)
    assert browser.run("return page.evaluate('window.tones')") == 5


# tables with extra minutes


def test_extra_minutes_are_beside_their_table(look, playing):
    """On the pairings, and with what is left on the clock."""
    match = playing.read().rounds[0].matches[0]
    playing.type("Round 1", {(match.player1, "Extra minutes"): 5})
    clock.start(playing.host, when=TEN)
    browser = look(playing, "pairings")
    assert browser.texts("tbody .result") == ["+5 min", "", ""]
    browser.click("text=By name")
    assert sorted(browser.texts("tbody .result")) == ["", "", "", "", "+5 min", "+5 min"]
    browser.click("#views a[href='#clock']")
    assert browser.texts(".longer li") == ["Table 1 (+5 min) 69:00"]
    wait(browser, 65)
    assert browser.texts(".longer li") == ["Table 1 (+5 min) 4:00"]
    assert "Time is up in Round 1 of 3, but not yet at table 1." in browser.text("#alarm")


def test_a_table_that_has_finished_is_not_on_the_clock(look, playing):
    """Only who still plays needs to know."""
    match = playing.read().rounds[0].matches[0]
    cells = {"Extra minutes": 5, "P1 Corp": "W", "P1 Runner": "W"}
    playing.type("Round 1", {(match.player1, header): v for header, v in cells.items()})
    assert look(playing).texts(".longer li") == []


@pytest.fixture
def second_round(event_of):
    """Begin an event whose second round was paired at ten o'clock, 75 minutes after the first."""
    event = event_of([f"Player {n}" for n in range(1, 17)], Rounds="3", Cut="4")
    for paired in (TEN - minutes(75), TEN):
        pair_round(event.host, when=paired)
        if paired < TEN:
            event.play()
    return event


def test_the_clock_tells_when_it_may_all_be_over(look, second_round):
    """The round, the Swiss rounds and the cut, each until that can no longer be; on the projector too."""
    browser = look(second_round)
    lines = browser.texts(".forecast li")
    assert [line.partition(" over at about ")[0] for line in lines] == [
        "Round 2 of 3",
        "Swiss rounds",
        "Cut",
    ]
    time = r"\d\d:\d[05](\s[AP]M)?"
    times = rf".* over at about {time} \({time} to {time}\)"
    assert all(re.fullmatch(times, line) for line in lines)
    wait(browser, 2 * 60)
    assert browser.texts(".forecast li") == lines[1:]
    wait(browser, 24 * 60)
    assert browser.run("return page.isVisible('.forecast')") is False
    projected = look(second_round)
    projected.click("#projector")
    assert projected.texts(".forecast li") == lines
    fits = "document.querySelector('.forecast').getBoundingClientRect().bottom < window.innerHeight"
    assert projected.run("return page.evaluate(given.fits)", fits=fits)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_accessibility_checker_finds_nothing_on_a_phone(look, playing, scheme):
    """The common clock, with extra minutes and after the end."""
    match = playing.read().rounds[0].matches[0]
    playing.type("Round 1", {(match.player1, "Extra minutes"): 5})
    clock.start(playing.host, when=TEN - minutes(65))
    browser = look(playing, scheme=scheme, **PHONE)
    wait(browser, 0.1)
    for view in ("clock", "pairings"):
        browser.click(f"#views a[href='#{view}']")
        assert browser.run("await page.clock.resume(); return faults()") == []
        wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert browser.run("return page.evaluate(given.wide)", wide=wide) == 0


def test_the_final_has_no_time_limit_once_it_is_over(made):
    """It had none while it was played, and the event's end gives it none."""
    read = made("over").read()
    assert read.progress.is_over
    assert round_clock.minutes_of(read, read.cuts[-1]) is None
    assert round_clock.minutes_of(read, read.cuts[0]) is not None
