"""A workbook file as parts: read, and changed only where something is to change."""
