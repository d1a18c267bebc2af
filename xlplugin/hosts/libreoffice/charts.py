"""Charts of tabs that LibreOffice has open, drawn from their declarations."""

from __future__ import annotations

from collections.abc import Sequence

import uno

from xlplugin.hosts.libreoffice.cells import Uno, range_of
from xlplugin.hosts.libreoffice.looks import BOLD, FONT
from xlplugin.hosts.libreoffice.pages import free_name
from xlplugin.workbook.book import description_of
from xlplugin.workbook.layout import INK, QUIET, RULE, Area, Chart

TITLE_SIZE, LABEL_SIZE = 12.0, 9.0
"""In points."""
BETWEEN_BARS = 45
"""In hundredths of a bar."""
EDGE = 53
"""Hundredths of a millimetre that are left free beside a chart."""
VALUE = 1
"""``com.sun.star.chart.ChartDataCaption.VALUE``."""
OUTSIDE = 2
"""``com.sun.star.chart.DataLabelPlacement.OUTSIDE``."""


def add_charts(document: Uno, sheet: Uno, charts: Sequence[Chart]) -> None:
    """Draw charts from the cells of a tab, over other cells of it."""
    taken = [name for other in document.Sheets for name in other.Charts.ElementNames]
    for number, chart in enumerate(charts, 1):
        name = free_name(f"{sheet.Name} {number}", taken)  # that of no other, of any tab
        taken.append(name)
        sources = tuple(range_of(sheet, area).RangeAddress for area in (chart.names, chart.values))
        sheet.Charts.addNewByName(name, _place(sheet, chart.place), sources, False, True)  # noqa: FBT003
        _draw(sheet.Charts.getByName(name).EmbeddedObject, chart)
        shape = sheet.DrawPage.getByIndex(sheet.DrawPage.Count - 1)
        top, left, *_ = chart.place
        shape.Anchor = sheet.getCellByPosition(left - 1, top - 1)
        shape.ResizeWithCell = True
        shape.Description = description_of(chart)


def _place(sheet: Uno, area: Area) -> Uno:
    where = range_of(sheet, area)
    corner, size = where.Position, where.Size
    return uno.createUnoStruct(
        "com.sun.star.awt.Rectangle", corner.X, corner.Y, size.Width - EDGE, size.Height
    )


def _draw(drawn: Uno, chart: Chart) -> None:
    """Bars with their values, the first on top."""
    drawn.HasLegend, drawn.HasMainTitle = False, True
    drawn.Title.String = chart.title
    _write(drawn.Title, TITLE_SIZE)
    drawn.Title.CharWeight = BOLD
    drawn.Area.FillColor, drawn.Area.LineColor = 0xFFFFFF, int(RULE, 16)
    drawn.Area.LineStyle = uno.Enum("com.sun.star.drawing.LineStyle", "SOLID")
    bars = drawn.createInstance("com.sun.star.chart.BarDiagram")
    drawn.setDiagram(bars)
    bars.Vertical = True
    if chart.names[0] == chart.names[2]:
        bars.DataRowSource = uno.Enum("com.sun.star.chart.ChartDataRowSource", "ROWS")
    bars.HasYAxis = bars.HasYAxisGrid = False
    bars.Wall.FillStyle = uno.Enum("com.sun.star.drawing.FillStyle", "NONE")
    names, values = bars.XAxis, bars.YAxis
    names.ReverseDirection, names.Marks, names.LineColor = True, 0, int(QUIET, 16)
    _write(names, LABEL_SIZE)
    values.AutoMin, values.Min, values.GapWidth = False, 0.0, BETWEEN_BARS
    row = bars.getDataRowProperties(0)
    row.FillColor, row.DataCaption, row.LabelPlacement = int(chart.colours[0], 16), VALUE, OUTSIDE
    _write(row, LABEL_SIZE)
    for place, colour in enumerate(chart.colours if len(chart.colours) > 1 else ()):
        bars.getDataPointProperties(place, 0).FillColor = int(colour, 16)


def _write(words: Uno, size: float) -> None:
    words.CharFontName, words.CharHeight, words.CharColor = FONT, size, int(INK, 16)
