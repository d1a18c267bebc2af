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
from xlplugin.templates.ruleset_patterns import template_changes
from xlplugin.templates.with_macros import spoken_macro_workbook
from xlplugin.workbook.book import Book, with_changes
from xlplugin.workbook.writing.language import in_language

HERE = Path(__file__).parent
WHEN = datetime(2026, 1, 1)  # noqa: DTZ001  (workbooks do not tell the time zone)


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
