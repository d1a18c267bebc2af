"""The tournament workbook: layouts, reading and writing, hosts, actions and the command line."""
