"""The pages: a new event, and what is asked for and was done; each is made anew from the computer as it is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count
from pathlib import Path

from xlplugin.commands.setup import setup_reminder
from xlplugin.doors.start import event_pages, new_form
from xlplugin.doors.start.asked import Answered, Asked, Form, elsewhere, form_of, shown
from xlplugin.doors.start.computer import (
    ENDINGS,
    EXCEL,
    LIBREOFFICE,
    LITE,
    NAMES,
    OTHER,
    Programs,
    folders_of,
    launch,
    opening,
)  # fmt: skip
from xlplugin.doors.start.event_pages import Page
from xlplugin.doors.start.html import NOTHING, Markup, join, render, script, style
from xlplugin.doors.start.new_form import (
    FOLDER,
    LANGUAGE,
    NAME,
    PLACE,
    PLAYERS,
    PROGRAM,
    RULES,
    Faults,
    Made,
)
from xlplugin.doors.start.recent import Event, forget, recent, remember
from xlplugin.doors.start.session import LEFT, Session
from xlplugin.ground.languages import languages, speaking, spoken
from xlplugin.ground.machine import Machine
from xlplugin.ground.texts import msg, t, tn
from xlplugin.verbs import failures

MOST_KEPT = 50
STEPS = {
    EXCEL: (
        msg("In Excel, choose Enable Content, or Enable Macros, where it asks."),
        msg("Type or correct the names on Players, then click Pair next round."),
    ),
    LIBREOFFICE: (
        msg("If LibreOffice has no menu Tournament yet: close it, double-click the extension (.oxt) of "
            "the download, and open the workbook again."),
        msg("Type or correct the names on Players, then click Pair next round."),
    ),
    LITE: (
        msg("Open the workbook in Excel on the web, Microsoft 365, or Excel 2021 or newer."),
        msg("In Excel: Home, Add-ins, search xlwings Lite, Add."),
        msg("In the menu of xlwings Lite: Files, Import/Export. Drop the folder personal of the download "
            "there, then Restart. This is needed once for all workbooks."),
        msg("Type or correct the names on Players, then choose Pair next round beside the green button."),
    ),
}  # fmt: skip
"""What to do with a new workbook, in order, by the program that it is run with."""


class Pages:
    """What the browser that was let in gets to see."""

    def __init__(
        self, machine: Machine, launch: Callable[[Sequence[str], Path], None] = launch
    ) -> None:
        self.machine, self._launch = machine, launch
        self.session: Session
        self._done: dict[str, Answered] = {}
        self._numbers = count(1)
        self._routes: dict[tuple[str, str], Callable[[Form], Answered]] = {
            ("GET", "/"): lambda _form: self._start(Form(), {}),
            ("GET", "/start.css"): lambda _form: Answered(200, style(), "text/css; charset=utf-8"),
            ("GET", "/start.js"): lambda _form: Answered(200, script(), "text/javascript"),
            ("GET", "/done"): lambda form: self._done.get(form.get("n")) or elsewhere("/"),
            ("POST", "/new"): self._new,
            ("POST", "/alive"): lambda _form: Answered(204),
            ("POST", "/left"): self._left,
            ("POST", "/close"): self._close,
            ("POST", "/open"): self._of_event(self._open, self._tell),
            ("POST", "/forget"): self._of_event(self._forget, self._tell),
            ("GET", "/doctor"): self._of_event(event_pages.examined, self._page),
            ("GET", "/restore"): self._of_event(event_pages.backups, self._page),
            ("POST", "/restore"): self._of_event(event_pages.put_back, self._tell),
            ("GET", "/export"): self._of_event(event_pages.formats, self._page),
            ("POST", "/export"): self._of_event(event_pages.exported, self._tell),
        }

    def answer(self, asked: Asked) -> Answered:
        """The answer to a request that was let in; an error of our own is told, and kept in a file."""
        try:
            with speaking(None):  # an event that is read meanwhile has a language of its own
                form = form_of(asked) if asked.method == "POST" else Form(asked.query)
                route = self._routes.get((asked.method, asked.path))
                return route(form) if route else elsewhere("/")
        except Exception as error:  # noqa: BLE001  whatever it is, nobody wants to see a traceback
            return self._page(
                t("Not done"), event_pages.result(t("Not done"), [failures.unforeseen(error)])
            )

    def _page(self, title: str, content: Markup) -> Answered:
        return shown(title, content, self.session.token)

    def _of_event(
        self, page: Callable[[Event, Form, str], Page], show: Callable[[str, Markup], Answered]
    ) -> Callable[[Form], Answered]:
        """A page about an event of the list, which an address or a form can only name by its key."""

        def answer(form: Form) -> Answered:
            for event in recent(self.machine):
                if event.key == form.get("event"):
                    return show(*page(event, form, self.session.token))
            return elsewhere("/")

        return answer

    def _tell(self, title: str, content: Markup) -> Answered:
        """Keep what came of a form, and lead to it: loading that page again does nothing again."""
        number = str(next(self._numbers))
        self._done[number] = self._page(title, content)
        self._done.pop(str(int(number) - MOST_KEPT), None)
        return elsewhere(f"/done?n={number}")

    # a new event

    def _start(self, form: Form, faults: Faults) -> Answered:
        """The first page, with what was filled in and what is wrong with it."""
        events, programs = recent(self.machine), Programs.of(self.machine)
        folders = self._folders(events)
        last = str(events[0].file.parent) if events else None
        by_default = next((key for key, folder in folders.items() if folder == last), None)
        place = form.get(PLACE) or by_default or next(iter(folders), OTHER)
        program = form.get(PROGRAM) or programs.likely
        missing = t("not found on this computer")
        places = [_radio(PLACE, key, t(NAMES[key]), folders[key], place) for key in folders]
        runs = [
            _radio(PROGRAM, key, t(NAMES[key]), "" if programs.has(key) else missing, program)
            for key in ENDINGS
        ]
        token = self.session.token
        content = render(
            "start",
            token=token,
            summary=_summary(faults),
            rules=_field(RULES, _rules(form.get(RULES)), faults),
            name=_field(NAME, form.get(NAME), faults),
            language=render("language", options=_languages(form.get(LANGUAGE))),
            players=_field(PLAYERS, form.get(PLAYERS), faults),
            places=join([*places, _radio(PLACE, OTHER, t("Another folder"), "", place)]),
            place_error=_error(PLACE, faults),
            folder=_field(FOLDER, form.get(FOLDER), faults),
            programs=join(runs),
            program_error=_error(PROGRAM, faults),
            events=event_pages.listed(events, token),
        )
        title = t("New tournament")
        return self._page(t("Error: {title}", title=title) if faults else title, content)

    def _folders(self, events: Sequence[Event]) -> dict[str, str]:
        return folders_of(self.machine, str(events[0].file.parent) if events else None)

    def _new(self, form: Form) -> Answered:
        made = new_form.make(form, self._folders(recent(self.machine)))
        if not isinstance(made, Made):
            return self._start(form, made)
        event, data = made.event, made.said.data
        remember(self.machine, event)
        lines = [t("{file} is in {folder}.", file=event.file.name, folder=event.file.parent)]
        size = [tn("{n} player.", "{n} players.", data["players"])]
        if data["rounds"]:
            size.append(tn("{n} round planned.", "{n} rounds planned.", data["rounds"]))
        lines.append(" ".join(size))
        lines += [t("Note: {warning}", warning=note) for note in data["warnings"]]
        if event.program != LITE and Programs.of(self.machine).has(event.program):
            lines.append(self._opened(event))
        lines += filter(None, [setup_reminder(self.machine, event.file)])
        title, steps = t("{event} is ready", event=event.name), map(t, STEPS[event.program])
        buttons = event_pages.buttons(event, self.session.token)
        return self._tell(title, event_pages.result(title, lines, buttons, steps, is_good=True))

    # recent events

    def _opened(self, event: Event) -> str:
        """Open an event, and say so; or that the user has to."""
        try:
            self._launch(opening(self.machine, event.file, event.program), event.file)
        except OSError:
            text = msg(
                "It could not be opened from here. Open {file} yourself, in the folder {folder}."
            )
            return t(text, file=event.file.name, folder=event.file.parent)
        return t("It is being opened, which may take some seconds.")

    def _open(self, event: Event, _form: Form, token: str) -> Page:
        remember(self.machine, event)
        buttons = event_pages.buttons(event, token)
        return event.name, event_pages.result(
            event.name, [self._opened(event)], buttons, is_good=True
        )

    def _forget(self, event: Event, _form: Form, token: str) -> Page:
        forget(self.machine, event)
        title, text = t("Off the list"), t("{file} itself was left as it is.", file=event.file.name)
        return title, event_pages.result(title, [text], render("home", token=token), is_good=True)

    def _left(self, _form: Form) -> Answered:
        self.session.end_within(LEFT)
        return Answered(204)

    def _close(self, _form: Form) -> Answered:
        self.session.close()
        return shown(t("Closed"), render("closed"))


# parts of the form


def _summary(faults: Faults) -> Markup:
    """Everything that is wrong, each with a link to its field; the summary gets the focus."""
    links = [
        render("fault" if field else "item", field=field, text=text)
        for field in ("", *new_form.FIELDS)
        for text in faults.get(field, ())
    ]
    return render("summary", links=join(links)) if links else NOTHING


def _error(field: str, faults: Faults) -> Markup:
    """What is wrong with a field; an element that is there in any case, as the field refers to it."""
    lines = join(render("error_line", text=text) for text in faults.get(field, ()))
    return render("error", field=field, lines=lines)


def _field(field: str, value: str, faults: Faults) -> Markup:
    """A field with its label and help, what it holds, and what is wrong with that."""
    wrong = Markup(' aria-invalid="true"') if field in faults else NOTHING
    return render(field, value=value, error=_error(field, faults), wrong=wrong)


def _rules(chosen: str) -> Markup:
    return join(
        render("group", label=label, options=join(
            render("option", value=value, text=choice.title, state=_if("selected", value == chosen))
            for value, choice in group.items()
        ))
        for label, group in new_form.rules_to_choose().items()
    )  # fmt: skip


def _languages(chosen: str) -> Markup:
    """The languages by what they call themselves; that of the page is chosen at first."""
    chosen = chosen or spoken().language
    return join(
        render("option", value=code, text=name, state=_if("selected", code == chosen))
        for code, name in languages().items()
    )


def _radio(field: str, value: str, label: str, hint: str, chosen: str) -> Markup:
    state = _if("checked", value == chosen)
    return render("radio", field=field, value=value, label=label, hint=hint, state=state)


def _if(attribute: str, is_on: bool) -> Markup:  # noqa: FBT001
    return Markup(f" {attribute}") if is_on else NOTHING
