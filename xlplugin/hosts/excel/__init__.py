"""A workbook that Excel, on either system, or xlwings Lite has open."""
