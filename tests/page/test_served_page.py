"""The page that is served, in a browser: what a phone shows and sends, whatever it is answered."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from served_stand_in import LETTERS, TWO_GAMES, StandIn, field, now, player

from xlplugin.exports.page_html import EXPORTED, SERVED
from xlplugin.exports.page_html import source as source_of

PHONE = {"width": 360, "height": 740}
CODE = "K7QX-9M2P"


@pytest.fixture
def served(data_of):
    """Serve the data of an event that is played."""
    stand_in = StandIn(data_of("playing"))
    yield stand_in
    stand_in.stop()


@pytest.fixture
def phone(browser, served):
    """Open the page on a phone, with a code in the address, and what is said of its player."""

    def opened(answer=None, view=f"code={CODE}", **how):
        if answer:
            served.players[CODE] = answer
        browser.open(served.address, view, **{**PHONE, **how})
        return browser

    return opened


def wait_for(browser, text):
    """Wait until a text is seen."""
    browser.run("await page.getByText(given.text).first().waitFor()", text=text)


def evaluate(browser, code):
    """What some code says in the page."""
    return browser.run("return page.evaluate(given.code)", code=code)


def choose(browser, place, text):
    """Tap on a choice of a field."""
    tap = "await page.locator('fieldset').nth(given.place).getByLabel(given.text).check()"
    browser.run(tap, place=place, text=text)


def tap(browser, selector):
    """Tap on what is there once."""
    browser.run("await page.click(given.selector)", selector=selector)


def as_expected(browser, status):
    """Take note that an answer with this status was told to the console, and nothing else."""
    errors = browser.run("return seen.errors.splice(0)")
    assert errors
    assert [e for e in errors if f"status of {status}" not in e] == []


# the own table


def test_a_scanned_code_leads_to_the_own_table(phone, served):
    """The code goes out of the address into what the phone keeps."""
    browser = phone(player("Ann", side="Corp"))
    wait_for(browser, "Table 7")
    assert browser.text("h2") == "Your table"
    assert browser.text(".against") == "against Bob"
    assert browser.text(".own-side") == "You play Corp."
    assert browser.run("return page.url()") == served.address + "#me"
    assert served.posted == [("/me", {"code": CODE})]
    browser.run("await page.goto(given.address)", address=served.address)
    wait_for(browser, "Table 7")


@pytest.mark.parametrize(
    "typed",
    [CODE, " k7qx9m2p ", f"http://192.168.1.5/#code={CODE}"],
    ids=["code", "bare", "address"],
)
def test_a_code_is_typed_or_pasted(phone, served, typed):
    """However it is written, the organizer's computer reads it."""
    browser = phone(player("Ann"), "me")
    code = typed.split("=")[-1].strip()
    served.players[code] = player("Ann")
    browser.run("await page.fill('#code', given.typed)", typed=typed)
    browser.run("await page.keyboard.press('Enter')")
    wait_for(browser, "Table 7")
    assert served.posted[-1] == ("/me", {"code": code})


def test_a_wrong_code_is_said_and_can_be_mended(phone, served):
    """What was typed stays there."""
    browser = phone(view="code=WRONG")
    wait_for(browser, "This is not a code of this event.")
    as_expected(browser, 403)
    assert browser.run("return page.inputValue('#code')") == "WRONG"
    served.newer(status="Round 3: 2 of 7 results in")
    wait_for(browser, "Round 3: 2 of 7 results in")
    browser.run("await page.reload()")
    assert served.posted == [("/me", {"code": "WRONG"})]
    served.players[CODE] = player("Ann")
    browser.run("await page.fill('#code', given.code)", code=CODE)
    tap(browser, "#send")
    wait_for(browser, "Table 7")


def test_a_code_is_forgotten(phone):
    """Afterwards the phone asks for one, also when opened again."""
    browser = phone(player("Ann"))
    tap(browser, "#forget")
    assert evaluate(browser, "document.activeElement.id") == "code"
    browser.run("await page.reload()")
    assert browser.run("return page.inputValue('#code')") == ""


def test_the_clock_has_the_extra_minutes_of_the_table(phone, served):
    """The table's clock is later than that of the others."""
    start = now() - 60_000
    started = {"start": start, "more": 0, "paused": None}
    served.data["clock"] = {**served.data["clock"], "minutes": 65, "started": started}
    browser = phone(player("Ann", extra=5))
    browser.run("await page.locator('.own-clock b').filter({ hasText: /6[89]:/ }).waitFor()")
    assert browser.text("#small-clock")[:2] in {"63", "64"}


def test_a_phone_whose_clock_is_wrong_shows_the_same_time(phone, served):
    """What counts is the clock of the organizer's computer."""
    started = {"start": now(), "more": 0, "paused": None}
    served.data["clock"] = {**served.data["clock"], "minutes": 65, "started": started}
    slow = "const real = Date.now; Date.now = () => real() - 1_800_000;"
    browser = phone(player("Ann"), "clock", init=slow)
    browser.run("await page.locator('.digits').filter({ hasText: /6[45]:/ }).waitFor()")
    assert "slow" not in browser.text(".clock-note")


def test_a_phone_whose_clock_is_fast_shows_the_whole_forecast(phone, served):
    """An end is not over because the phone is ahead."""
    end = now() + 3_600_000
    forecast = {"round": [end, end, end], "cut": [end, end, end]}
    served.data["clock"] = {**served.data["clock"], "started": None, "forecast": forecast}
    fast = "const real = Date.now; Date.now = () => real() + 18_000_000;"
    browser = phone(player("Ann"), "clock", init=fast)
    browser.run("await page.locator('.forecast li').nth(1).waitFor()")


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        (player("Ann", None, canReport=False, form=[], why="You have a bye in this round."), "You have a bye in this round."),
        (player("Ann", None, table=None, canReport=False, form=[], why="You are not paired in round 3."), "You are not paired in round 3."),
    ],
    ids=["bye", "not paired"],
)  # fmt: skip
def test_who_has_no_opponent_reads_why(phone, answer, text):
    """There is nothing to report."""
    browser = phone(answer)
    wait_for(browser, text)
    assert browser.texts("#content form") == []


# reports


def test_a_result_is_reported_in_the_player_s_own_words(phone, served):
    """What is sent are the cells that the words stand for."""
    browser = phone(player("Ann"))
    assert browser.texts("legend") == ["As Corp", "As Runner"]
    choose(browser, 0, "I won")
    choose(browser, 1, "Draw")
    mine = {"words": "I won as Corp, drew as Runner", "at": "15:04"}
    served.replies["/report"] = 200, player("Ann", state="mine", mine=mine)
    tap(browser, "#send")
    wait_for(browser, "Bob has not confirmed it yet.")
    answers = {"P1 Corp": "W", "P1 Runner": "D"}
    sent = {"code": CODE, "round": "Round 3", "made": "a", "answers": answers}
    assert served.posted[-1] == ("/report", sent)
    assert browser.text(".quote") == "Your report, 15:04\nI won as Corp, drew as Runner"
    assert evaluate(browser, "document.activeElement.id") == "says"


def test_one_tap_confirms(phone, served):
    """What the opponent has reported is sent as one's own."""
    theirs = {"id": "1", "words": "I lost both", "at": "15:04"}
    browser = phone(player("Ann", state="theirs", theirs=theirs))
    wait_for(browser, "Bob has reported a result. Is it right?")
    assert browser.text(".quote") == "The report of Bob, in your words, 15:04\nI lost both"
    mine = {"words": "I lost both", "at": "15:05"}
    served.replies["/report"] = 200, player("Ann", state="agreed", theirs=theirs, mine=mine)
    tap(browser, "text=Yes, that is right")
    wait_for(browser, "You and Bob have reported the same. You are done.")
    sent = served.posted[-1][1]
    assert (sent["confirm"], sent["id"], sent["made"]) == (True, "1", "a")


def test_whoever_disagrees_reports_something_else(phone, served):
    """Then the desk decides; either report can still be changed, or that of the other be taken."""
    theirs = {"id": "1", "words": "I lost both", "at": "15:04"}
    browser = phone(player("Ann", state="theirs", theirs=theirs))
    tap(browser, "text=No, I report something else")
    assert evaluate(browser, "document.activeElement.type") == "radio"
    choose(browser, 0, "I won")
    choose(browser, 1, "I won")
    mine = {"words": "I won both", "at": "15:05"}
    served.replies["/report"] = 200, player("Ann", state="conflict", theirs=theirs, mine=mine)
    tap(browser, "#send")
    wait_for(browser, "Your report and that of Bob differ. The desk will decide.")
    assert len(browser.texts(".quote")) == 2
    buttons = ["The report of Bob is right", "Change my report"]
    assert browser.texts(".report button") == buttons


def test_news_of_the_table_arrives_by_themselves(phone, served):
    """They are read aloud, and what is being filled in stays."""
    browser = phone(player("Ann"))
    choose(browser, 0, "I won")
    theirs = {"words": "I lost both", "at": "15:04"}
    served.players[CODE] = player("Ann", state="theirs", theirs=theirs)
    served.say("tables", tables=[6, 7], round="Round 3")
    wait_for(browser, "Bob has reported a result. Is it right?")
    assert (
        browser.run("return page.textContent('#said')") == "Bob has reported a result. Is it right?"
    )
    tap(browser, "#change")
    assert evaluate(browser, "document.querySelector('fieldset input').checked") is True


def test_news_of_other_tables_ask_for_nothing(phone, served):
    """Hundreds of phones are at other tables."""
    browser = phone(player("Ann"))
    wait_for(browser, "Table 7")
    served.say("tables", tables=[6], round="Round 3")
    served.say("tables", tables=[7], round="Round 2")
    served.newer()
    served.wait_for("/me", 2)
    assert [path for path, _ in served.posted] == ["/me", "/me"]


def test_a_choice_survives_newer_data(phone, served):
    """A save elsewhere takes away neither what is chosen nor the focus."""
    browser = phone(player("Ann"))
    choose(browser, 0, "I won")
    served.newer(status="Round 3: 2 of 7 results in")
    wait_for(browser, "Round 3: 2 of 7 results in")
    assert evaluate(browser, "document.activeElement.checked") is True


def test_a_choice_survives_a_reload(phone):
    """Phones throw pages away whose reader looks at something else."""
    browser = phone(player("Ann"))
    choose(browser, 1, "Draw")
    browser.run("await page.reload()")
    wait_for(browser, "Table 7")
    checked = "[...document.querySelectorAll('input:checked')].map((e) => e.id)"
    assert evaluate(browser, checked) == ["field-1-2"]


def test_a_late_answer_does_not_undo_a_newer_one(phone, served):
    """Asked before the report was sent, and answered after it."""
    browser = phone(player("Ann"))
    wait_for(browser, "Table 7")
    served.slow.add("/me")
    served.say("tables", tables=[7], round="Round 3")
    while len(served.posted) < 2:
        browser.run("await page.waitForTimeout(20)")
    mine = {"words": "I won both", "at": "15:05"}
    served.replies["/report"] = 200, player("Ann", state="mine", mine=mine)
    tap(browser, "#send")
    wait_for(browser, "Bob has not confirmed it yet.")
    served.wait_for("/me", 2)
    browser.run("await page.waitForTimeout(200)")
    assert "has not confirmed" in browser.text("#says")


def test_what_is_wrong_stands_where_it_is(phone, served):
    """The sentences come from what judges results anyway."""
    number = field("P1 points", "Your points", least=0, most=20)
    browser = phone(player("Ann", form=[number]))
    browser.run("await page.fill('.field input', '25')")
    problem = {"problem": "This cannot be taken.", "problems": {"P1 points": "At most 20."}}
    served.replies["/report"] = 422, problem
    tap(browser, "#send")
    wait_for(browser, "At most 20.")
    as_expected(browser, 422)
    assert served.posted[-1][1]["answers"] == {"P1 points": 25}
    focused = (
        "[document.activeElement.value, document.activeElement.getAttribute('aria-describedby')]"
    )
    assert evaluate(browser, focused) == ["25", "field-0-wrong"]


def test_a_round_that_has_changed_is_looked_at_again(phone, served):
    """Paired again, the old report says nothing."""
    browser = phone(player("Ann"))
    wait_for(browser, "against Bob")
    served.players[CODE] = player("Ann", "Cid", made="b")
    served.replies["/report"] = 409, {"problem": "Round 3 was paired again."}
    tap(browser, "#send")
    wait_for(browser, "Round 3 was paired again.")
    wait_for(browser, "Cid")
    as_expected(browser, 409)


def test_small_numbers_are_buttons(phone, served):
    """Games won are tapped, not typed; a field that may be left out can be emptied again."""
    fields = [
        field("P1 games", "Games you won", least=0, most=3),
        field("Special", "By agreement", [["We drew by agreement", "ID"]], optional=True),
    ]
    browser = phone(player("Ann", form=fields))
    assert browser.texts(".numbers label") == ["0", "1", "2", "3"]
    choose(browser, 0, "2")
    for _ in range(2):
        browser.run("await page.getByLabel('We drew by agreement').click()")
    tap(browser, "#send")
    served.wait_for("/report")
    assert served.posted[-1][1]["answers"] == {"P1 games": 2}


def test_many_choices_are_a_list(phone, served):
    """Twenty armies are no twenty buttons."""
    armies = [[f"Army {n}", f"Army {n}"] for n in range(1, 21)]
    fields = [field("P1 army", "My army", armies, optional=True)]
    browser = phone(player("Ann", form=fields))
    browser.run("await page.getByLabel('My army').selectOption('Army 7')")
    tap(browser, "#send")
    served.wait_for("/report")
    assert served.posted[-1][1]["answers"] == {"P1 army": "Army 7"}
    browser.run("await page.reload()")
    wait_for(browser, "Table 7")
    assert evaluate(browser, "document.querySelector('select').selectedOptions[0].text") == "Army 7"


# no connection


def test_the_page_says_since_when_it_is_not_connected(phone, served):
    """It goes on by itself, and a report that was not sent is still there."""
    browser = phone(player("Ann"))
    choose(browser, 0, "I won")
    served.stop()
    tap(browser, "#send")
    wait_for(browser, "Not sent: no answer from the organizer's computer.")
    wait_for(browser, "Not connected since ")
    served.start()
    browser.run("await page.waitForFunction(() => !document.querySelector('#lost').textContent)")
    served.newer(status="Round 3: all in")
    wait_for(browser, "Round 3: all in")
    assert evaluate(browser, "document.querySelector('fieldset input').checked") is True
    browser.run("seen.errors.length = 0")


def test_a_connection_that_has_died_silently_is_made_anew(phone, served):
    """Asleep for a while, or without a word for longer than there may be."""
    browser = phone(player("Ann"), at="2026-11-21T10:00:00Z")
    browser.run("await page.clock.resume()")
    wait_for(browser, "Table 7")
    before = served.asked["/events"]
    browser.run("await page.clock.fastForward(60_000)")
    browser.run("await page.clock.runFor(3_000)")
    browser.run("await page.waitForTimeout(1500)")
    assert served.asked["/events"] > before


# check-in, dropping out, registration, decks


def test_check_in_is_one_tap(phone, served):
    """Before round 1 a player says to be here."""
    early = {
        "round": None,
        "title": "",
        "table": None,
        "opponent": None,
        "form": [],
        "canReport": False,
    }
    browser = phone(player("Ann", **early, checkIn={"open": True, "done": False}))
    served.replies["/here"] = 200, player("Ann", **early, checkIn={"open": False, "done": True})
    tap(browser, "text=I am here")
    wait_for(browser, "You are checked in.")
    assert served.posted[-1] == ("/here", {"code": CODE})


def test_dropping_out_is_asked_twice(phone, served):
    """The first answer is to stay."""
    browser = phone(player("Ann"))
    tap(browser, "#drop")
    assert evaluate(browser, "document.activeElement.textContent") == "No, I stay"
    tap(browser, "#no-drop")
    tap(browser, "#drop")
    served.replies["/drop"] = 200, player("Ann", drop={"open": True, "asked": True})
    tap(browser, "#yes-drop")
    wait_for(browser, "You have said that you drop out.")
    served.replies["/stay"] = 200, player("Ann")
    tap(browser, "#stay")
    wait_for(browser, "Drop out of the event")
    assert [path for path, _ in served.posted] == ["/me", "/drop", "/stay"]


def test_decks_of_the_cut_are_text(phone):
    """Also one that looks like markup."""
    browser = phone(player("Ann", decks=[{"name": "Bob", "decks": ["<b>Asa</b>", "Hoshiko"]}]))
    wait_for(browser, "Decks of the cut")
    assert browser.texts(".decks dd") == ["<b>Asa</b>", "Hoshiko"]


def test_registration_is_given_once(phone, served):
    """Name, club and decks; what is refused stays filled in."""
    served.data["live"] = {**served.data["live"], "registration": "open"}
    fields = [
        field("name", "Name", most=80), field("club", "Club", most=80, optional=True),
        field("Corp", "Corp deck", optional=True),
    ]  # fmt: skip
    words = "The desk has your registration, and gives you your code."
    served.replies["/register"] = 200, {"open": True, "why": "", "fields": fields, "words": words}
    browser = phone(view="register")
    browser.run("await page.getByLabel('Name', { exact: true }).fill('Dee <i>')")
    browser.run("await page.getByLabel('Corp deck').fill('Asa')")
    tap(browser, "#send")
    wait_for(browser, words)
    given = {"name": "Dee <i>", "club": "", "details": {"Corp": "Asa"}}
    assert served.posted == [("/register", given)]


def test_registration_that_is_opened_is_asked_for_anew(phone, served):
    """Its page says why not until then."""
    served.data["live"] = {**served.data["live"], "registration": "locked"}
    served.replies["/register"] = (
        200,
        {"open": False, "why": "Registration is closed.", "fields": []},
    )
    browser = phone(view="register")
    wait_for(browser, "Registration is closed.")
    fields = [field("name", "Name", most=80)]
    served.replies["/register"] = 200, {"open": True, "why": "", "fields": fields}
    served.data["live"]["registration"] = "open"
    served.newer()
    browser.run("await page.locator('#field-0').waitFor()")


# the page around it


def test_scripts_take_no_name_from_one_another():
    """All of them are one script, where the later of two functions would silently win."""
    for _, scripts, _ in (EXPORTED, SERVED):
        source = "\n".join(map(source_of, scripts))
        names = re.findall(r"^(?:async )?(?:function|const|let|class) (\w+)", source, re.MULTILINE)
        assert len(names) > 50
        assert [name for name, count in Counter(names).items() if count > 1] == []


def test_the_exported_page_asks_for_nothing(made):
    """What asks the organizer's computer is on the served page only."""
    assert not [
        ask for ask in ("EventSource", "fetch(", "connect-src") if ask in made("playing").page()
    ]


def test_who_has_no_code_sees_what_the_exported_page_has(phone, served):
    """Nothing is asked for a player without one, and the newest pairings come first."""
    browser = phone(view="")
    assert browser.text("h2") == "Pairings: Round 3 of 4"
    browser.run("await page.waitForTimeout(300)")
    assert served.posted == []


def test_without_reports_there_is_no_own_table(phone, served):
    """The page is read-only then."""
    served.data["live"] = {**served.data["live"], "reports": False}
    browser = phone(player("Ann"))
    assert "Your table" not in browser.texts("#views a")
    assert served.posted == []


def test_the_projector_has_the_address(browser, served):
    """As a code, in a corner of every view and large on one of its own."""
    browser.open(served.address + "?projector", "pairings", width=1920, height=1080)
    assert browser.text(".corner span") == "192.168.1.5:8765"
    tap(browser, "#views a[href='#address']")
    assert browser.text(".url") == "http://192.168.1.5:8765/"
    assert "Your table" not in browser.texts("#views a")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    "state", ["code", "none", "theirs", "conflict", "drop", "register", "address"]
)
def test_the_accessibility_checker_finds_nothing_on_a_phone(phone, served, state, scheme):
    """Whatever is shown; and nothing is wider than the phone."""
    theirs = {"words": "I lost both", "at": "15:04"}
    mine = {"words": "I won both", "at": "15:05"}
    long = "Wolfeschlegelsteinhausenbergerdorff" * 2
    answers = {
        "none": player(
            "Ann",
            "שלום לוי",
            side="Runner",
            form=[*TWO_GAMES, field("a", "Army", [[n, n] for n in "abcdefghijklmno"])],
        ),
        "theirs": player(long, long, state="theirs", theirs=theirs),
        "conflict": player("علي", long, state="conflict", theirs=theirs, mine=mine),
        "drop": player("Ann"),
    }
    fields = [field("name", "Name"), field("Side", "Side", LETTERS, optional=True)]
    served.data["live"] = {**served.data["live"], "registration": "open"}
    served.replies["/register"] = 200, {"open": True, "why": "", "fields": fields}
    view = {"code": "me", "register": "register", "address": "address"}.get(state, f"code={CODE}")
    browser = phone(answers.get(state), view, scheme=scheme)
    browser.run("await page.waitForTimeout(400)")
    if state == "drop":
        tap(browser, "#drop")
    assert browser.run("return faults()") == []
    wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert evaluate(browser, wide) == 0
