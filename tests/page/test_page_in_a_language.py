"""The page takes its texts from the catalogue, those that its script makes too."""

from __future__ import annotations

import pytest

from xlplugin.ground.catalogues import Catalogue
from xlplugin.ground.languages import speaking

from sources import program

catalogue = program("catalogue")

VIEWS = ("pairings", "crosstable", "bracket", "players", "clock")
SEEN = "header button, nav a, main h2, main button, main label, main th[scope=col], footer p"


@pytest.fixture(scope="module")
def address(made, tmp_path_factory):
    """The address of a page in a language whose texts are all in brackets."""
    known = {one: [f"[{one}]", f"[{many}]"] for one, many in catalogue.texts().items()}
    language = Catalogue("xx", known, "n > 1", lambda n: n > 1)
    path = tmp_path_factory.mktemp("language") / "page.html"
    event = made("bracket")
    with speaking(language):
        path.write_text(event.page(), encoding="utf-8", newline="")
    return path.as_uri()


@pytest.mark.parametrize("view", VIEWS)
def test_whatever_the_page_says_is_translated(browser, address, view):
    """Titles, buttons and headers; names of players and tabs stay as they are."""
    browser.open(address, view)
    assert browser.run("return page.getAttribute('html', 'lang')") == "xx"
    said = [text for text in browser.texts(SEEN) if text.strip(" 0123456789:")]
    assert len(said) > 8
    assert [text for text in said if not text.startswith(("[", "Cut "))] == []
