"""The extension for LibreOffice: what is in it, and that it needs nothing that LibreOffice lacks."""

from __future__ import annotations

import ast
import re
import subprocess
import zipfile
from io import BytesIO

import pytest
from defusedxml.ElementTree import fromstring

from engine import RULESETS
from xlplugin.templates import extension
from xlplugin.templates.extension_icons import ICONS, icon
from xlplugin.verbs.list import BUTTONS
from xlplugin.workbook.layouts import tab_names

from desktop import PYTHON, ROOT, require_uno

LIBREOFFICE_HAS_NONE = (
    "PIL", "click", "lxml", "numpy", "olefile", "pandas", "python_calamine", "rich", "rustworkx",
    "xlwings",
)  # fmt: skip
IMPORTED = """
import sys

sys.path.insert(0, sys.argv[1])
sys.modules.update(dict.fromkeys(sys.argv[2:]))  # so that none of them can be imported

from xlplugin.doors import from_libreoffice
from xlplugin.exports import formats
from xlplugin.hosts.closed_file import fresh
from xlplugin.verbs.entry import load
from xlplugin.verbs.list import BUTTONS

for verb, _ in BUTTONS:
    load(verb.clicked or verb.action)
print(from_libreoffice.__file__)
"""


@pytest.fixture(scope="module")
def made():
    """The extension as it is built."""
    return extension.extension()


@pytest.fixture(scope="module")
def files(made):
    """Its files by name."""
    with zipfile.ZipFile(BytesIO(made)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_it_has_the_same_bytes_whenever_it_is_built(made):
    """Whoever builds it of the same files has the same extension."""
    assert extension.extension() == made


def test_a_verb_without_an_icon_is_named():
    """With the place where it is to be drawn."""
    with pytest.raises(ValueError, match=r"juggle has no icon: draw it in .*extension_icons\.py"):
        icon("juggle", 16)


def test_every_verb_has_its_button_and_its_icon(files):
    """In the menu, in a toolbar, in the tab of the Tabbed interface, and as two pictures that are drawn."""
    addons = files["Addons.xcu"].decode()
    verbs = {"new", *(verb.name for verb, _ in BUTTONS)}
    assert set(ICONS) == verbs
    called = re.findall(r"<value>xlplugin\.tournament:(\w+)</value>", addons)
    assert {verb: called.count(verb) for verb in verbs} == dict.fromkeys(verbs, 4)
    for verb in verbs:
        for size in (16, 26):
            assert fromstring(files[f"images/{verb}_{size}.svg"]).get("width") == f"{size}"


def test_its_list_of_extensions_says_whose_it_is(files):
    """With the version; there is no address to look for updates at, which the page says."""
    description = fromstring(files["description.xml"])
    names = {part.tag.rpartition("}")[2]: part for part in description.iter()}
    (publisher,) = names["publisher"]
    assert publisher.text == "The xlplugin authors"
    assert "update-information" not in names
    page = (ROOT / "docs" / "libreoffice.md").read_text(encoding="utf-8")
    assert "The extension has no public address to check for updates" in page.replace("\n", " ")


def test_what_libreoffice_reads_is_there(files):
    """Every file that the manifest names, in XML that can be read, and no other version."""
    for name, content in files.items():
        if name.endswith((".xml", ".xcu")):
            fromstring(content)
    listed = re.findall(r'full-path="(.*?)"', files["META-INF/manifest.xml"].decode())
    assert listed
    assert set(listed) <= set(files)
    assert extension.file_name().removeprefix("xlplugin-").removesuffix(".oxt") in (
        files["description.xml"].decode()
    )


def test_the_python_of_any_libreoffice_reads_the_component(files):
    """LibreOffice 7.4 brings 3.8: the one file that it reads there imports nothing of ours before it may."""
    manifest = files["META-INF/manifest.xml"].decode()
    components = re.findall(r'full-path="(.*?)" .*type=Python"', manifest)
    assert components == ["tournament.py"]
    module = ast.parse(files["tournament.py"], feature_version=(3, 8))
    imports = [part for part in module.body if isinstance(part, ast.Import | ast.ImportFrom)]
    names = {part.module for part in imports if isinstance(part, ast.ImportFrom)}
    names |= {name.name for part in imports if isinstance(part, ast.Import) for name in part.names}
    assert {name.partition(".")[0] for name in names} == {"com", "os", "sys", "unohelper"}


def test_its_licences_and_workbooks_come_along(files):
    """Those of every package that is brought along, and a workbook of each ruleset."""
    for package in ("xlplugin", *extension.BROUGHT_ALONG):
        assert any(name.startswith(f"licences/{package}/") for name in files)
    place = "pythonpath/xlplugin/templates"
    assert {f"{place}/{name}.xlsx" for name in RULESETS} <= set(files)


def test_a_click_needs_pure_python_alone(made, files, tmp_path):
    """Nothing compiled is in it, and no verb imports what LibreOffice has not."""
    assert [name for name in files if name.endswith((".so", ".pyd", ".dll", ".pyc"))] == []
    with zipfile.ZipFile(BytesIO(made)) as archive:
        archive.extractall(tmp_path)
    require_uno()
    command = [PYTHON, "-I", "-c", IMPORTED, tmp_path / "pythonpath", *LIBREOFFICE_HAS_NONE]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stdout.startswith(str(tmp_path)), done.stderr


def test_the_component_can_be_read_by_an_old_python_and_knows_an_event(files):
    """It must say which LibreOffice to get, and looks for the tabs that an event has."""
    source = files["tournament.py"].decode()
    assert "from __future__" not in source
    assert f'TABS = {{"{tab_names.EVENT}", "{tab_names.PLAYERS}"}}' in source
    compile(source, "tournament.py", "exec", dont_inherit=True)
    assert "OLDEST = (3, 11)" in source
