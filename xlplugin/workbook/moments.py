"""Dates and times as the numbers that cells hold."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta

EPOCHS = {False: datetime(1899, 12, 30), True: datetime(1904, 1, 1)}  # noqa: DTZ001  (cells have no zone)
LEAP = 60
"""The day that Excel counts in 1900 though there was none."""


def moment_of(value: float, epoch: datetime) -> datetime | time | float:
    """A number that is shown as date or time; the number itself where there is no such date.

    Args:
        value: days.
        epoch: day 0 of the workbook.
    """
    if 0 <= value < 1:
        seconds = round(value * 86_400_000) / 1000
        moment = datetime.combine(date.min, time()) + timedelta(seconds=seconds)
        return moment.time() if moment.date() == date.min else value
    has_leap_day = epoch == EPOCHS[False]
    if value < 0 or (has_leap_day and LEAP <= value < LEAP + 1):
        return value
    days = value + (1 if has_leap_day and value < LEAP else 0)
    try:
        return epoch + timedelta(milliseconds=round(days * 86_400_000))
    except OverflowError:
        return value


def serial(moment: datetime | date | time, epoch: datetime) -> float:
    """A moment as the number that a cell holds.

    Args:
        moment: without time zone.
        epoch: day 0 of the workbook.
    """
    if isinstance(moment, time):
        midnight = datetime.combine(date.min, time())
        return (datetime.combine(date.min, moment) - midnight) / timedelta(days=1)
    if not isinstance(moment, datetime):
        moment = datetime.combine(moment, time())
    days = (moment - epoch) / timedelta(days=1)
    return days if epoch.year != EPOCHS[False].year or days > LEAP else days - 1
