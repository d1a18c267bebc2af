"""What leaves the workbook: the results file of the community's tools, tables for people."""
