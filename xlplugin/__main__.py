"""``python -m xlplugin`` is the same as ``xlplugin``, wherever that is not on the path."""

import os
import sys

# Python looks first in the folder that the terminal is in, often that of a stranger's workbook:
# nothing that lies there may pass for a library, unless it is the folder that this file is of.
# (Nothing is imported before that is settled.)
try:
    here = os.getcwd()  # noqa: PTH109
except OSError:  # it is gone
    here = ""
parent = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))  # noqa: PTH100, PTH120
if sys.path and sys.path[0] == here != parent:
    del sys.path[0]


def start() -> None:
    """Run a command; Ctrl+C before and after it ends the process without a word."""
    import signal  # noqa: PLC0415  (see above)

    asks = signal.getsignal(signal.SIGINT) is signal.default_int_handler  # not in the background
    if asks:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from xlplugin.doors.cli import main  # noqa: PLC0415
    from xlplugin.ground.typed import program  # noqa: PLC0415

    try:
        if asks:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        main(prog_name=program())
    except KeyboardInterrupt:  # between the lines of the library that reads the command line
        sys.exit(128 + signal.SIGINT)
    finally:
        if asks:
            signal.signal(signal.SIGINT, signal.SIG_DFL)


if __name__ == "__main__":
    start()
