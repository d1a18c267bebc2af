"""*Show*: the event on the phones of the room, served by the organizer's computer over its own Wi-Fi.

The workbook stays the only truth: what phones send goes into a file beside it, and into the workbook by a verb alone.
Starlette and uvicorn are imported by whoever serves, never by the command line.
"""
