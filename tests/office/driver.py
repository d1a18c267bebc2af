"""Pass each request line on to a part that runs inside LibreOffice, and its answer back.

It runs under a Python that has ``uno``, which is seldom that of the tests: ``driver.py PIPE FOLDER...``,
with the folders in which Python inside LibreOffice finds what it imports.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import uno
from com.sun.star.connection import NoConnectException

PATIENCE = 180
"""Seconds until LibreOffice has started."""


def connected(pipe):
    """The context of the LibreOffice that listens at a pipe."""
    here = uno.getComponentContext()
    resolver = here.ServiceManager.createInstance("com.sun.star.bridge.UnoUrlResolver")
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return resolver.resolve(f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext")
        except NoConnectException:
            if time.monotonic() > end:
                raise
            time.sleep(0.1)


def main(pipe, *folders):
    """Answer line by line until nothing more is asked, then close LibreOffice."""
    context = connected(pipe)
    manager = context.ServiceManager
    loader = manager.createInstanceWithContext("com.sun.star.loader.Python", context)
    part = Path(__file__).with_name("within.py").as_uri()
    within = loader.activate("xlplugin.Within", "", part, None).createInstanceWithContext(context)
    within.execute((uno.createUnoStruct("com.sun.star.beans.NamedValue", "path", tuple(folders)),))
    for line in sys.stdin:
        asked = uno.createUnoStruct("com.sun.star.beans.NamedValue", "asked", line)
        sys.stdout.write(within.execute((asked,)) + "\n")
        sys.stdout.flush()
    manager.createInstanceWithContext("com.sun.star.frame.Desktop", context).terminate()


if __name__ == "__main__":
    main(*sys.argv[1:])
