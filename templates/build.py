"""Build the workbook templates from the sheet declarations.

Run ``python templates/build.py`` after a change of a declaration; a test fails when a template
is stale.
"""

from __future__ import annotations

from datetime import datetime
from functools import cache
from pathlib import Path

from openpyxl.packaging.core import DocumentProperties

from engine import RULESETS, Ruleset
from xlplugin.ground.catalogues import Catalogue
from xlplugin.ground.languages import spoken
from xlplugin.hosts.closed_file.fresh import new_workbook
from xlplugin.hosts.closed_file.naming import names_of
from xlplugin.templates.ruleset_patterns import looks_of, pages_of
from xlplugin.templates.with_macros import spoken_macro_workbook
from xlplugin.workbook.book import AddPatterns, AddSheet, Book, Change, ShowSheet, with_changes
from xlplugin.workbook.layouts import event_tab, players_tab, record_tabs, rules_tab, tab_names
from xlplugin.workbook.layouts.penalty_tabs import penalties_layout, staff_layout
from xlplugin.workbook.writing.language import in_language

HERE = Path(__file__).parent
WHEN = datetime(2026, 1, 1)  # noqa: DTZ001  (workbooks do not tell the time zone)


def template_changes(ruleset: Ruleset) -> list[Change]:
    """The sheets of a new workbook, as changes of an empty one."""
    groups, rules = event_tab.event_groups(ruleset), rules_tab.rules_groups(ruleset)
    settings = event_tab.event_cells(
        groups, {event_tab.RULESET.name: ruleset.name, event_tab.LANGUAGE.name: spoken().own_name}
    )
    return [
        AddSheet(
            event_tab.event_layout(groups),
            settings,
            header_text=""
            if ruleset.named
            else ruleset.title,  # rules of one's own have a name later
        ),
        *(
            [AddSheet(rules_tab.rules_layout(rules), rules_tab.rules_cells(rules, {}))]
            if rules
            else []
        ),
        AddSheet(players_tab.players_layout(ruleset), []),
        *([AddSheet(staff_layout(ruleset.staff), [])] if ruleset.staff else []),
        *([AddSheet(penalties_layout(ruleset, code), [])] if (code := ruleset.penalties) else []),
        AddSheet(record_tabs.NOTES_LAYOUT, []),
        AddSheet(record_tabs.LOG_LAYOUT, []),
        AddPatterns(looks_of(ruleset), pages_of(ruleset)),
        ShowSheet(tab_names.EVENT),
    ]


def build(ruleset: Ruleset) -> bytes:
    """The template of a ruleset; the same whenever it is built."""
    changes = in_language(template_changes(ruleset), Book("", language=spoken()))
    title, creator = names_of("", "", Book(""), with_changes(Book(""), changes))
    properties = DocumentProperties(title=title, creator=creator, created=WHEN, modified=WHEN)
    return new_workbook(changes, properties)


def built(name: str) -> bytes:
    """The template of this name in the language that is spoken."""
    return _built(name, spoken())


@cache
def _built(name: str, _language: Catalogue) -> bytes:
    plain = build(RULESETS[name.partition(".")[0]])
    if not name.endswith(".xlsm"):
        return plain
    return spoken_macro_workbook(plain, (HERE / name).read_bytes())


def main() -> None:
    """Write every template, without and with macros."""
    from xlplugin.templates.macros import macro_workbook  # noqa: PLC0415  (XlsxWriter is here for templates alone)

    for ruleset in RULESETS.values():
        plain = build(ruleset)
        (HERE / f"{ruleset.name}.xlsx").write_bytes(plain)
        (HERE / f"{ruleset.name}.xlsm").write_bytes(macro_workbook(plain))


if __name__ == "__main__":
    main()
