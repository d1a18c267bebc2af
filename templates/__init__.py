"""The workbook templates that every event starts from; ``build.py`` makes them."""
