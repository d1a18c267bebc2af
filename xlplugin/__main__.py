"""``python -m xlplugin`` is the same as ``xlplugin``, wherever that is not on the path."""

import os
import sys

# Python looks first in the folder that the terminal is in, often that of a stranger's workbook:
# nothing that lies there may pass for a library. (Nothing is imported before that is settled.)
here = os.getcwd()  # noqa: PTH109
if sys.path and sys.path[0] == here and not __file__.startswith(os.path.join(here, "")):  # noqa: PTH118
    del sys.path[0]

from xlplugin.cli import main  # noqa: E402
from xlplugin.typed import program  # noqa: E402

if __name__ == "__main__":
    main(prog_name=program())
