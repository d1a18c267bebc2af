"""A workbook that LibreOffice has open."""
