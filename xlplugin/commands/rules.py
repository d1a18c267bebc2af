"""``rules``: rules of the organizer's own as files that people share; the option ``--rules``."""

from __future__ import annotations

from pathlib import Path

import click

from engine.own.ruleset import OWN
from xlplugin.commands.output import AsJson, command, opened, show, wrong_use
from xlplugin.ground.limits import MOST_OF_RULES
from xlplugin.ground.problems import OrganizerError
from xlplugin.ground.resources import rules_files
from xlplugin.ground.texts import msg, t
from xlplugin.verbs.frame import Result, Table, read_clean
from xlplugin.workbook.rules_file import read_rules, rules_text

ENDING = ".toml"
LIST, SAVE = "list", "save"
Rules = click.option(
    "--rules", "rules", metavar="RULES",
    help=msg("Rules of your own: a ready-made one of the command rules list, or a file that rules save made."),
)  # fmt: skip


def rules_option(rules: str | None, ruleset_name: str | None) -> tuple[str | None, dict[str, str]]:
    """The ruleset and its settings as ``--ruleset`` and ``--rules`` have them."""
    if rules is None:
        return ruleset_name, {}
    if ruleset_name not in (None, OWN.name):
        wrong_use("--rules goes with --ruleset {own} alone.", own=OWN.name)
    return OWN.name, rules_named(rules)


def rules_named(name: str) -> dict[str, str]:
    """The settings of ready-made rules, or of a file.

    Raises:
        OrganizerError: there are no such rules.
        WorkbookProblems: what is wrong with the file, by line.
    """
    ready, path = rules_files(), Path(name)
    if data := ready.get(name.strip().lower()):
        return read_rules(data, f"{name.strip().lower()}{ENDING}")
    if not path.is_file():
        text = msg("{name} is no file, and none of the ready-made rules: {names}.")
        raise OrganizerError(t(text, name=name, names=", ".join(ready)))
    try:
        with path.open("rb") as file:
            return read_rules(file.read(MOST_OF_RULES + 1), path.name)
    except OSError as error:
        reason = error.strerror or str(error)
        text = msg("{file} cannot be read: {reason}.")
        raise OrganizerError(t(text, file=path.name, reason=reason)) from error


@command(
    "rules",
    msg("Save rules of your own to a file, or list ready-made ones."),
    msg(
        "Save rules of your own to a file, or list ready-made ones.\n\n"
        "rules save FILE RULES.toml writes the tab Rules of a workbook to a file that others can begin an "
        "event with (new --rules RULES.toml); rules list names those that come with the program."
    ),
    "save spring.xlsx mine.toml",
)
@click.argument("what", type=click.Choice((LIST, SAVE)))
@click.argument(
    "file", type=click.Path(exists=True, dir_okay=False, path_type=Path), required=False
)
@click.argument("target", type=click.Path(dir_okay=False, path_type=Path), required=False)
@AsJson
def rules(what: str, file: Path | None, target: Path | None, as_json: bool) -> None:  # noqa: FBT001
    """List the ready-made rules, or save those of a workbook."""
    if what == LIST:
        if file:
            wrong_use("rules list takes no file.")
        show(_listed(), None, as_json=as_json)
        return
    if file is None or target is None:
        wrong_use(
            "rules save takes a workbook and the name of a new file: rules save FILE RULES.toml"
        )
    show(_saved(file, target), None, as_json=as_json)


def _listed() -> Result:
    """The ready-made rules with their names and sources."""
    ready = {name: read_rules(data, name) for name, data in rules_files().items()}
    rows = [(name, *OWN.titles(settings)) for name, settings in ready.items()]
    data = [dict(zip(("name", "title", "document"), row, strict=True)) for row in rows]
    table = Table("", (t("Name"), t("Rules"), t("Source")), rows, "<<<")
    return Result(lines=[table], data={"rules": data})


def _saved(file: Path, target: Path) -> Result:
    """The rules of a workbook, written to a new file."""
    if target.suffix.lower() != ENDING:
        wrong_use("{file} must end in {ending}.", file=target.name, ending=ENDING)
    event = read_clean(opened(file).read())
    if event.rules is None:
        text = msg("{file} has no tab Rules: its ruleset is {ruleset}.")
        raise OrganizerError(t(text, file=file.name, ruleset=event.ruleset.name))
    content = rules_text(event.options, event.ruleset.titles(event.options)[0])
    try:
        with target.open("x", encoding="utf-8", newline="\n") as new:
            new.write(content)
    except FileExistsError:
        text = msg("{file} already exists. Choose another name, or move it away.")
        raise OrganizerError(t(text, file=target.name)) from None
    except OSError as error:
        text, reason = msg("{file} cannot be written: {reason}."), error.strerror or str(error)
        raise OrganizerError(t(text, file=target.name, reason=reason)) from error
    line = t("The rules are in {file}.", file=target.name)
    return Result(lines=[line], data={"file": target.name})
