"""The words of a macro workbook that Excel shows by itself, in the language that is spoken.

Ribbon, buttons and the sentences of ``Tournament.bas`` are English where they stand. In a workbook of another
language the hidden tab ``Words`` has them in that language, each beside the name under which a macro looks for it.
"""

from __future__ import annotations

from collections.abc import Iterator

from xlplugin.ground.languages import spoken
from xlplugin.ground.texts import msg, t
from xlplugin.verbs.list import BUTTONS

LANGUAGE = "language"
"""The name beside which the language stands."""
TIP, ASKS, MORE = " tip", " asks", " more"
"""What follows the name of a macro where its help stands, its question, and what is to be known for an answer."""
TITLE = msg("Tournament")
HINT = msg("""These buttons do not work in Excel yet.
Yellow bar above: click Enable Editing, then Enable Content.
Red bar: close the workbook, right-click it in Explorer, Properties, tick Unblock, OK; open it again.
No bar: close it, open it again, and choose Enable Macros.
In LibreOffice the buttons are those of its toolbar Tournament.""")
"""What stands below the buttons until a macro has run: where none may, nothing else can be seen."""
SENTENCES = (
    TITLE,
    msg("xlplugin is not set up for buttons on this computer yet."),
    msg("The Python that was set up for the buttons is not there any more:"),
    msg("Excel could not start Python:"),
    msg("Python started, but could not run xlplugin."),
    msg("To mend it:"),
    msg("If it was installed by commands, type in its folder:"),
    msg("Python is at work ..."),
    msg("{value} is not a number. Type it in digits alone, for example 12."),
    msg("Save this workbook first (File, Save As), then click again."),
    msg("Save this workbook under a name without {value} (File, Save As), then click again."),
    msg("double-click Set up.command of xlplugin."),
    msg("in your home folder: Applications, xlplugin, Tournament doctor."),
    msg("run the setup program of xlplugin."),
    msg("Start menu, xlplugin, Tournament doctor."),
    msg("the shell of macOS refused it."),
    msg("it has left no log."),
    msg("Worksheet functions need Excel on Windows, or xlwings Lite."),
    msg(
        "Worksheet functions need a Python that is kept running: type in the folder of xlplugin {value}"
    ),
)
"""The sentences of ``Tournament.bas``, as they stand there."""


def words() -> dict[str, str]:
    """The words by the names under which macros look for them; its language comes first."""
    return {LANGUAGE: spoken().language, **dict(_words())}


def _words() -> Iterator[tuple[str, str]]:
    for text in (*SENTENCES, *dict.fromkeys(button.group for _, button in BUTTONS)):
        yield text, t(text)
    for _, button in BUTTONS:
        yield button.macro, t(button.label)
        yield button.macro + TIP, t(button.help)
        if ask := button.ask:
            yield button.macro + ASKS, t(ask.question)
            yield button.macro + MORE, t(ask.more)
