"""``pdf``: the workbook to share, printed."""

from __future__ import annotations

from xlplugin.exports.format import Wanted
from xlplugin.exports.shared import Shared
from xlplugin.exports.shared_workbook import Xlsx
from xlplugin.ground.texts import msg

END_OF_OURS = b"\n%xlplugin export\n"
"""The end of a document made here."""


class Pdf(Xlsx):
    """The same as a document, which LibreOffice prints, or the program that has the event open."""

    name, ending, file = "pdf", ".pdf", "standings.pdf"
    help = msg("the same as a document (needs LibreOffice).")

    def content(self, shared: Shared, wanted: Wanted) -> bytes:
        """The workbook as LibreOffice prints it."""
        from xlplugin.hosts.libreoffice import soffice  # noqa: PLC0415

        return self.marked(soffice.as_pdf(super().content(shared, wanted)))

    def marked(self, printed: bytes) -> bytes:
        """A printed workbook as a document that may be replaced by a newer one."""
        return printed + END_OF_OURS

    def is_ours(self, data: bytes) -> bool:
        """True for a document that was marked."""
        return data.endswith(END_OF_OURS)
