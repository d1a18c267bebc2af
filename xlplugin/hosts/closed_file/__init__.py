"""A workbook that no program has open."""
