"""Pictures of tabs that Excel has open: it reads each from a file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from xlplugin.hosts.excel.platforms import area_of, corner_of, describe, is_no_file_for, is_remote
from xlplugin.hosts.excel.with_xlwings import xw
from xlplugin.workbook.picture import Picture


def add_pictures(sheet: xw.Sheet, pictures: Sequence[Picture]) -> bool:
    """Put pictures on a new tab, each at the corner of its cell; false if Excel may not read their files."""
    try:
        with TemporaryDirectory() as folder:
            for picture in pictures:
                _add(sheet, picture, Path(folder) / "picture.png")
    except Exception as error:
        if not is_no_file_for(sheet, error):
            raise
        return False
    return True


def _add(sheet: xw.Sheet, picture: Picture, file: Path) -> None:
    """Add one; on a Mac xlwings copies the file to where Excel reads without asking the user."""
    file.write_bytes(picture.png)
    corner = area_of(sheet, (picture.row, picture.column, picture.row, picture.column))
    width, height = picture.width, picture.height
    if is_remote(sheet.book):  # its client knows where cells are, and leaves sizes out
        made = sheet.pictures.add(str(file), anchor=corner)
        made.width, made.height = width, height
        return
    left, top = corner_of(corner)
    made = sheet.pictures.add(str(file), left=left, top=top, width=width, height=height)
    describe(made, picture.text)
