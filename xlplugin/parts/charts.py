"""Charts drawn from their declarations with openpyxl."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from openpyxl.chart import BarChart, Reference
from openpyxl.chart.axis import ChartLines
from openpyxl.chart.data_source import NumDataSource, NumRef
from openpyxl.chart.error_bar import ErrorBars
from openpyxl.chart.label import DataLabelList
from openpyxl.chart.marker import DataPoint
from openpyxl.chart.series import Series
from openpyxl.chart.series_factory import SeriesFactory
from openpyxl.chart.shapes import GraphicalProperties
from openpyxl.chart.text import RichText, Text
from openpyxl.chart.title import Title
from openpyxl.drawing.line import LineProperties
from openpyxl.drawing.spreadsheet_drawing import AnchorMarker, TwoCellAnchor
from openpyxl.drawing.text import (
    CharacterProperties,
    Paragraph,
    ParagraphProperties,
    RegularTextRun,
)
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from xlplugin.workbook.book import description_of
from xlplugin.workbook.layout import INK, QUIET, RULE, Area, Chart

TITLE_SIZE, LABEL_SIZE = 1200, 900
"""In hundredths of a point."""
BETWEEN_BARS = 45
"""In hundredths of a bar."""
INTERVAL = 63_500
"""The thickness of an interval's line: five points."""
CHARACTER, EDGE, PIXEL = 7, 2, 9525
"""The pixels of a column's character, and of the gap beside a chart; the units of a drawing in a pixel."""


def add_charts(sheet: Worksheet, charts: Iterable[Chart]) -> None:
    """Draw charts from the cells of a tab, over other cells of it."""
    for chart in charts:
        drawn: Any = _bars(sheet, chart)  # its anchor may be more than the text that is declared
        drawn.anchor = _anchor(sheet, chart.place)
        drawn.anchor.description = description_of(chart)
        sheet.add_chart(drawn)


def _bars(sheet: Worksheet, chart: Chart) -> BarChart:
    bars = BarChart()
    bars.type, bars.gapWidth, bars.legend, bars.varyColors = "bar", BETWEEN_BARS, None, False
    bars.title = _title(chart.title)
    series = SeriesFactory(_cells(sheet, chart.values))
    bars.series.append(series)
    bars.set_categories(_cells(sheet, chart.names))
    _colour(series, chart.colours)
    labels = series.dLbls = DataLabelList()
    labels.showVal, labels.position = True, "inBase" if chart.halves else "outEnd"
    labels.showSerName = labels.showCatName = labels.showLegendKey = labels.showPercent = False
    labels.txPr = _text(LABEL_SIZE, INK)
    names, values = bars.x_axis, bars.y_axis
    names.delete, values.delete = False, True
    names.scaling.orientation, values.scaling.min = "maxMin", 0  # the first row on top
    names.majorTickMark, names.txPr = "none", _text(LABEL_SIZE, INK)
    names.graphicalProperties = GraphicalProperties(ln=LineProperties(solidFill=QUIET))
    values.majorGridlines = None
    if chart.halves:
        _draw_intervals(bars, series, sheet, chart)
    bars.graphical_properties = GraphicalProperties(
        solidFill="FFFFFF", ln=LineProperties(solidFill=RULE)
    )
    return bars


def _draw_intervals(bars: BarChart, series: Series, sheet: Worksheet, chart: Chart) -> None:
    """Draw a thick line for each interval in place of the bar; the values stand at the left."""
    assert chart.halves
    series.graphicalProperties = GraphicalProperties(noFill=True)
    half = NumDataSource(numRef=NumRef(f=str(_cells(sheet, chart.halves))))
    looks = GraphicalProperties(ln=LineProperties(solidFill=chart.colours[0], w=INTERVAL))
    series.errBars = _ErrorBars(
        errBarType="both", errValType="cust", noEndCap=True, plus=half, minus=half, spPr=looks
    )
    bars.y_axis.delete = False
    bars.y_axis.scaling.min, bars.y_axis.scaling.max = chart.scale
    bars.y_axis.txPr, bars.y_axis.majorTickMark = _text(LABEL_SIZE, INK), "none"
    lines = GraphicalProperties(ln=LineProperties(solidFill=RULE))
    bars.y_axis.majorGridlines = ChartLines(spPr=lines)


def _cells(sheet: Worksheet, area: Area) -> Reference:
    top, left, bottom, right = area
    return Reference(sheet, min_col=left, min_row=top, max_col=right, max_row=bottom)


class _ErrorBars(ErrorBars):
    """Intervals, their parts in the order of the standard: openpyxl has two of them the other way round."""

    __elements__ = ("errBarType", "errValType", "noEndCap", "plus", "minus", "spPr")
    __attrs__, __nested__ = ErrorBars.__attrs__, ErrorBars.__nested__


class _Anchor(TwoCellAnchor):
    """The place of a chart, and its description, for which openpyxl has no place of its own."""

    __elements__ = TwoCellAnchor.__elements__
    __attrs__ = TwoCellAnchor.__attrs__
    description = ""

    def to_tree(self, tagname: Any = None, idx: Any = None, namespace: Any = None) -> Any:  # noqa: ANN401
        frame: Any = self.graphicFrame  # made when the workbook is saved
        frame.nvGraphicFramePr.cNvPr.descr = self.description
        return super().to_tree(tagname, idx, namespace)


def _anchor(sheet: Worksheet, place: Area) -> _Anchor:
    """The chart covers these cells, and moves with them; its right edge is inside the last one."""
    top, left, bottom, right = place
    width = sheet.column_dimensions[get_column_letter(right)].width
    inside = round(width * CHARACTER - EDGE) * PIXEL
    return _Anchor(
        _from=AnchorMarker(col=left - 1, row=top - 1),
        to=AnchorMarker(col=right - 1, colOff=inside, row=bottom),
    )


def _colour(series: Series, colours: tuple[str, ...]) -> None:
    series.graphicalProperties = GraphicalProperties(solidFill=colours[0])
    series.invertIfNegative = False
    for place, colour in enumerate(colours if len(colours) > 1 else ()):
        point = DataPoint(idx=place, invertIfNegative=False)
        point.graphicalProperties = GraphicalProperties(solidFill=colour)
        series.dPt.append(point)


def _text(size: int, colour: str) -> RichText:
    looks = CharacterProperties(sz=size, b=False, solidFill=colour)
    paragraph = Paragraph(pPr=ParagraphProperties(defRPr=looks), endParaRPr=looks)
    paragraph.r = []  # openpyxl adds an empty text, which reads back as "None"
    return RichText(p=[paragraph])


def _title(text: str) -> Title:
    looks = CharacterProperties(sz=TITLE_SIZE, b=True, solidFill=INK)
    run = RegularTextRun(rPr=looks, t=text)
    paragraph = Paragraph(pPr=ParagraphProperties(defRPr=looks), r=[run])
    return Title(tx=Text(rich=RichText(p=[paragraph])), overlay=False)
