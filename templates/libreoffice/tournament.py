"""The toolbars and the menu of LibreOffice Calc: each command goes to ``xlplugin.doors.from_libreoffice``.

The extension has this file as its component. The Python of any LibreOffice must be able to read it: on
one that is too old for the rest, a click says which LibreOffice to get.
"""

import os
import sys

import unohelper
from com.sun.star.awt.MessageBoxType import ERRORBOX
from com.sun.star.beans import PropertyValue
from com.sun.star.frame import FeatureStateEvent, XDispatch, XDispatchProvider
from com.sun.star.lang import XInitialization, XServiceInfo
from com.sun.star.task import XJob

PROTOCOL = "xlplugin.tournament:"
NEW = "new"
TABS = [("Event", "Players")]
WORDS = {}
# Both of every language, by templates/extension.py: no catalogue is read before a click.
TOOLBARS = ("xlplugin.tournament.rounds", "xlplugin.tournament.more")
CALC = "com.sun.star.sheet.SpreadsheetDocument"
OLDEST = (3, 11)
TOO_OLD = (
    "This LibreOffice runs Python {running}, and the buttons of the tournament need 3.11 or newer.\n\n"
    "Get LibreOffice 25.8 or newer from www.libreoffice.org. (Where Linux brings LibreOffice along, it "
    "runs the Python of the system: Debian 12, Ubuntu 24.04 or newer.)"
)
NOT_WHOLE = "The extension is not whole; install it again. ({reason})"
BUSY = "Tournament: working..."
WAITING, AS_USUAL = 3, 0  # com.sun.star.awt.SystemPointer.WAIT and ARROW

LIBRARY = os.path.join(os.path.dirname(__file__), "pythonpath")
if os.path.isdir(LIBRARY):  # before what else is named engine on this computer
    sys.path[:] = [LIBRARY, *(path for path in sys.path if path != LIBRARY)]


def is_event(document):
    """True if a document is the workbook of an event, in whatever language."""
    if not document.supportsService(CALC):
        return False
    there = set(document.Sheets.ElementNames)
    return any(there.issuperset(tabs) for tabs in TABS)


def language_of(context):
    """The language of LibreOffice's windows, such as pl or pt-BR; English where it does not say."""
    place = PropertyValue()
    place.Name, place.Value = "nodepath", "/org.openoffice.Setup/L10N"
    create = context.ServiceManager.createInstanceWithContext
    try:
        settings = create("com.sun.star.configuration.ConfigurationProvider", context)
        access = "com.sun.star.configuration.ConfigurationAccess"
        return settings.createInstanceWithArguments(access, (place,)).getByName("ooLocale") or "en"
    except Exception:  # noqa: BLE001  (whatever it is, a click goes on)
        return "en"


def said(context, text):
    """A text in that language."""
    language = language_of(context)
    for code in (language.replace("-", "_"), language.split("-")[0]):
        if code in WORDS:
            return WORDS[code].get(text, text)
    return text


class Busy:
    """The sign that a click is being done: in the status bar, and the pointer. Without it a click is done too."""

    def __init__(self, context, frame):
        self.context = context
        self.frame = frame
        self.indicator = None

    def start(self):
        """Show it, unless it is shown."""
        if self.indicator is not None:
            return
        try:
            self.indicator = self.frame.createStatusIndicator()
            self.indicator.start(said(self.context, BUSY), 0)
            self._point(WAITING)
        except Exception:  # noqa: BLE001, S110  (a window that has none)
            pass

    def stop(self):
        """Take it away, as while something is asked."""
        try:
            self._point(AS_USUAL)
            self.indicator.end()
            self.indicator = None
        except Exception:  # noqa: BLE001, S110  (the window may be closed by now)
            pass

    def _point(self, kind):
        pointer = self.context.ServiceManager.createInstance("com.sun.star.awt.Pointer")
        pointer.setType(kind)
        for window in (self.frame.ContainerWindow, self.frame.ComponentWindow):
            window.setPointer(pointer)


class Service(XServiceInfo):
    """A part of the extension by the names under which LibreOffice finds it."""

    name = ""
    service = ""

    def getImplementationName(self):
        """Its own name."""
        return self.name

    def supportsService(self, name):
        """True for the service that it is."""
        return name == self.service

    def getSupportedServiceNames(self):
        """The service that it is."""
        return (self.service,)


class Buttons(unohelper.Base, XInitialization, XDispatchProvider, XDispatch, Service):
    """The object that the buttons of one window call."""

    name = "xlplugin.Buttons"
    service = "com.sun.star.frame.ProtocolHandler"

    def __init__(self, context):
        self.context = context
        self.frame = None

    def initialize(self, arguments):
        """Take the frame of the window."""
        if arguments:
            self.frame = arguments[0]

    def queryDispatch(self, url, _target, _flags):
        """Say who does what a button asks for."""
        return self if url.Protocol == PROTOCOL else None

    def queryDispatches(self, requests):
        """Say the same of several."""
        return [self.queryDispatch(r.FeatureURL, r.FrameName, r.SearchFlags) for r in requests]

    def dispatch(self, url, _arguments):
        """Do what a button asks for."""
        if sys.version_info < OLDEST:
            self._say(TOO_OLD, running="{}.{}".format(*sys.version_info))
            return
        busy = Busy(self.context, self.frame)
        busy.start()  # before anything is imported
        try:
            from xlplugin.doors import from_libreoffice  # noqa: PLC0415  (it needs that version)
        except ImportError as error:
            busy.stop()
            self._say(NOT_WHOLE, reason=error)
            return
        from_libreoffice.main(self.context, self.frame, url.Path, busy, language_of(self.context))

    def _say(self, text, **values):
        text = said(self.context, text).format(**values)
        window = self.frame.ContainerWindow
        box = window.Toolkit.createMessageBox(window, ERRORBOX, 1, "xlplugin", text)
        box.execute()
        box.dispose()

    def addStatusListener(self, listener, url):
        """Let buttons be pressed in an event alone, but for that of a new one."""
        controller = self.frame.Controller
        may = url.Path == NEW or (controller is not None and is_event(controller.Model))
        listener.statusChanged(FeatureStateEvent(self, url, "", may, False, None))  # noqa: FBT003

    def removeStatusListener(self, listener, url):
        """Nothing is kept."""


class Shown(unohelper.Base, XJob, Service):
    """The toolbars come where a document is an event, and go elsewhere."""

    name = "xlplugin.Shown"
    service = "com.sun.star.task.Job"

    def __init__(self, _context):
        pass

    def execute(self, arguments):
        """Look at the document that has been opened."""
        told = {argument.Name: argument.Value for argument in arguments}
        document = {pair.Name: pair.Value for pair in told["Environment"]}.get("Model")
        if document is None or not document.supportsService(CALC):
            return
        controller = document.CurrentController
        if controller is None:
            return
        if is_event(document) and sys.version_info >= OLDEST:
            from xlplugin.hosts.libreoffice.columns import forget_spare_columns  # noqa: PLC0415

            forget_spare_columns(document)  # it may be saved before anything is clicked
        layout = controller.Frame.LayoutManager
        for name in TOOLBARS:
            toolbar = "private:resource/toolbar/addon_" + name
            if is_event(document):
                layout.createElement(toolbar)
                layout.showElement(toolbar)
            else:
                layout.hideElement(toolbar)


g_ImplementationHelper = unohelper.ImplementationHelper()  # noqa: N816  (LibreOffice looks for it)
for each in (Buttons, Shown):
    g_ImplementationHelper.addImplementation(each, each.name, (each.service,))
