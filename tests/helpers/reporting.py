"""The phones of an event's players: what they report goes into the file beside the workbook."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from xlplugin.reports.forms import Wrong, read_answers
from xlplugin.reports.record import Kind, Record, new_line, path_of
from xlplugin.reports.state import made_of, name_of, state_of
from xlplugin.workbook.reading.reader import read_event

from values_only import ValuesHost

WON, LOST = {"P1 Corp": "W", "P1 Runner": "W"}, {"P1 Corp": "L", "P1 Runner": "L"}


class Phones:
    """Phones that know the event as it is at each report; ``read`` gives the workbook."""

    def __init__(self, read, folder, name="event.xlsx"):
        self.read = read
        self.record = Record(path_of(folder, name))
        self.now = datetime(2026, 11, 24, 15, 0, tzinfo=UTC)

    @classmethod
    def of_file(cls, path):
        """Those of an event in a file."""
        return cls(lambda: ValuesHost(path).read(), path.parent, path.name)

    @property
    def event(self):
        """The event as it reads now."""
        return read_event(self.read())

    @property
    def reports(self):
        """What holds of all reports now."""
        return state_of(self.event, self.record.read())

    def about_now(self):
        """The newest round, as a report has it."""
        event = self.event
        tab = event.tabs[-1] if event.tabs else None
        return {"round": name_of(tab) if tab else "", "made": made_of(event, tab)}

    def line(self, kind, **values):
        """A report, a minute after the one before."""
        self.now += timedelta(minutes=1)
        return new_line(kind, self.now, **values)

    def keep(self, kind, **values):
        """Send a report about the event as it is now."""
        line = self.line(kind, **{**self.about_now(), **values})
        self.record.append([line])
        return line

    def report(self, no, answers):
        """Answer what is asked of a player's match of the newest round."""
        event = self.event
        tab = event.tabs[-1]
        match = tab.match_of(no)
        cells = read_answers(event, tab, match, no, answers)
        assert not isinstance(cells, Wrong), cells
        return self.keep(Kind.RESULT, no=no, pair=match.players, result=cells)

    def agree(self, no, answers):
        """Let a player report, and the opponent confirm it."""
        line = self.report(no, answers)
        other = next(one for one in line.pair if one != no)
        return self.keep(Kind.RESULT, no=other, pair=line.pair, result=line.result)
