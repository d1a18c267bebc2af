"""From the cells of a workbook to the event, with what is wrong by sheet and cell."""
