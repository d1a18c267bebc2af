"""Errors of the program itself, kept in a file for a bug report: nobody has to see a traceback."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from xlplugin.ground.problems import HostError
from xlplugin.ground.resources import files_of_lite
from xlplugin.ground.texts import msg, t
from xlplugin.workbook.engine_errors import error_text

REPORT = "xlplugin-error.txt"


def unforeseen(error: Exception, *, is_written: bool = False) -> str:
    """A message about an error that nobody has foreseen, and where its traceback is kept.

    It says that the workbook is as it was unless something ``is_written``.
    """
    text = msg("Unexpected error ({kind}: {error}).")
    if not is_written:
        text = msg("Unexpected error ({kind}: {error}). The workbook is as it was.")
    return _with_report(t(text, kind=type(error).__name__, error=error), error)


def explained(error: Exception) -> str:
    """An error's message; for a step that a damaged file has stopped, where its cause is kept."""
    if isinstance(error, HostError) and error.step and error.__cause__:
        return _with_report(str(error), error)
    return error_text(error)


def _with_report(message: str, error: Exception) -> str:
    """The message, and the file to which the error's traceback was written, if it could be."""
    import tempfile  # noqa: PLC0415  (no other click needs them)
    import traceback  # noqa: PLC0415

    path = (files_of_lite() or Path(tempfile.gettempdir())) / REPORT
    with suppress(OSError):
        path.unlink(missing_ok=True)
        with path.open("x", encoding="utf-8") as report:  # never through somebody else's link
            report.writelines(traceback.format_exception(error))
        kept = msg("The details are kept in {path}; please report them with this workbook.")
        return f"{message}\n\n{t(kept, path=path)}"
    return message
