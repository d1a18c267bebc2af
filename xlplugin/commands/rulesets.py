"""``rulesets``: what is implemented."""

from __future__ import annotations

from engine import RULESETS
from xlplugin.commands.output import AsJson, command, print_json, print_table
from xlplugin.texts import t


@command(
    "rulesets",
    t("List what is implemented."),
    t("List what is implemented, with the document and version of each."),
    "",
)
@AsJson
def rulesets(as_json: bool) -> None:  # noqa: FBT001
    """List the rulesets as a table, or for programs."""
    if as_json:
        listed = [
            {"name": r.name, "title": r.title, "document": r.document} for r in RULESETS.values()
        ]
        print_json({"rulesets": listed})
        return
    rows = [(r.name, r.title, r.document) for r in RULESETS.values()]
    print_table("", (t("Name"), t("Rules"), t("Document")), rows, "<<<")
