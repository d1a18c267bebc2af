"""The web page as people use it, in a browser without a screen."""

from __future__ import annotations

import json

import pytest

AT = "2026-11-21T10:00:00Z"
PHONE = {"width": 390, "height": 844}
PROJECTOR = {"width": 1920, "height": 1080}
VIEWS = {
    "players": ("players", "clock"),
    "playing": ("pairings", "standings", "crosstable", "players", "clock"),
    "bracket": ("pairings", "standings", "crosstable", "bracket", "players", "clock"),
    "over": ("pairings", "standings", "crosstable", "bracket", "players"),
}
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
REFUSED = """
Object.defineProperty(window, "localStorage", { get() { throw new Error("not here"); } });
"""
DEAF = """
const listen = window.addEventListener.bind(window);
window.addEventListener = (what, ...rest) => what === "message" || listen(what, ...rest);
"""


def wait(browser, minutes):
    """Let time pass."""
    leap = max(0, minutes - 0.25) * 60_000
    script = "if (given.leap) await page.clock.fastForward(given.leap);"
    browser.run(
        f"{script} await page.clock.runFor(given.rest)", leap=leap, rest=minutes * 60_000 - leap
    )


def script(browser, code, **given):
    """What some code says in the page."""
    return browser.run("return page.evaluate(given.code)", code=f"({code})({json.dumps(given)})")


def search(browser, text):
    """Type into the search field."""
    browser.run("await page.fill('#search', given.text)", text=text)


# network and markup


@pytest.mark.parametrize("state", sorted(VIEWS))
def test_no_request_leaves_the_page(browser, page_file, state):
    """Whatever is looked at, nothing is asked for but the page itself."""
    browser.open(state)
    for view in VIEWS[state]:
        browser.click(f"#views a[href='#{view}']")
    asked = browser.run("return seen.requests")
    assert {url.split("#")[0] for url in asked if not url.startswith("data:")} == {page_file(state)}


def test_a_name_with_markup_is_text(browser, made):
    """Names are shown letter by letter, and make no elements."""
    browser.open("playing", "players")
    names = [" ".join(player.name.split()) for player in made("playing").read().roster]
    assert sorted(browser.texts("#content tbody th")) == sorted(names)
    assert (
        script(browser, "() => document.querySelectorAll('main b, main img, main script').length")
        == 0
    )
    assert script(browser, "() => document.title") == "Spring Cup"


def test_a_name_has_its_own_direction(browser):
    """Names from right to left stay apart from what is beside them."""
    browser.open("playing", "players")
    code = "({name}) => getComputedStyle([...document.querySelectorAll('bdi')].find(e => e.textContent === name)).direction"
    directions = {"שלום לוי": "rtl", "علي": "rtl", "=1+1": "ltr"}
    assert {name: script(browser, code, name=name) for name in directions} == directions


# accessibility


@pytest.mark.parametrize(
    ("state", "view", "scheme"),
    [
        *(("bracket", view, scheme) for view in VIEWS["bracket"] for scheme in ("light", "dark")),
        ("players", "players", "light"),
        ("over", "standings", "light"),
    ],
)
def test_the_accessibility_checker_finds_nothing(browser, state, view, scheme):
    """Contrast, labels, headings, tables and regions are as they should be."""
    browser.open(state, view, scheme=scheme)
    assert browser.run("return faults()") == []


@pytest.mark.parametrize("view", ["pairings", "standings", "bracket", "clock"])
def test_the_accessibility_checker_finds_nothing_on_the_projector(browser, view):
    """The same for large type, and after time is up."""
    browser.open("bracket", "clock", at=AT, **PROJECTOR)
    browser.click("text=Start")
    browser.click("#projector")
    wait(browser, 41)
    browser.click(f"#views a[href='#{view}']")
    browser.run("await page.clock.resume()")
    assert browser.run("return faults()") == []


def test_tables_say_what_is_what(browser):
    """A caption, and headers with a scope for columns and rows."""
    browser.open("playing", "standings")
    assert browser.texts("table caption") == ["Standings after round 2"]
    assert (
        script(browser, "() => document.querySelectorAll('thead th:not([scope=col])').length") == 0
    )
    assert (
        script(browser, "() => document.querySelectorAll('tbody tr > th[scope=row]').length") == 13
    )


def test_the_page_works_with_the_keyboard_alone(browser):
    """Tab reaches the views and Enter opens one; its heading is read out."""
    browser.open("playing")
    press = "for (const key of given.keys) await page.keyboard.press(key)"
    browser.run(press, keys=[*["Tab"] * 6, "Enter"])
    title = "page.locator('#view-title:focus').filter({ hasText: 'Standings after round 2' })"
    browser.run(f"await {title}.waitFor()")


def test_focus_is_seen(browser):
    """What has the focus has an outline."""
    browser.open("playing")
    browser.run("await page.keyboard.press('Tab'); await page.keyboard.press('Tab')")
    code = "() => getComputedStyle(document.activeElement).outlineStyle"
    assert script(browser, code) == "solid"


# what is shown


@pytest.mark.parametrize(
    ("state", "first"),
    [
        ("players", "Players (8)"),
        ("playing", "Pairings: Round 3 of 4"),
        ("bracket", "Pairings: Cut 3"),
        ("over", "Final standings"),
    ],
)
def test_views_are_those_that_there_is_something_for(browser, state, first):
    """The first is what people look for: the newest pairings, or who has won; a clock while it runs."""
    assert browser.open(state).text("h2") == first
    shown = [text.lower().replace(" ", "") for text in browser.texts("#views a")]
    assert shown == list(VIEWS[state])


@pytest.mark.parametrize("view", ["constructor", "__proto__", "toString=a", "player=constructor"])
def test_an_address_of_no_view_shows_the_first_one(browser, view):
    """Whatever every object of JavaScript has by itself is no view."""
    assert browser.open("over", view).text("h2") == "Final standings"


def test_an_earlier_round_can_be_looked_up(browser):
    """Every round is there with its results."""
    browser.open("playing")
    browser.run("await page.selectOption('#round', '0')")
    assert browser.text("h2") == "Pairings: Round 1 of 4"
    results = browser.texts("#content tbody .result")
    assert all(results)


def test_pairings_by_name_have_everybody_once(browser, made):
    """Who looks for a seat finds it by the own name."""
    browser.open("playing")
    browser.click("text=By name")
    names = browser.texts("#content tbody th")
    assert sorted(names) == sorted(" ".join(p.name.split()) for p in made("playing").read().roster)


def test_standings_have_every_tiebreak(browser):
    """Each has a column, and how it is worked out can be read."""
    browser.open("playing", "standings")
    assert browser.texts("thead th")[:6] == ["Rank", "Player", "Points", "SoS", "xSoS", "Lot"]
    browser.click("summary")
    assert [text.split(":")[0] for text in browser.texts("details li")] == ["SoS", "xSoS", "Lot"]


# search


FOUND = {
    "BASIL": "Player Basil", "o'mal": "🐱 O'Malley", "לוי": "שלום לוי", "<b>": '"><b>quoted</b>',
    "  player   coral ": "Player Coral",
}  # fmt: skip


def test_search_finds_names(browser):
    """Capitals and spaces do not matter."""
    browser.open("playing", "standings")
    for typed, found in FOUND.items():
        search(browser, typed)
        assert browser.texts("#content tbody th") == [found]


def test_search_finds_a_table(browser):
    """Of the pairings only the table of that player stays."""
    browser.open("crowd", **PHONE)
    search(browser, "player rose 12")
    assert len(browser.texts("#content tbody tr")) == 1
    search(browser, "")
    assert len(browser.texts("#content tbody tr")) == 150


def test_search_without_success_says_so(browser):
    """An empty table would leave people in doubt."""
    browser.open("playing")
    search(browser, "nobody")
    assert browser.text("#content") == "Nobody of this name is in this round."


# clock


@pytest.fixture
def clock(browser):
    """Open the clock of a state, at a time that the test moves."""

    def opened(state, **how):
        browser.open(state, "clock", at=AT, **how)
        return browser

    return opened


@pytest.mark.parametrize(
    ("state", "minutes"), [("playing", "65:00"), ("bracket", "40:00"), ("warned", "45:00")]
)
def test_the_clock_has_the_minutes_of_the_round(clock, state, minutes):
    """Swiss rounds, eliminations and other documents have their own."""
    assert clock(state).text(".digits") == minutes


def test_a_round_without_a_limit_has_no_clock(clock):
    """What is said instead is why."""
    browser = clock("untimed")
    assert "No time limit" in browser.text(".clock-note")
    assert browser.texts(".controls button:visible") == []


def test_the_clock_starts_pauses_and_goes_on(clock):
    """Time passes only while it runs."""
    browser = clock("playing")
    browser.click("text=Start")
    wait(browser, 5)
    assert browser.text(".digits") == "60:00"
    browser.click("text=Pause")
    wait(browser, 5)
    assert browser.text(".digits") == "60:00"
    browser.click("text=Go on")
    wait(browser, 1)
    assert browser.text(".digits") == "59:00"


def test_the_clock_is_extended(clock):
    """One minute and three minutes more."""
    browser = clock("playing")
    browser.click("text=Start")
    browser.click("text=+1 min")
    browser.click("text=+3 min")
    assert browser.text(".digits") == "69:00"


def test_an_extension_after_the_end_counts_from_then(clock):
    """Three minutes more are three minutes, however long time has been up."""
    browser = clock("playing")
    browser.click("text=Start")
    wait(browser, 70)
    browser.click("text=+3 min")
    assert browser.text(".digits") == "3:00"
    assert browser.text("#alarm") == ""


def test_the_end_is_said_and_the_procedure_spelled_out(clock):
    """The document's steps stand there, with their section."""
    browser = clock("playing")
    assert browser.text("#alarm") == ""
    browser.click("text=Start")
    wait(browser, 65.125)
    assert browser.text("#alarm").startswith("Time is up in Round 3 of 4.")
    assert browser.text(".digits") == "+0:07"
    assert any("agenda points" in step for step in browser.texts(".procedure li"))
    assert "OP, Event structure" in browser.text(".procedure")
    assert script(browser, "() => document.title") == "Time! Spring Cup"


def test_players_are_warned_where_the_document_asks_for_it(clock):
    """TRC wants ten minutes' warning."""
    browser = clock("warned", init=SOUNDS)
    browser.click("text=Start")
    wait(browser, 34.9)
    assert "warn" not in browser.text(".clock-note")
    wait(browser, 0.2)
    assert "warn the players" in browser.text(".clock-note")
    assert script(browser, "() => window.tones") == 2


def test_the_end_is_heard_unless_sound_is_off(clock):
    """Tones are played once somebody has touched the page; a button silences them."""
    browser = clock("playing", init=SOUNDS)
    browser.click("text=Start")
    wait(browser, 66)
    assert script(browser, "() => window.tones") == 5
    browser.click("text=Sound")
    browser.click("text=+1 min")
    wait(browser, 2)
    assert script(browser, "() => window.tones") == 5


def test_the_clock_survives_a_reload(clock):
    """It is kept when it ends, not how much is left."""
    browser = clock("playing")
    left = "await page.locator('.digits').filter({ hasText: '55:00' }).waitFor()"
    browser.click("text=Start")
    browser.run("await page.getByText('Pause').waitFor()")
    wait(browser, 10)
    browser.run(left)
    browser.run("await page.reload()")
    browser.run(left)
    browser.click("text=Pause")
    browser.run("await page.getByText('Start').waitFor()")
    browser.run("await page.reload()")
    browser.run(left)
    wait(browser, 3)
    assert browser.text(".digits") == "55:00"


def test_the_clock_can_be_set_back(clock):
    """Only while it stands, so that nobody does that by mistake."""
    browser = clock("playing")
    browser.click("text=Start")
    wait(browser, 10)
    assert browser.run("return page.isDisabled('text=Set back')")
    browser.click("text=Pause")
    browser.click("text=Set back")
    assert browser.text(".digits") == "65:00"


def test_nothing_kept_is_no_reason_to_fail(clock):
    """Where the browser refuses to remember anything, everything else works."""
    browser = clock("playing", init=REFUSED)
    browser.click("text=Start")
    browser.click("#theme")
    wait(browser, 5)
    assert browser.text(".digits") == "60:00"


# light and dark, phones, print


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_follows_the_system_until_somebody_chooses(browser, scheme):
    """The choice is remembered."""
    browser.open("playing", scheme=scheme)
    theme = "() => document.documentElement.dataset.theme"
    other = {"light": "dark", "dark": "light"}[scheme]
    assert script(browser, theme) == scheme
    browser.click("#theme")
    browser.run("await page.reload()")
    assert script(browser, theme) == other


@pytest.mark.parametrize(
    ("state", "view"), [*(("bracket", view) for view in VIEWS["bracket"]), ("over", "standings")]
)
def test_a_phone_needs_no_scrolling_sideways(browser, state, view):
    """What is too wide scrolls in its own region, not the page."""
    browser.open(state, view, **PHONE)
    assert script(browser, "() => document.documentElement.scrollWidth") <= PHONE["width"]


STRIPES = """
() => [...document.querySelectorAll(".standings tbody tr")].map((row) =>
  [row, row.querySelector(".player")].map((part) => getComputedStyle(part).backgroundColor))
"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_names_on_a_phone_have_the_stripes_of_their_rows(browser, scheme):
    """They stay in sight while the rest scrolls below them, so that nothing may show through."""
    browser.open("over", "standings", scheme=scheme, **PHONE)
    stripes = script(browser, STRIPES)
    assert len(stripes) > 3
    assert all(name == row for row, name in stripes)
    rows = [row for row, _ in stripes]
    assert len({*rows[::2]}) == len({*rows[1::2]}) == 1
    assert rows[0] != rows[1]
    assert not {"transparent", "rgba(0, 0, 0, 0)"} & {*rows}


def test_print_leaves_out_what_is_for_clicking(browser):
    """Paper has the table and the heading, dark on white."""
    browser.open("playing", scheme="dark")
    browser.run("await page.emulateMedia({ media: 'print' })")
    assert browser.texts("button:visible, nav:visible, input:visible") == []
    assert (
        script(browser, "() => getComputedStyle(document.body).backgroundColor")
        == "rgb(255, 255, 255)"
    )


# projector


def on_the_projector(browser, state, view="", **how):
    """Open a page in large type."""
    browser.open(state, view, at=AT, **PROJECTOR, **how)
    browser.click("#projector")
    return browser


@pytest.mark.parametrize("by_name", [False, True])
def test_the_projector_pages_through_a_crowd(browser, by_name):
    """Every table, or every name, is on one of the pages, each of which follows by itself."""
    on_the_projector(browser, "crowd")
    if by_name:
        browser.click("text=By name")
    pages = int(browser.text("#page-number").split()[-1])
    seen = []
    for _ in range(pages):
        seen += browser.texts("#content tbody th")
        wait(browser, 0.2)
    assert len(seen) == len(set(seen)) == (300 if by_name else 150)
    assert browser.text("#page-number") == f"Page 1 of {pages}"
    assert pages > 1


@pytest.mark.parametrize("state", ["playing", "crowd"])
@pytest.mark.parametrize("view", ["pairings", "standings", "players"])
def test_the_projector_cuts_nothing_off(browser, state, view):
    """The last row is above the bar with the pages, and the table is as wide as the page."""
    on_the_projector(browser, state, view)
    bottom = "() => Math.max(...[...document.querySelectorAll('#content tr')].map(r => r.getBoundingClientRect().bottom))"
    bar = script(browser, "() => document.querySelector('#pager').getBoundingClientRect().top")
    assert script(browser, bottom) <= bar
    assert script(browser, "() => document.documentElement.scrollWidth") <= PROJECTOR["width"]


def test_large_type_is_large(browser):
    """Few players are shown larger than many, and many still legible from afar."""
    size = "() => parseFloat(getComputedStyle(document.querySelector('#content td')).fontSize)"
    few, many = (script(on_the_projector(browser, s), size) for s in ("playing", "crowd"))
    assert few > many >= 30


def test_the_projector_makes_room_when_time_is_up(browser):
    """The announcement pushes no row off the page."""
    on_the_projector(browser, "playing", "clock")
    browser.click("text=Start")
    browser.click("text=Pairings")
    wait(browser, 66)
    bottom = "() => document.querySelector('#content').getBoundingClientRect().bottom"
    assert script(browser, bottom) <= PROJECTOR["height"]
    assert len(browser.texts("#content tbody tr")) == 7


def test_pages_are_held_and_turned(browser):
    """Held, a page stays; the arrow keys turn it; Escape leaves."""
    on_the_projector(browser, "crowd")
    browser.click("text=Hold")
    wait(browser, 1)
    assert browser.text("#page-number").startswith("Page 1 of")
    browser.run("await page.keyboard.press('ArrowRight')")
    assert browser.text("#page-number").startswith("Page 2 of")
    browser.run("await page.keyboard.press('Escape')")
    assert browser.run("return page.isHidden('#pager')")


# bracket


def test_a_bracket_of_sixteen_fits_the_projector(browser):
    """The whole of it is on one page, in letters of 15 pixels or more."""
    on_the_projector(browser, "bracket", "bracket")
    box = script(
        browser,
        "() => { const all = [...document.querySelectorAll('.game')].map(g => g.getBoundingClientRect());"
        " return [Math.max(...all.map(b => b.right)), Math.max(...all.map(b => b.bottom)), all.length]; }",
    )
    bar = script(browser, "() => document.querySelector('#pager').getBoundingClientRect().top")
    assert box[0] <= PROJECTOR["width"]
    assert box[1] <= bar
    assert box[2] == 31
    assert (
        script(
            browser, "() => parseFloat(getComputedStyle(document.querySelector('.game')).fontSize)"
        )
        >= 15
    )


def test_the_bracket_is_a_list_of_games_for_screen_readers(browser):
    """Each game says its round, its number, its players with seeds, and who has won."""
    browser.open("bracket", "bracket")
    games = script(browser, "() => [...document.querySelectorAll('.game')].map(g => g.textContent)")
    assert games[0].startswith("Cut 1, game 1, seed 1 Player Dahlia, CCorp, won")
    assert "winner of game 21" in "".join(games)


def test_games_do_not_overlap(browser):
    """Every box has a place of its own."""
    browser.open("bracket", "bracket", **PROJECTOR)
    overlapping = """() => {
      const all = [...document.querySelectorAll('.game')].map(g => g.getBoundingClientRect());
      return all.flatMap((a, i) => all.slice(i + 1).filter(b =>
        a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)).length;
    }"""
    assert script(browser, overlapping) == 0


# a newer page


@pytest.fixture
def watched(event_of, tmp_path):
    """A page under ``--watch``, and the event that it follows."""
    event = event_of([f"Player {n}" for n in range(1, 9)]).pair()
    path = tmp_path / "event.html"

    def write():
        path.write_text(event.page(watch=True), encoding="utf-8", newline="")

    write()
    return event, path, write


def test_a_newer_page_takes_over_without_a_reload(browser, watched):
    """What is typed, and the clock, go on; the round is the new one."""
    event, path, write = watched
    browser.open(path.as_uri(), at=AT)
    browser.click("#small-clock")
    browser.click("text=Start")
    browser.click("text=Pairings")
    search(browser, "player 3")
    script(browser, "() => { window.untouched = true; }")
    event.play()
    write()
    browser.run("await page.clock.runFor(5100)")
    browser.run("await page.waitForFunction(() => document.body.innerText.includes('complete'))")
    assert browser.text("#status") == "Round 1 of 3 is complete."
    assert len(browser.texts("#content tbody tr")) == 1
    assert browser.text("#small-clock") == "64:55"
    event.pair()
    write()
    browser.run("await page.clock.runFor(5100)")
    browser.run("await page.waitForFunction(() => document.body.innerText.includes('Round 2'))")
    assert browser.text("h2") == "Pairings: Round 2 of 3"
    assert browser.text("#small-clock") == "65:00"
    assert script(browser, "() => window.untouched")
    assert {url.split("?")[0].split("#")[0] for url in browser.run("return seen.requests")} - {
        "data:,"
    } == {path.as_uri()}


def test_where_frames_are_refused_the_page_is_loaded_again(browser, watched):
    """It then goes on where it was: what is typed, the view, the clock."""
    event, path, write = watched
    browser.open(path.as_uri(), at=AT, init=DEAF)
    browser.click("#small-clock")
    browser.click("text=Start")
    browser.click("text=Pairings")
    search(browser, "player 3")
    event.play()
    write()
    browser.run(
        "await page.clock.runFor(5100); await page.waitForSelector('iframe', {state: 'attached'})"
    )
    browser.run("await page.clock.runFor(8100)")
    browser.run("await page.waitForFunction(() => document.body.innerText.includes('complete'))")
    assert len(browser.texts("#content tbody tr")) == 1
    assert browser.text("#small-clock") == "64:47"
