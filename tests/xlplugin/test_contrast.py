"""Every text is readable: it stands out from its background by 4.5 to 1 or more."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine import RULESETS
from xlplugin.templates import ruleset_patterns
from xlplugin.workbook import layout
from xlplugin.workbook.drawings import matchups_tab, plan_tab, statistics_tab
from xlplugin.workbook.layout import HEADER, HEADER_CENTRED, INK, STYLES
from xlplugin.workbook.layouts import event_tab, players_tab, record_tabs
from xlplugin.workbook.layouts.penalty_tabs import staff_layout

from cases import each

LEAST, LEAST_OF_SHAPES = 4.5, 3
WHITE = "FFFFFF"
PAGE = Path(layout.__file__).parents[1] / "exports" / "page" / "page.css"
ON_PAGE = {
    "ground": "ink quiet accent won warn end",
    "pale": "ink quiet accent won warn end",
    "accent": "on-accent",
    "end-ground": "end",
}
"""What is written on which ground of the web page."""


def _light(colour):
    """How much light a colour RRGGBB gives, from 0 to 1, as WCAG 2 has it."""
    parts = (int(colour[place : place + 2], 16) / 255 for place in (0, 2, 4))
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _contrast(one, two):
    dark, bright = sorted((_light(one), _light(two)))
    return (bright + 0.05) / (dark + 0.05)


def _layouts(ruleset):
    yield from ruleset_patterns.layouts_of(ruleset)
    yield event_tab.event_layout(event_tab.event_groups(ruleset))
    yield players_tab.players_layout(ruleset)
    yield record_tabs.NOTES_LAYOUT
    yield record_tabs.LOG_LAYOUT
    if ruleset.staff:
        yield staff_layout(ruleset.staff)


def _of_layout(found):
    """Every text of a layout on its ground: as it is, and with each highlight that it may have."""
    for column in found.columns:
        place = found.headers().index(column.header)
        styles = [column.style, *(row[place] for row in found.styles_by_row.values())]
        for style in styles:
            yield style.colour, style.fill
            for highlight in found.highlights:
                if column.header in (highlight.columns or found.headers()):
                    yield highlight.colour or style.colour, highlight.fill or style.fill


def test_contrast_is_what_it_is_said_to_be():
    """Black on white has 21 to 1, a colour on itself 1, and a known grey the known ratio."""
    assert _contrast("000000", WHITE) == pytest.approx(21)
    assert _contrast("777777", "777777") == 1
    assert _contrast("777777", WHITE) == pytest.approx(4.48, abs=0.005)


@each("style", STYLES, ids=lambda style: style.name)
def test_every_style_can_be_read_on_its_fill(style):
    """Quiet texts too, on white, on pale cells and on those to type into."""
    assert _contrast(style.colour, style.fill or WHITE) >= LEAST


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=RULESETS)
def test_every_text_can_be_read_under_every_highlight(ruleset):
    """What is missing, wrong, done with or out of the event is marked, and still read."""
    pairs = {pair for found in _layouts(ruleset) for pair in _of_layout(found)}
    assert {fill for _, fill in pairs} >= {layout.MISSING, layout.WRONG, layout.INPUT}
    assert [pair for pair in pairs if _contrast(pair[0], pair[1] or WHITE) < LEAST] == []
    assert _contrast(HEADER.colour, HEADER.fill) >= LEAST
    assert _contrast(HEADER_CENTRED.colour, HEADER_CENTRED.fill) >= LEAST


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=RULESETS)
def test_charts_can_be_seen(ruleset):
    """Their labels as texts, their bars as shapes, on white."""
    tabs = (statistics_tab, matchups_tab, plan_tab)
    pages = [page for tab in tabs for page in tab.pages_of(ruleset)]
    charts = [chart for page in pages for chart in page.charts]
    colours = {colour for chart in charts for colour in chart.colours}
    assert colours
    assert [colour for colour in colours if _contrast(colour, WHITE) < LEAST_OF_SHAPES] == []
    assert _contrast(INK, WHITE) >= LEAST


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_web_page_can_be_read(theme):
    """On every ground of either theme."""
    block = re.search(
        rf"color-scheme: {theme};(.*?)}}", PAGE.read_text(encoding="utf-8"), re.DOTALL
    )
    colours = dict(re.findall(r"--([\w-]+): #(\w{6})", block[1]))
    pairs = [(text, ground) for ground, texts in ON_PAGE.items() for text in texts.split()]
    low = [pair for pair in pairs if _contrast(*(colours[name] for name in pair)) < LEAST]
    assert low == []
