"""*New tournament* as people use it: with the mouse, by keyboard alone, and as a screen reader has it."""

from __future__ import annotations

import time

import pytest
from start_page import served

from xlplugin.hosts.closed_file.host import FileHost
from xlplugin.workbook.reading.reader import read_event

PHONE = {"width": 390, "height": 844}
PASTED = [*(f"Player {n}" for n in range(1, 20)), "Zoë Ålund", "", "Player 7", "Ben"]
FOCUSED = (
    "return page.evaluate('document.activeElement.id || document.activeElement.textContent.trim()')"
)
TAB = "for (let n = 0; n < given.times; n++) await page.keyboard.press(given.key || 'Tab')"


@pytest.fixture
def home(tmp_path):
    """Give the made-up home folder."""
    return tmp_path / "home"


@pytest.fixture
def start(browser, home):
    """Give the browser on the first page; the programs that it started are in ``opened``."""
    opened = []

    def launch(command, file):
        opened.append([*command, file.name])

    with served(home, launch) as server:

        def address(**how):
            browser.run("await open(given)", path=server.session.address, **how)
            browser.run("await page.waitForURL(url => url.pathname === '/' && !url.search)")

        browser.opened, browser.come_in, browser.server = opened, address, server
        yield browser
        browser.run("await page.goto('about:blank')")


def tab_to(browser, name, most=30):
    """Press Tab until something has the focus."""
    for _ in range(most):
        browser.run("await page.keyboard.press('Tab')")
        if browser.run(FOCUSED) == name:
            return
    pytest.fail(f"no Tab leads to {name}")


def typed(browser, text):
    """Type, or paste."""
    browser.run("await page.keyboard.insertText(given.text)", text=text)


def tree(browser):
    """What a screen reader has of the page."""
    return browser.run("return page.locator('body').ariaSnapshot()")


def test_by_keyboard_alone(start, home):
    """From the first Tab to the workbook; a fault leads from the summary to its field and back."""
    start.come_in()
    tab_to(start, "Skip to the content", 1)
    tab_to(start, "rules")
    start.run("await page.keyboard.type('Magic')")
    tab_to(start, "name", 1)
    typed(start, "Łódź Open & co")
    tab_to(start, "language", 1)
    tab_to(start, "players", 1)
    typed(start, "\n".join(PASTED))
    tab_to(start, "file", 1)
    tab_to(start, "place-documents", 1)
    start.run("await page.keyboard.press('ArrowDown')")
    assert start.run(FOCUSED) == "place-desktop"
    tab_to(start, "folder", 1)
    tab_to(start, "program-libreoffice", 1)
    tab_to(start, "Make the workbook", 1)
    start.run("await page.keyboard.press('Enter'); await page.waitForSelector('#summary')")
    assert start.run(FOCUSED) == "summary"
    assert start.run("return page.title()") == "Error: New tournament"
    fault = "what was pasted: Line 22 repeats line 7 (Player 7). Two people: add a nickname. One person: delete a line."
    seen = tree(start)
    assert f'link "{fault}"' in seen
    assert 'textbox "Players"' in seen
    described = start.run(
        "const ids = await page.getAttribute('#players', 'aria-describedby');"
        "return page.locator(ids.split(' ').map((id) => '#' + id).join(',')).allTextContents()"
    )
    assert f"Error: {fault}" in map(str.strip, described)
    assert start.run("return page.getAttribute('#players', 'aria-invalid')") == "true"
    tab_to(start, fault, 1)
    start.run("await page.keyboard.press('Enter')")
    assert start.run(FOCUSED) == "players"
    assert start.run("return page.inputValue('#players')") == "\n".join(PASTED)
    start.run("await page.keyboard.press('Control+A')")
    typed(start, "\n".join(PASTED[:21] + PASTED[22:]))
    tab_to(start, "Make the workbook")
    start.run("await page.keyboard.press('Space'); await page.waitForSelector('.result')")
    assert start.run(FOCUSED) == "Łódź Open & co is ready"
    event = read_event(FileHost(home / "Desktop" / "Łódź Open & co.xlsx").read())
    assert len(event.roster) == 21
    assert "Zoë Ålund" in [player.name for player in event.roster]
    assert event.ruleset.titles(event.options)[0] == "Magic: The Gathering"
    assert [command[-1] for command in start.opened] == ["Łódź Open & co.xlsx"]
    tab_to(start, "All events")
    start.run("await page.keyboard.press('Enter'); await page.waitForSelector('.events')")
    tab_to(start, "Doctor")
    start.run("await page.keyboard.press('Enter'); await page.waitForSelector('.findings')")
    assert "0 rounds checked" in start.text("main")
    tab_to(start, "Close", 40)
    start.run(
        "await page.keyboard.press('Enter'); await page.waitForSelector('text=You can close this tab')"
    )


def test_what_a_screen_reader_has(start):
    """Every field has its name and its help, and groups have theirs."""
    start.come_in()
    seen = tree(start)
    for line in (
        '- link "Skip to the content"', '- heading "New tournament" [level=1]', '- combobox "Game and rules"',
        '- textbox "Name of the event"', '- textbox "Players"', '- button "Or a file with them"',
        '- group "Where to put it"', '- radio "Documents ', '- textbox "Path of the other folder"',
        '- group "What you will run it with"', '- radio "LibreOffice" [checked]',
        '- button "Make the workbook"', '- region "Recent events"', '- button "Close"',
    ):  # fmt: skip
        assert line in seen, (line, seen)


def test_no_page_has_a_fault_for_the_checker(start, home):
    """Contrast, names, order of headings: on a phone and on a screen, nothing is wider than either."""

    def looked_at(name):
        for size in (PHONE, {"width": 1280, "height": 900}):
            start.run("await page.setViewportSize(given)", **size)
            wide = start.run("return page.evaluate('document.documentElement.scrollWidth')")
            assert wide <= size["width"], (name, size)
        for scheme in ("dark", "light") if name in ("first", "faults", "Doctor") else ("light",):
            start.run("await page.emulateMedia({ colorScheme: given.scheme })", scheme=scheme)
            assert start.run("return faults()") == [], (name, scheme)

    start.come_in()
    looked_at("first")
    start.run(
        "await page.fill('#players', 'Ann\\nAnn'); await page.selectOption('#rules', 'ruleset:hex')"
    )
    start.run("await page.click('button.main'); await page.waitForSelector('#summary')")
    looked_at("faults")
    start.run(
        "await page.fill('#players', 'Ann'); await page.fill('#name', given.name)", name="W" * 100
    )
    start.run("await page.click('button.main'); await page.waitForSelector('.result')")
    looked_at("made")
    for name in ("Doctor", "Restore a backup", "Export"):
        start.run('await page.click(`main >> text="${given.name}"`)', name=name)
        start.run("await page.waitForLoadState()")
        looked_at(name)
        start.run("await page.goBack()")
    next((home / "Documents").glob("W*.xlsx")).unlink()
    start.run(
        "await page.click('.home'); await page.waitForSelector('.gone'); await page.waitForLoadState()"
    )
    looked_at("gone")


def test_it_ends_with_its_page_and_says_so(start):
    """Leaving the page is told to the program; a page whose program has ended says what to do."""
    start.come_in()
    session = start.server.session
    before = session._ends_at
    start.run("await page.waitForLoadState('networkidle'); await page.goto('about:blank')")
    for _ in range(100):  # a busy computer takes its time
        if session._ends_at < before - 600:
            break
        time.sleep(0.1)
    assert session._ends_at < before - 600
    start.run("await page.goBack(); await page.waitForSelector('#rules')")
    assert session._ends_at >= before
    assert not start.run("return page.isVisible('#ended')")
    start.run("await page.route('**/alive', (route) => route.abort())")
    start.run("await page.reload(); await page.waitForSelector('#ended', { state: 'visible' })")
    assert "Start New tournament again" in start.text("#ended")
    start.run("seen.errors.length = 0")  # the request that was cut off


def test_it_works_without_scripts(start, home):
    """A form is a form."""
    start.come_in(scripts=False)
    start.run("await page.fill('#name', 'Cup'); await page.selectOption('#rules', 'ruleset:hex')")
    start.run("await page.click('button.main'); await page.waitForSelector('.result')")
    assert (home / "Documents" / "Cup.xlsx").is_file()


def test_nothing_is_asked_of_anybody_else(start):
    """Every request is to the page's own address."""
    start.come_in()
    origin = start.server.session.address.partition("/?")[0]
    asked = start.run("return seen.requests")
    assert len(asked) > 3
    assert [url for url in asked if not url.startswith((f"{origin}/", "data:"))] == []
