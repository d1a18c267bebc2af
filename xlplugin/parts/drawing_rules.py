"""Lists, checks and highlights of tabs drawn with openpyxl."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from openpyxl import Workbook
from openpyxl.formatting.rule import Rule
from openpyxl.styles import Font, PatternFill
from openpyxl.styles.differential import DifferentialStyle
from openpyxl.utils import get_column_letter
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.worksheet import Worksheet

from xlplugin.parts.drawing_looks import set_cell
from xlplugin.parts.tables import MOST_HELP
from xlplugin.texts import t
from xlplugin.workbook import layout as looks
from xlplugin.workbook.formulas import with_addresses
from xlplugin.workbook.layout import Column, Layout
from xlplugin.workbook.live_patterns import LISTS

VERY_HIDDEN: Final = "veryHidden"
"""A tab that even Excel's Unhide list leaves out."""


def validate_columns(workbook: Workbook, sheet: Worksheet, layout: Layout, last: int) -> None:
    """Check what is typed into the rows of a table, and offer lists where only some values may be."""
    if last < 2:
        return
    for i, column in enumerate(layout.columns, 1):
        letter = get_column_letter(i)
        validate_column(workbook, sheet, column, f"{letter}2:{letter}{last}")
    for offset, choices in layout.choices_by_row.items():
        value = get_column_letter(layout.headers().index("Value") + 1)
        rule = _list(workbook, choices, f"{value}{2 + offset}")
        rule.showErrorMessage = offset not in layout.open_rows
        sheet.add_data_validation(rule)


def validate_column(workbook: Workbook, sheet: Worksheet, column: Column, where: str) -> None:
    """Check what is typed into the cells of a column, and show its help."""
    if not (column.choices or column.whole or column.help):
        return
    rule = DataValidation(allow_blank=True, sqref=where)
    if column.choices:
        rule = _list(workbook, column.choices, where)
    elif column.whole:
        least, most = column.whole.least, column.whole.most
        rule = DataValidation(
            "whole", operator="between", formula1=str(least), formula2=str(most), allow_blank=True,
            sqref=where, showErrorMessage=True, errorTitle=t("Whole number"),
            error=t("Type a whole number from {least} to {most}.", least=least, most=most),
        )  # fmt: skip
    if column.help:
        rule.showInputMessage, rule.prompt = True, column.help[:MOST_HELP]
    sheet.add_data_validation(rule)


def _list(workbook: Workbook, choices: Sequence[str | int], where: str) -> DataValidation:
    text = t("Choose one of: {choices}, or leave it blank.", choices=", ".join(map(str, choices)))
    if len(text) > MOST_HELP:
        text = t("Choose one of the list, or leave it blank.")
    return DataValidation(
        "list", formula1=_list_of(workbook, choices), allow_blank=True, sqref=where,
        showErrorMessage=True, errorTitle=t("Not one of the choices"), error=text,
    )  # fmt: skip


def _list_of(workbook: Workbook, choices: Sequence[str | int]) -> str:
    """The name of the range that holds the choices, made if it is not there yet."""
    name = looks.list_name(choices)
    if name in workbook.defined_names:
        return name
    if LISTS not in workbook.sheetnames:
        workbook.create_sheet(LISTS).sheet_state = VERY_HIDDEN
    lists = workbook[LISTS]
    column = lists.max_column + 1 if lists.cell(1, 1).value is not None else 1
    lists.cell(1, column, name)
    for row, choice in enumerate(choices, 2):
        set_cell(lists, row, column, choice)
    letter = get_column_letter(column)
    workbook.defined_names[name] = DefinedName(
        name, attr_text=f"{LISTS}!${letter}$2:${letter}${len(choices) + 1}"
    )
    return name


def highlight_rows(sheet: Worksheet, layout: Layout, last: int) -> None:
    """Highlight the rows of a table under its conditions."""
    letters = {header: get_column_letter(i) for i, header in enumerate(layout.headers(), 1)}
    addresses = {header: f"${letter}2" for header, letter in letters.items()}
    for highlight in layout.highlights:
        formula = with_addresses(highlight.formula, addresses)
        where = " ".join(
            f"{letters[h]}2:{letters[h]}{last}" for h in highlight.columns or layout.headers()
            if h in letters
        )  # fmt: skip
        look = DifferentialStyle(
            font=Font(
                bold=highlight.bold or None,
                strike=highlight.strike or None,
                color=f"FF{highlight.colour}" if highlight.colour else None,
            ),
            fill=PatternFill(bgColor=f"FF{highlight.fill}", fill_type="solid")
            if highlight.fill
            else None,
        )
        rule = Rule(type="expression", formula=[formula], dxf=look, stopIfTrue=True)
        sheet.conditional_formatting.add(where, rule)
