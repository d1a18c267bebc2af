"""What the commands say about an event of the list: doctor and check, its backups, its exports."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from xlplugin.commands.check import check
from xlplugin.commands.export import export
from xlplugin.commands.restore import restore
from xlplugin.commands.setup import doctor
from xlplugin.doors.start.asked import Form
from xlplugin.doors.start.html import NOTHING, Markup, join, render
from xlplugin.doors.start.recent import Event
from xlplugin.doors.start.running import JSON, run
from xlplugin.exports.formats import FORMATS
from xlplugin.ground.machine import Finding, State
from xlplugin.ground.texts import msg, t

Page = tuple[str, Markup]
"""A title, and the content below the head of the page."""


def result(
    title: str,
    lines: Iterable[str],
    more: Markup = NOTHING,
    steps: Iterable[str] = (),
    *,
    is_good: bool = False,
) -> Markup:
    """What was done, or why not, and what comes next."""
    listed = join(render("item", text=step) for step in steps)
    return render(
        "result",
        kind="good" if is_good else "bad",
        title=title,
        lines=join(render("line", text=line) for line in lines),
        steps=render("steps", steps=listed) if listed else NOTHING,
        more=more,
    )


def buttons(event: Event, token: str) -> Markup:
    """The buttons for an event below what was said about it."""
    return render("buttons", key=event.key, token=token)


def listed(events: Sequence[Event], token: str) -> Markup:
    """The recent events with their buttons; a workbook that is gone has its backups alone."""
    rows = [
        render(
            "event" if event.is_there else "gone",
            key=event.key, token=token, name=event.name, file=event.file.name, folder=event.file.parent,
        )
        for event in events
    ]  # fmt: skip
    return render("events", events=join(rows)) if rows else render("no_events")


def examined(event: Event, _form: Form, token: str) -> Page:
    """What ``doctor`` and ``check`` say."""
    found = run(doctor, str(event.file), JSON)
    said = [*run(check, str(event.file)).lines, *(() if found.data else found.lines)]
    title = t("Doctor: {event}", event=event.name)
    rows = map(_finding, found.data.get("findings", ()))
    lines = join(render("item", text=line) for line in said)
    more = buttons(event, token)
    return title, render("doctor", title=title, rows=join(rows), said=lines, more=more)


def _finding(found: dict[str, Any]) -> Markup:
    each = Finding(**{**found, "state": State(found["state"])})
    return render(
        "finding",
        kind="bad" if each.is_bad else "good",
        state=t(each.state),
        what=t(each.what),
        detail=each.detail,
        remedy=render("remedy", text=each.remedy) if each.remedy else NOTHING,
    )


def backups(event: Event, _form: Form, token: str) -> Page:
    """The backups by time and round, to choose one."""
    title, rows = t("Backups of {event}", event=event.name), join(map(_backup, _backups(event)))
    if not rows:
        return title, result(title, run(restore, str(event.file)).lines, buttons(event, token))
    return title, render("backups", title=title, key=event.key, token=token, rows=rows)


def _backups(event: Event) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = run(restore, str(event.file), JSON).data.get("backups", [])
    return found


def _backup(found: dict[str, Any]) -> Markup:
    made = t("before {action}", action=found["action"]) if found["action"] else ""
    if found["after"]:
        made = t("after {action}", action=found["after"])
    is_damaged = found["damaged"]
    return render(
        "backup",
        file=Path(found["file"]).name,
        when=found["when"][:19].replace("T", " "),
        round=found["round"] or t("none"),
        made=", ".join(filter(None, [made, t("damaged") if is_damaged else ""])),
        state=Markup(" disabled") if is_damaged else NOTHING,
    )


def put_back(event: Event, form: Form, token: str) -> Page:
    """Put the chosen backup back; it is one of the list, which no path from a form can be."""
    files = {Path(each["file"]).name: each["file"] for each in _backups(event)}
    chosen = files.get(form.get("which"))
    if chosen is None:
        return _not_done([t("Choose a backup.")], event, token)
    said = run(restore, str(event.file), chosen, JSON)
    if not said.is_done:
        return _not_done(said.lines, event, token)
    title, text = t("The backup was put back"), msg("{backup} is now {file}.")
    lines = [t(text, file=event.file.name, backup=form.get("which")), *said.lines]
    lines.append(t("If there was a version before, it is now the newest backup."))
    return title, result(title, lines, buttons(event, token), is_good=True)


def formats(event: Event, _form: Form, token: str) -> Page:
    """The formats to export, with the file that each writes."""
    title = t("Export {event}", event=event.name)
    choices = [
        render("radio", field="format", value=name, label=each.file_name(event.file.name), hint=t(each.help), state=NOTHING)
        for name, each in FORMATS.items()
    ]  # fmt: skip
    return title, render("formats", title=title, key=event.key, token=token, formats=join(choices))


def exported(event: Event, form: Form, token: str) -> Page:
    """Write the chosen format beside the workbook."""
    kind = form.get("format")
    if kind not in FORMATS:
        return _not_done([t("Choose a format.")], event, token)
    said = run(export, str(event.file), "--format", kind)
    if not said.is_done:
        return _not_done(said.lines, event, token)
    title = t("Exported")
    lines = [*said.lines, t("In the folder {folder}.", folder=event.file.parent)]
    return title, result(title, lines, buttons(event, token), is_good=True)


def _not_done(lines: Iterable[str], event: Event, token: str) -> Page:
    title = t("Not done")
    return title, result(title, lines, buttons(event, token))
