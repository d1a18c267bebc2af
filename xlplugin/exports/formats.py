"""All export formats, in the order in which they are offered."""

from __future__ import annotations

from collections.abc import Mapping

from xlplugin.exports.chat import Markdown
from xlplugin.exports.event_json import EventJson
from xlplugin.exports.format import ExportFormat, TextFormat
from xlplugin.exports.results_file import Nrtm
from xlplugin.exports.shared_pdf import Pdf
from xlplugin.exports.shared_workbook import Xlsx
from xlplugin.exports.standings_csv import Csv
from xlplugin.exports.trf import Trf
from xlplugin.exports.web_page import Html

CSV, MARKDOWN, XLSX, PDF = Csv(), Markdown(), Xlsx(), Pdf()
TEXTS: tuple[TextFormat, ...] = (Nrtm(), CSV, MARKDOWN, Html())
FORMATS: Mapping[str, ExportFormat] = {
    each.name: each for each in (XLSX, PDF, *TEXTS, EventJson(), Trf())
}
"""All by the names that ``--format`` has; of two with one ending the first has it."""
