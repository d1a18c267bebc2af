"""The tournament workbook: layouts, reading and writing, hosts, actions and the command line."""

import os

# templates and samples travel inside this package; in a checkout they lie beside it
if not os.path.isdir(os.path.join(__path__[0], "templates")):  # noqa: PTH112, PTH118  (no imports here)
    __path__.append(os.path.dirname(__path__[0]))  # noqa: PTH120
