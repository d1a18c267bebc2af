"""The extension for LibreOffice: what is in it, and that it needs nothing that LibreOffice lacks."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import zipfile
from io import BytesIO

import pytest
from defusedxml.ElementTree import fromstring

from engine import RULESETS
from xlplugin.ground.catalogues import read_po
from xlplugin.ground.languages import catalogue_of, languages, speaking
from xlplugin.ground.names import named
from xlplugin.ground.texts import t
from xlplugin.templates import extension
from xlplugin.templates.extension_icons import ICONS, icon
from xlplugin.verbs.list import BUTTONS
from xlplugin.workbook.layouts import tab_names

from desktop import PYTHON, ROOT, require_uno

PLACE = "pythonpath/xlplugin/templates"
MOST_BYTES = 2 * 1024**2
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


def test_menu_toolbars_and_descriptions_are_in_every_language(files):
    """LibreOffice shows those of its own language, and English where there is none."""
    addons = fromstring(files["Addons.xcu"])
    titles = [prop for prop in addons.iter("prop") if "Title" in prop.attrib.values()]
    assert titles
    of_state = fromstring(files["CalcWindowState.xcu"])
    titles += [prop for prop in of_state.iter("prop") if "UIName" in prop.attrib.values()]
    for title in titles:
        there = {
            value.get("{http://www.w3.org/XML/1998/namespace}lang"): value.text for value in title
        }
        assert there == extension.spoken_everywhere(there["en"])
    for code, text in extension.spoken_everywhere(extension.ABOUT).items():
        assert files[f"description_{code}.txt"].decode() == f"{text}\n"
        assert (
            f'lang="{code}" xlink:href="description_{code}.txt"'
            in files["description.xml"].decode()
        )


def test_it_is_small_and_has_the_texts_of_clicks(made, files):
    """The texts that only commands have are left out of its catalogues."""
    assert len(made) < MOST_BYTES
    for code in languages().keys() - {"en"}:
        here = read_po(files[f"pythonpath/xlplugin/locale/{code}.po"].decode()).texts
        whole = catalogue_of(code).texts
        for verb, button in BUTTONS:
            for text in (button.label, button.help, *(button.ask or ())[:2]):
                assert here.get(text) == whole.get(text), verb.name
        assert "Run it once on each computer" not in "".join(here)


def test_its_list_of_extensions_says_whose_it_is(files):
    """With the version; there is no address to look for updates at, which the page says."""
    description = fromstring(files["description.xml"])
    names = {part.tag.rpartition("}")[2]: part for part in description.iter()}
    publisher = names["publisher"][0]
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
    made_of = json.loads(files[f"{PLACE}/parts/made_of.json"])
    assert list(made_of) == [f"{name}.xlsx" for name in RULESETS]
    for name, parts in made_of.items():
        with zipfile.ZipFile(ROOT / "templates" / name) as template:
            assert {part: files[f"{PLACE}/parts/{number}"] for part, number in parts.items()} == {
                part: template.read(part) for part in template.namelist()
            }


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
    said = {
        node.targets[0].id: node.value
        for node in ast.parse(source).body
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
    }
    tabs, words = ast.literal_eval(said["TABS"]), ast.literal_eval(said["WORDS"])
    assert tabs[0] == (tab_names.EVENT, tab_names.PLAYERS)
    texts = [ast.literal_eval(said[name]) for name in ("TOO_OLD", "NOT_WHOLE", "BUSY")]
    assert set(texts) <= set(extension.SAID)
    assert words.keys() == languages().keys() - {"en"}
    for code, spoken in words.items():
        with speaking(catalogue_of(code)):
            assert spoken == {text: t(text) for text in extension.SAID}
            assert (named("tab", tab_names.EVENT), named("tab", tab_names.PLAYERS)) in tabs
    compile(source, "tournament.py", "exec", dont_inherit=True)
    assert "OLDEST = (3, 11)" in source
