"""A click in LibreOffice Calc, as the component of the extension starts it.

Only what LibreOffice's own Python has is imported, and what the extension brings along: pure Python.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path

import uno

from engine import RULESETS, Ruleset
from engine.own.dutch import can_be_paired
from xlplugin.doors import clicks
from xlplugin.doors.clicks import TITLE
from xlplugin.ground.catalogues import Catalogue
from xlplugin.ground.languages import ENGLISH, catalogue_of, languages, speaking, spoken
from xlplugin.ground.problems import HostError, stop
from xlplugin.ground.resources import rules_files, template
from xlplugin.ground.texts import in_lines, t, tn
from xlplugin.hosts.closed_file.kinds import content_of
from xlplugin.hosts.libreoffice.cells import Uno
from xlplugin.hosts.libreoffice.dialog import Field
from xlplugin.hosts.libreoffice.host import LibreOfficeHost
from xlplugin.hosts.libreoffice.in_language import put_into_language
from xlplugin.hosts.libreoffice.turns import Busy, Turn, is_taken, when_free
from xlplugin.hosts.libreoffice.window import LibreOfficeWindow
from xlplugin.roster.files import cell_text
from xlplugin.roster.parse import Roster, best_table, roster_in_file, roster_in_text, roster_of
from xlplugin.templates.ruleset_patterns import template_changes
from xlplugin.verbs import new_event
from xlplugin.verbs.entry import Ask
from xlplugin.verbs.frame import Result, namesakes_on
from xlplugin.verbs.list import BUTTONS
from xlplugin.verbs.ways import call_unhiding
from xlplugin.workbook.layouts import event_tab
from xlplugin.workbook.reading.ruleset_findings import hints_of
from xlplugin.workbook.rules_file import read_rules

NEW = "new"
"""What makes a new event; all else is one of ``VERBS`` in :mod:`xlplugin.doors.clicks`."""
PASTED_LINES = 10
MACROS = ".xlsm"
CALC = "com.sun.star.sheet.SpreadsheetDocument"
SHEETS = (".ods", ".xls", ".xlsb", ".xlsm", ".xlsx")
CLICKED = {verb.name: button for verb, button in BUTTONS}
_told: set[str] = set()
"""The documents whose own buttons have been told of."""


def main(context: Uno, frame: Uno, verb: str, busy: Busy, language: str = "") -> None:
    """Do what a button says, or a new event; after the copy that is being made, if there is one.

    It is said in the language of LibreOffice, or in that of the workbook once one is read.

    Args:
        context: of the component that was clicked.
        frame: the window.
        verb: what its button asks for.
        busy: the sign that a click is being done.
        language: of LibreOffice, such as ``pl`` or ``pt-BR``.
    """
    if is_taken():
        when_free(partial(main, context, frame, verb, busy, language))
        return
    with speaking(_installed(language)):
        _main(context, frame, verb, busy)


def _installed(language: str) -> Catalogue | None:
    """The catalogue of LibreOffice's language; English where there is none."""
    codes = (language.replace("-", "_"), language.partition("-")[0])
    return next(filter(None, map(catalogue_of, codes)), ENGLISH) if language else None


def _main(context: Uno, frame: Uno, verb: str, busy: Busy) -> None:
    turn = Turn(busy)
    window = LibreOfficeWindow(frame, TITLE, turn)
    try:
        turn.start()
        if verb == NEW:
            _new_event(context, window)
        else:
            _click(context, window, verb)
    except Exception as error:  # noqa: BLE001  whatever it is, nobody wants to see a traceback
        clicks.tell(window, error)
    finally:
        turn.stop()


def _click(context: Uno, window: LibreOfficeWindow, verb: str) -> None:
    """Do what a button of an event says, with what somebody answers where it asks."""
    document = window.frame.Controller.Model
    _tell_of_macros(document, window)
    button = CLICKED[verb]
    host = LibreOfficeHost(document)
    host.action = t(button.label)
    call_unhiding(t("Show Sheet"))
    answers = _answers(context, window, button.ask, host)
    host.tell = partial(window.say, wrong=True)
    while answers is not None and not clicks.click(verb, host, window, *answers):
        if not button.ask or not button.ask.text:
            break
        answers = _answers(context, window, button.ask, host, *answers)  # nothing pasted is lost


def _tell_of_macros(document: Uno, window: LibreOfficeWindow) -> None:
    """Say once of a macro workbook that its own buttons are Excel's."""
    if document.URL.lower().endswith(MACROS) and document.RuntimeUID not in _told:
        _told.add(document.RuntimeUID)
        window.say(
            t(
                "The buttons in this workbook work in Excel alone, and LibreOffice does not keep "
                "them when it saves: here use the toolbar and the menu Tournament, and save with "
                "File, Save As as .xlsx or .ods, so that the workbook with Excel's buttons stays as it is."
            )
        )


def _answers(
    context: Uno,
    window: LibreOfficeWindow,
    ask: Ask | None,
    host: LibreOfficeHost,
    given: str = "",
) -> list[str] | None:
    """What somebody answers where a button asks; ``None`` for No. What was ``given`` before is there again."""
    if ask is None:
        return []
    question = clicks.question(ask, host)
    if ask.text:
        field = Field(in_lines(question), given, lines=PASTED_LINES)
        filled = window.filled_in(context, TITLE, {"text": field})
        return None if filled is None else [filled["text"]]
    if not ask.number:
        return [] if not question or window.agrees(question) else None
    filled = window.filled_in(context, TITLE, {"number": Field(question)})
    return None if filled is None else [filled["number"]]


# A new event


def _new_event(context: Uno, window: LibreOfficeWindow) -> None:
    """Ask for rules, name and players until they can be as they are, and open the event's workbook."""
    choices = _rules_to_choose()
    filled: dict[str, str] = {}
    while True:
        fields = {
            "rules": Field(t("Rules:"), filled.get("rules", ""), choices=tuple(choices)),
            "name": Field(t("Name of the event:"), filled.get("name", "")),
            "language": Field(
                t("Language of the workbook:"),
                filled.get("language", spoken().own_name),
                choices=tuple(languages().values()),
            ),
            "players": Field(
                t(
                    "Players, pasted: a name in each line, or columns with headers (or type them "
                    "later):"
                ),
                filled.get("players", ""),
                lines=PASTED_LINES,
            ),
            "file": Field(t("Or a file of players:"), filled.get("file", ""), is_file=True),
        }
        answered = window.filled_in(context, t("New event"), fields)
        if answered is None:
            return
        filled, (ruleset, settings) = answered, choices[answered["rules"]]
        try:
            roster = _roster(context, filled, ruleset)
            if name := filled["name"].strip():
                settings = {**settings, event_tab.EVENT_NAME.name: name}
            own_names = {name: code for code, name in languages().items()}
            with speaking(catalogue_of(own_names[filled["language"]])):
                _begin(context, window, ruleset, settings, roster)
        except Exception as error:  # noqa: BLE001  as above; what was filled in is asked for again
            clicks.tell(window, error)
        else:
            return


def _rules_to_choose() -> dict[str, tuple[Ruleset, Mapping[str, str]]]:
    """The rulesets, and the settings of ready-made rules, by their names for people."""
    choices: dict[str, tuple[Ruleset, Mapping[str, str]]] = {
        f"{each.title}: {name}": (each, {}) for name, each in RULESETS.items()
    }
    own = RULESETS["own"]
    for name, data in rules_files().items():
        settings = read_rules(data, name)
        if can_be_paired(settings):  # nothing can be installed here
            choices[f"{own.titles(settings)[0]}: {name}"] = own, settings
    return choices


def _roster(context: Uno, filled: Mapping[str, str], ruleset: Ruleset) -> Roster | None:
    """The players that were pasted, or are in the file; ``None`` if they are to be typed later."""
    pasted, file = filled["players"].strip(), filled["file"].strip()
    if pasted and file:
        stop("Players are given twice, pasted and as a file: choose one.")
    if pasted:
        return roster_in_text(pasted.encode(), t("what was pasted"), ruleset)
    if not file:
        return None
    path = Path(uno.fileUrlToSystemPath(file) if file.startswith("file:") else file)
    if path.suffix.lower() not in SHEETS:
        return roster_in_file(path, ruleset)
    tables = _tables(context, path)
    return roster_of(tables[best_table(tables)], path.name, ruleset)


def _tables(context: Uno, path: Path) -> dict[str, list[list[str]]]:
    """The sheets of a spreadsheet as texts, read by LibreOffice beside whatever it has open."""
    content_of(path)  # says what stands in the way of reading it at all
    try:
        document = _load(context, path, "_blank", Hidden=True, ReadOnly=True)
    except Exception:  # noqa: BLE001  LibreOffice fails in many ways
        document = None
    try:
        if document is None or not document.supportsService(CALC):
            raise HostError(
                t("LibreOffice cannot open {file}.", file=path.name),
                t("Open it, copy the names, and paste them under Players."),
            )
        tables = {}
        for sheet in document.Sheets:
            cursor = sheet.createCursor()
            cursor.gotoEndOfUsedArea(True)  # noqa: FBT003  (from the first cell on)
            tables[sheet.Name] = [[cell_text(cell) for cell in row] for row in cursor.DataArray]
        return tables
    finally:
        if document is not None:
            document.close(True)  # noqa: FBT003  (whatever else may use it)


def _begin(
    context: Uno,
    window: LibreOfficeWindow,
    ruleset: Ruleset,
    settings: Mapping[str, str],
    roster: Roster | None,
) -> None:
    """Open a workbook of the ruleset, without a name yet, and fill it in."""
    language = spoken()
    with speaking(ENGLISH), template(f"{ruleset.name}.xlsx") as path:
        document = _load(context, path, "_default", AsTemplate=True)
    if language is not ENGLISH:
        put_into_language(document, template_changes(ruleset), language)
    window = LibreOfficeWindow(document.CurrentController.Frame, TITLE, window.turn)
    players = roster.players if roster else ()
    host = LibreOfficeHost(document)
    host.action = t("New event")
    try:
        event = new_event.start_event(host, ruleset, players, settings)
    except Exception:
        document.close(True)  # noqa: FBT003  (as above)
        raise
    notes = [*(roster.notes if roster else ()), *namesakes_on(event), *hints_of(event)]
    count = tn("{n} player", "{n} players", len(players))
    text = t(
        "{rules}, {players}. Choose where to save it; then type or correct the names on Players, "
        "and click Pair next round.",
        rules=ruleset.titles(event.options)[0],
        players=count,
    )
    clicks.show(window, Result(message=text, warnings=notes))
    window.save(context, event.value_of(event_tab.EVENT_NAME) or ruleset.titles(event.options)[0])


def _load(context: Uno, path: Path, window: str, **how: bool) -> Uno:
    """A file opened in LibreOffice: in a window of its own, or if it is open in the one it has."""
    desktop = context.ServiceManager.createInstanceWithContext(
        "com.sun.star.frame.Desktop", context
    )
    properties = []
    for key, value in how.items():
        properties.append(uno.createUnoStruct("com.sun.star.beans.PropertyValue"))
        properties[-1].Name, properties[-1].Value = key, value
    url = uno.systemPathToFileUrl(str(path))
    return desktop.loadComponentFromURL(url, window, 0, tuple(properties))
