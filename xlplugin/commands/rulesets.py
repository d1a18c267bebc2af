"""``rulesets``: what is implemented."""

from __future__ import annotations

import click

from engine import RULESETS
from xlplugin.commands.output import AsJson, print_json, print_table


@click.command(short_help="List what is implemented.")
@AsJson
def rulesets(as_json: bool) -> None:  # noqa: FBT001
    """List what is implemented, with the document and version of each."""
    if as_json:
        listed = [
            {"name": r.name, "title": r.title, "document": r.document} for r in RULESETS.values()
        ]
        print_json({"rulesets": listed})
        return
    rows = [(r.name, r.title, r.document) for r in RULESETS.values()]
    print_table("", ("Name", "Rules", "Document"), rows, "<<<")
