"""The sheets of the workbook as data, and what reads and writes them."""
