"""The macro workbooks that events start from, and what is left of them after many saves."""

from __future__ import annotations

import re
import zipfile
from inspect import signature
from io import BytesIO
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest
from books import open_workbook
from click.testing import CliRunner
from defusedxml.ElementTree import fromstring
from openpyxl.comments import Comment
from packages import package_of

from engine import RULESETS
from xlplugin import from_excel, functions
from xlplugin.commands import demo
from xlplugin.doors.cli import main
from xlplugin.ground.catalogues import Catalogue
from xlplugin.ground.languages import speaking
from xlplugin.hosts.closed_file.backups import backups_of
from xlplugin.hosts.closed_file.host import FileHost
from xlplugin.parts.package import relations_of
from xlplugin.parts.workbook import Workbook
from xlplugin.parts.xml import MAIN, RELATIONS
from xlplugin.templates import build, from_list, macros, vba, with_macros
from xlplugin.verbs import words_of_macros
from xlplugin.verbs.list import BUTTONS
from xlplugin.workbook.layouts import event_tab

ACTIONS = {button.macro: button for _, button in BUTTONS}
ON_EVENT = [action.macro for action in macros.ON_EVENT]
SOURCE = from_list.module()
PROJECT = "xl/vbaProject.bin"
ICONS = Path(__file__).with_name("excel_icons.txt")
STALE = "templates/{}.xlsm is not what its sources give: run python templates/build.py"
EXCEL = "{urn:schemas-microsoft-com:office:excel}"
VML = "{urn:schemas-microsoft-com:vml}"


def _parts(path):
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def _event(parts):
    """The part of Event."""
    return Workbook(package_of(parts)).tabs()["Event"]


def _buttons(parts):
    """The buttons by their macros, through the relation of Event."""
    rels = fromstring(parts[relations_of(_event(parts))])
    (target,) = (rel.get("Target") for rel in rels if rel.get("Type").endswith("/vmlDrawing"))
    shapes = fromstring(parts[target.lstrip("/")]).iterfind(f"{VML}shape")
    found = {}
    for shape in shapes:
        data = shape.find(f"{EXCEL}ClientData")
        if data.get("ObjectType") == "Button":
            found[data.findtext(f"{EXCEL}FmlaMacro")] = SimpleNamespace(
                id=shape.get("id"),
                caption="".join(shape.find(f"{VML}textbox").itertext()),
                help=shape.get("alt"),
                anchor=[int(n) for n in data.findtext(f"{EXCEL}Anchor").split(",")],
                printed=data.findtext(f"{EXCEL}PrintObject"),
                text_size=int(next(shape.iter("font")).get("size")),
            )
    return found


@pytest.fixture(scope="module", params=RULESETS)
def template(request):
    """A template as it is, and as it would be built now; ``plain`` both of the one without macros."""
    plain = build.build(RULESETS[request.param])
    there, *plain_there = (
        _parts(build.HERE / f"{request.param}.{kind}") for kind in ("xlsm", "xlsx")
    )
    return SimpleNamespace(
        there=there,
        now=_parts(macros.BytesIO(macros.macro_workbook(plain))),
        plain=(*plain_there, _parts(macros.BytesIO(plain))),
        stale=STALE.format(request.param),
    )


def test_the_template_is_what_its_sources_give(template):
    """A change of a declaration reaches the template that organizers start from, with buttons or without."""
    assert template.plain[0] == template.plain[1], template.stale
    there, now = ({**parts, PROJECT: b""} for parts in (template.there, template.now))
    assert list(there) == list(now), template.stale
    assert [name for name in now if there[name] != now[name]] == [], template.stale


def test_the_macros_of_the_template_are_what_their_sources_give(template):
    """A change of the macros reaches the template."""
    there, now = (vba.streams_of(parts[PROJECT]) for parts in (template.there, template.now))
    assert vba.decompress(there["VBA/Tournament"]) == vba.decompress(now["VBA/Tournament"])
    assert template.there[PROJECT] == template.now[PROJECT], template.stale


# Each action has its macro, its button and its place in the ribbon


@pytest.fixture(scope="module")
def parts():
    """The parts of one template."""
    return _parts(build.HERE / "nisei-swiss.xlsm")


@pytest.fixture(scope="module")
def ribbon(parts):
    """The ribbon, found as Excel finds it."""
    rels = fromstring(parts["_rels/.rels"])
    (target,) = (r.get("Target") for r in rels if r.get("Type") == with_macros.RIBBON_KIND)
    return fromstring(parts[target])


def _body(macro, *arguments, scope="Public"):
    start = rf"^{scope} Sub {macro}\({', '.join(arguments)}\)\n"
    return re.search(rf"{start}(.*?)^End Sub$", SOURCE, re.MULTILINE | re.DOTALL)[1]


@pytest.mark.parametrize(("verb", "button"), BUTTONS, ids=lambda each: getattr(each, "name", ""))
def test_the_macro_asks_for_its_verb(verb, button):
    """One macro for each action, and Python is told the right one."""
    assert re.findall(r'^    Ask\w+ "(\w+)"', _body(button.macro), re.MULTILINE) == [verb.name]


def test_python_is_called_as_agreed():
    """The verb goes to the module that begins a click: as a program, to a warm Python, on macOS."""
    assert SOURCE.count(f"-E -P -m {from_excel.__name__} ") == 1
    assert SOURCE.count('& "\' -E -P" &') == 1
    for door in (from_excel.main, from_excel.kept):
        code = f"from xlplugin import from_excel; from_excel.{door.__name__}('\" & verb & \"')"
        assert SOURCE.count(code) == 1
        assert list(signature(door).parameters) == ["asked"]
    started = f"from_excel.{from_excel.serve.__name__}('$(CLSID)')"
    assert [started in ours for _, ours in vba.CHANGED].count(True) == 1
    assert (
        "RunPython" not in SOURCE
    )  # it runs the first python on the path, and looks in any folder


def test_what_a_warm_python_says_is_shown_when_it_is_done():
    """A message inside of it would let Excel say that it waits for an OLE action."""
    asking = re.search(
        r"Function AskedWarmPython.*?^End Function$", SOURCE, re.DOTALL | re.MULTILINE
    )[0]
    after = asking.partition("python.Exec ")[2]
    assert "MsgBox" not in asking
    for attribute in vars(from_excel.said):
        assert f'"{attribute}"' in after


def test_a_warm_python_that_did_not_start_is_not_waited_for_again():
    """Nor one that cannot, in an Excel from the Store: Excel is frozen meanwhile."""
    starting = re.search(r"Function WarmPython.*?^End Function$", SOURCE, re.DOTALL | re.MULTILINE)[
        0
    ]
    before, _, after = starting.partition("XLPy()")
    assert r'"\WindowsApps\"' in before
    assert 'remembered.Item(COLD) <> ""' in before
    assert 'If WarmPython Is Nothing Then remembered.Item(COLD) = "1"' in after
    assert SOURCE.count("XLPy()") == 1
    asked = re.findall(r"^ *If Not KeepsPython\(\) Then|= WarmPython\(", SOURCE, re.MULTILINE)
    assert ["Keeps" in line for line in asked] == [True, False] * 2


@pytest.mark.parametrize("ruleset", RULESETS)
def test_only_the_users_own_configuration_says_which_python(ruleset):
    """Neither the workbook nor a file beside it names a program that is run."""
    asked = re.findall(r'GetConfig\("([^"]+)", "", "(\w+)"\)', SOURCE)
    assert {where for _, where in asked} == {"user"}
    assert len(asked) == SOURCE.count("GetConfig(")
    path = build.HERE / f"{ruleset}.xlsm"
    settings = open_workbook(path.read_bytes(), path.name)[with_macros.CONF]
    assert settings.sheet_state == "veryHidden"
    assert list(settings.values) == [("ADD_WORKBOOK_TO_PYTHONPATH", "false")]


def test_declarations_stand_before_the_first_procedure():
    """VBA reads no constant that comes later."""
    assert not re.search(
        r"^(Private|Public) Const", SOURCE.partition("\nPrivate Sub ")[2], re.MULTILINE
    )


def test_undo_asks_first():
    """The answer that a careless key gives is No."""
    assert _body("UndoRound").strip().startswith('AskForYes "undo", Word("UndoRound asks"')
    asking = _body("AskForYes", "ByVal verb As String", "ByVal question As String", scope="Private")
    assert "vbYesNo" in asking
    assert "vbDefaultButton2" in asking
    assert re.search(r"= vbYes Then AskPython verb$", asking, re.MULTILINE)


def test_move_hands_over_nothing_but_a_number():
    """What is typed becomes a part of a command: it is looked at before."""
    assert _body("MoveMatch").strip().startswith('AskForNumber "move", Word("MoveMatch asks"')
    asked = ("ByVal verb As String", "ByVal question As String")
    asking = _body("AskForNumber", *asked, scope="Private")
    before, _, after = asking.partition("If Not IsNumber(answer) Then")
    assert "AskPython" not in before
    assert after.index("Exit Sub") < after.index('AskPython verb & ":" & answer')


@pytest.mark.parametrize("macro", ACTIONS)
def test_the_ribbon_has_the_action(macro, ribbon):
    """Its button says what the action does, and calls a macro that calls the action's."""
    action = ACTIONS[macro]
    (button,) = (e for e in ribbon.iter(f"{{{macros.RIBBON_SPACE}}}button") if e.get("id") == macro)
    assert button.get("tag") == f"{action.label}|{action.help}"
    named = [button.get(each) for each in ("getLabel", "getScreentip", "getSupertip")]
    assert named == ["Ribbon_Label", "Ribbon_Label", "Ribbon_Tip"]
    assert button.get("imageMso") == action.icon
    assert _body(button.get("onAction"), "control As Object").strip() == macro


def test_an_icon_is_a_command_of_excel_everywhere():
    """On Windows since 2016 and on macOS: a name that Excel does not know shows nothing."""
    lines = ICONS.read_text(encoding="ascii").splitlines()
    known = [line for line in lines if not line.startswith("#")]
    icons = [button.icon for _, button in BUTTONS]
    assert [icon for icon in icons if icon not in known] == []
    assert len(set(icons)) == len(icons)


def test_the_ribbon_has_one_tab_with_a_group_for_each_kind_of_action(ribbon):
    """The tab is called Tournament; nothing of Excel's own is hidden."""
    space = f"{{{macros.RIBBON_SPACE}}}"
    (tab,) = ribbon.iterfind(f"{space}ribbon/{space}tabs/{space}tab")
    assert {named.get("getLabel") for named in (tab, *tab)} == {"Ribbon_Group"}
    assert tab.get("tag") == "Tournament"
    groups = {g.get("tag"): [b.get("id") for b in g] for g in tab}
    assert [macro for macros_ in groups.values() for macro in macros_] == list(ACTIONS)
    assert list(groups) == list(dict.fromkeys(button.group for _, button in BUTTONS))
    assert ribbon.find(f"{space}ribbon").get("startFromScratch") is None


@pytest.mark.parametrize("macro", ON_EVENT)
def test_an_action_of_every_round_has_a_button(macro, parts):
    """It is bound to the macro of its own workbook, and is not printed."""
    button = _buttons(parts)[f"[0]!{macro}"]
    assert (button.caption, button.help) == (ACTIONS[macro].label, ACTIONS[macro].help)
    assert button.printed == "False"


def test_the_tab_has_the_other_actions_in_the_ribbon_alone(parts):
    """Its buttons are those that are said to be there."""
    assert list(_buttons(parts)) == [f"[0]!{macro}" for macro in ON_EVENT]


def test_there_are_no_other_macros_than_those_of_the_actions():
    """What is listed under Macros is what the buttons do."""
    public = re.findall(r"^(?:Public )?Sub (\w+)\(\)", SOURCE, re.MULTILINE)
    assert sorted(public) == sorted(ACTIONS)


@pytest.mark.parametrize("name", ["standings", "player_record"])
def test_the_worksheet_function_asks_for_its_python(name):
    """It hands over what Python takes, in its order, and any number of rounds after that."""
    pattern = rf"^Public Function {name.upper()}\((.*?)\) As Variant\n(.*?)^End Function$"
    head, body = re.search(pattern, SOURCE, re.MULTILINE | re.DOTALL).groups()
    taken = list(signature(getattr(functions, name)).parameters)
    given = [
        re.sub("Tabs?$", "s" * each.endswith("Tabs"), each)
        for each in re.findall(r"(\w+)(?:\(\))? As", head)
    ]
    assert given == taken
    before = ", ".join(re.findall(r"(\w+) As", head))
    assert f'AskFunction("{name}", Array({before}), rounds)' in body


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_buttons_stand_beside_the_table_one_below_the_other(ruleset):
    """They cover no cell of it, and the printed page is the table alone."""
    path = build.HERE / f"{ruleset}.xlsm"
    sheet = open_workbook(path.read_bytes(), path.name)["Event"]
    anchors = [b.anchor for b in _buttons(_parts(path)).values()]
    tops, bottoms = [(a[2], a[3]) for a in anchors], [(a[6], a[7]) for a in anchors]
    column = len(event_tab.event_layout().columns) + 1
    assert {(a[0], a[1], a[4], a[5]) for a in anchors} == {(column, 0, column, 190)}
    assert all(bottom < top for bottom, top in zip(bottoms, tops[1:], strict=False))
    assert tops[0] == (1, 0)
    assert bottoms[-1][0] < sheet.max_row
    assert sheet.print_area == f"'Event'!$A$1:$D${sheet.max_row}"


DRAWN = "{http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing}"
BY_CODE = re.search(r"^Private Sub ShowHint.*?^End Sub$", SOURCE, re.DOTALL | re.MULTILINE)[0]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_hint_below_the_buttons_says_how_to_let_macros_run(ruleset):
    """Where none may, nothing but the file itself can say it; it covers no cell, and is not printed."""
    saved = _parts(build.HERE / f"{ruleset}.xlsm")
    rels = fromstring(saved[relations_of(_event(saved))])
    (target,) = (rel.get("Target") for rel in rels if rel.get("Type") == with_macros.HINT_KIND)
    (anchor,) = fromstring(saved[target.lstrip("/")])
    (shape,) = anchor.iter(f"{DRAWN}cNvPr")
    assert f'HINT As String = "{shape.get("name")}"' in SOURCE
    assert shape.get("hidden") is None
    assert anchor.find(f"{DRAWN}clientData").get("fPrintsWithSheet") == "0"
    text = "".join(anchor.itertext())
    for way in ("Enable Editing", "Enable Content", "Unblock", "Enable Macros", "LibreOffice"):
        assert way in text
    first = {part: int(anchor.findtext(f"{DRAWN}from/{DRAWN}{part}")) for part in ("col", "row")}
    last = [button.anchor for button in _buttons(saved).values()][-1]
    assert first["col"] == last[0]
    assert first["row"] >= last[6]


def test_excel_takes_the_hint_away_once_macros_may_run(ribbon):
    """With the ribbon, which no other program has; by a click at the latest; in silence if it is gone."""
    loaded = _body(ribbon.get("onLoad"), "ribbon As Object")
    assert "ShowHint WhatIsMissing(ChosenPython())" in loaded
    clicked = re.search(r"Function StartPython.*?^End Function$", SOURCE, re.DOTALL | re.MULTILINE)
    assert "ShowHint said" in clicked[0]
    for body in (loaded, BY_CODE):
        assert "On Error Resume Next" in body
        assert "MsgBox" not in body


def test_nothing_outside_its_folders_is_looked_for_on_macos():
    """Excel may not look there, and asks its user for access to it."""
    looking = re.search(
        r"Function WhatIsMissing.*?^End Function$", SOURCE, re.DOTALL | re.MULTILINE
    )
    before, _, after = looking[0].partition("ElseIf IsMac() Then\n        Exit Function\n")
    assert "FileExists(" not in before
    assert "FileExists(" in after


def test_the_first_button_is_the_largest(parts):
    """What is done in every round is seen at once."""
    first, *others = _buttons(parts).values()
    assert first.caption == "Pair next round"
    assert {b.text_size for b in others} == {220}
    assert first.text_size == 280


# Events


def _run(*arguments):
    return CliRunner().invoke(main, [str(a) for a in arguments], catch_exceptions=False)


@pytest.fixture(scope="module")
def event(tmp_path_factory):
    """An event that starts from the macro template, with ten saves behind it."""
    folder = tmp_path_factory.mktemp("event")
    path, ruleset = folder / "event.xlsm", RULESETS["nisei-swiss"]
    (folder / "roster.csv").write_text("Name\nAnn\nBea\nCal\nDee\nEli\nFay\n", encoding="utf-8")
    options = ("--ruleset", ruleset.name, "--players", folder / "roster.csv", "--set", "Rounds=3")
    steps = [_run("new", path, *options)]
    for number in range(3):
        steps.append(_run("pair", path))
        demo.type_results(path, Random(number))
        steps.append(_run("standings", path))
    assert [step.exit_code for step in steps] == [0] * 7, steps[-1].output
    return path


def test_ten_saves_keep_macros_buttons_and_ribbon(event, parts):
    """All of it is in the file, the hint too, byte for byte, each part once."""
    with zipfile.ZipFile(event) as archive:
        assert len(archive.namelist()) == len(set(archive.namelist()))
    saved = _parts(event)
    for part in (PROJECT, with_macros.RIBBON, with_macros.DRAWING, with_macros.HINT_PART):
        assert saved[part] == parts[part]
    assert _buttons(saved).keys() == _buttons(parts).keys()
    rels = {rel.get("Type"): rel.get("Target") for rel in fromstring(saved["_rels/.rels"])}
    assert rels[with_macros.RIBBON_KIND] == with_macros.RIBBON


def test_ten_saves_keep_what_binds_the_project_to_the_tabs(event):
    """Workbook and Event bear the names of their modules; it is a macro workbook still."""
    workbook = open_workbook(event.read_bytes(), event.name)
    named = {s.sheet_properties.codeName for s in workbook.worksheets} - {None}
    assert (workbook.code_name, named) == ("ThisWorkbook", {"Sheet1"})
    assert workbook["Event"].sheet_properties.codeName == "Sheet1"
    saved = _parts(event)
    assert b"application/vnd.ms-excel.sheet.macroEnabled.main+xml" in saved["[Content_Types].xml"]
    assert b"relationships/vbaProject" in saved["xl/_rels/workbook.xml.rels"]
    assert len(workbook.sheetnames) > 8


def test_the_backups_are_macro_workbooks_too(event):
    """A backup that is opened in an emergency has its buttons."""
    backups = backups_of(event)
    assert len(backups) == 9
    assert PROJECT in _parts(backups[0])


def test_a_note_on_event_leaves_the_buttons(event, tmp_path):
    """A note is drawn in the same part as the buttons, and has a number of its own there."""
    path = tmp_path / "noted.xlsm"
    workbook = open_workbook(event.read_bytes(), event.name)
    for row in range(2, 12):
        workbook["Event"].cell(row, 1).comment = Comment("Bring the trophy", "Ann")
    workbook.save(path)
    assert _run("standings", path).exit_code == 0
    saved = _parts(path)
    ids = re.findall(rb'id="(_x0000_s\d+)"', saved[with_macros.DRAWING])
    assert len(_buttons(saved)) == len(ON_EVENT)
    assert len(ids) == len(set(ids)) == len(ON_EVENT) + 10
    assert FileHost(path).read().warnings == ()


def test_a_workbook_without_buttons_has_no_macros(tmp_path):
    """Who asks for .xlsx gets a file that no program warns of."""
    path = tmp_path / "event.xlsx"
    assert _run("new", path, "--ruleset", "trc").exit_code == 0
    assert not [name for name in _parts(path) if "vba" in name.lower() or "customUI" in name]


def test_an_event_from_elsewhere_gets_its_buttons(event, tmp_path):
    """An import takes .xlsm as ``new`` does."""
    path, results = tmp_path / "imported.xlsm", tmp_path / "results.json"
    assert _run("export", event, "--format", "nrtm", "-o", results).exit_code == 0
    assert _run("import", results, path).exit_code == 0
    assert len(_buttons(_parts(path))) == len(ON_EVENT)


@pytest.mark.parametrize("name", ["event.xls", "event", "event.xltm", "event.csv"])
def test_another_kind_of_file_is_refused(name, tmp_path):
    """The message says which kinds there are."""
    result = _run("new", tmp_path / name, "--ruleset", "trc")
    assert result.exit_code == 2
    assert "must end in .xlsx, or in .xlsm for a workbook with buttons" in result.stderr
    assert list(tmp_path.iterdir()) == []


CONTROL_PROPERTIES = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/ctrlProp"


def _as_excel_saves_it(path):
    """The buttons told thrice: besides the old way as shapes of a drawing, and as controls."""
    found = _parts(path)
    mc = "http://schemas.openxmlformats.org/markup-compatibility/2006"
    space = f'xmlns:mc="{mc}" xmlns:r="{RELATIONS}"'
    found["xl/drawings/drawing9.xml"] = (
        '<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" '
        f'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" {space}>'
        '<mc:AlternateContent><mc:Choice xmlns:a14="http://schemas.microsoft.com/office/drawing/'
        '2010/main" Requires="a14"><xdr:twoCellAnchor><xdr:sp><a:ext><a14:compatExt '
        'spid="_x0000_s1801"/></a:ext></xdr:sp></xdr:twoCellAnchor></mc:Choice><mc:Fallback/>'
        "</mc:AlternateContent></xdr:wsDr>"
    ).encode()
    found["xl/ctrlProps/ctrlProp1.xml"] = (
        b'<formControlPr xmlns="http://schemas.microsoft.com/office/spreadsheetml/2009/9/main" '
        b'objectType="Button" lockText="1"/>'
    )
    sheet = _event(found)
    rels = relations_of(sheet)
    found[rels] = found[rels].replace(
        b"</Relationships>",
        f'<Relationship Id="rId8" Type="{RELATIONS}/drawing" Target="/xl/drawings/drawing9.xml"/>'
        f'<Relationship Id="rId9" Type="{CONTROL_PROPERTIES}" Target="/xl/ctrlProps/ctrlProp1.xml"/>'
        "</Relationships>".encode(),
    )
    found[sheet] = (
        found[sheet]
        .replace(b"<legacyDrawing", f'<drawing {space} r:id="rId8"/><legacyDrawing'.encode())
        .replace(
            b"</worksheet>",
            f'<mc:AlternateContent {space}><mc:Choice Requires="x14"><controls><control '
            'shapeId="1801" r:id="rId9" name="Button 1"/></controls></mc:Choice>'
            "</mc:AlternateContent></worksheet>".encode(),
        )
    )
    types = "[Content_Types].xml"
    found[types] = found[types].replace(
        b"</Types>",
        b'<Override PartName="/xl/drawings/drawing9.xml" ContentType="application/vnd.openxml'
        b'formats-officedocument.drawing+xml"/><Override PartName="/xl/ctrlProps/ctrlProp1.xml" '
        b'ContentType="application/vnd.ms-excel.controlproperties+xml"/></Types>',
    )
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in found.items():
            archive.writestr(name, content)


def test_buttons_survive_what_excel_makes_of_them(event, tmp_path, parts):
    """Excel tells of each button in three places; all of them are kept."""
    path = tmp_path / "saved.xlsm"
    path.write_bytes(event.read_bytes())
    _as_excel_saves_it(path)
    before = _parts(path)
    assert _run("standings", path).exit_code == 0
    saved = _parts(path)
    assert saved[with_macros.DRAWING] == parts[with_macros.DRAWING]
    assert len(_buttons(saved)) == len(ON_EVENT)
    drawn = [name for name in saved if name.startswith(("xl/drawings/", "xl/ctrlProps/"))]
    assert any(b"compatExt" in saved[name] for name in drawn)
    assert {name: saved[name] for name in drawn} == {name: before[name] for name in drawn}


# In another language

ACCENTS = str.maketrans("aeiou", "àèìòù")


def accented(text):
    """A text in a made-up language; what stands in its places stays."""
    return re.sub(r"[^{}]+(?=\{|$)", lambda part: part[0].translate(ACCENTS), text)


class MadeUp(dict):
    """The texts of a language that has them all."""

    def get(self, text, default=None):
        """A text in all its forms."""
        return [accented(text)]


MADE_UP = Catalogue("xx", MadeUp(), own_name="Màdè ùp")


def test_a_macro_asks_for_words_that_are_there():
    """Every sentence is in the list, as it stands in the macros, and none is listed that is not."""
    constants = dict(re.findall(r'^Private Const (\w+) As String = "(.*)"$', SOURCE, re.MULTILINE))
    asked = re.findall(r'Spoken(?:Of)?\((?: _\s+)?(?:"([^"]*)"|(\w+))[,)]', SOURCE)
    sentences = {text or constants.get(name, "") for text, name in asked} - {""}
    assert sentences == {*words_of_macros.SENTENCES}
    with speaking(MADE_UP):
        known = words_of_macros.words()
    named = re.findall(r'(?<!Function )Word\("([\w ]+)"', SOURCE)
    assert named
    assert {*named, *ACTIONS, *(f"{macro} tip" for macro in ACTIONS)} <= known.keys()
    assert known["UndoRound"] == "Ùndò".replace("Ù", "U")
    texts = {*words_of_macros.SENTENCES, *(button.group for button in ACTIONS.values())}
    assert {text: known[text] for text in texts} == {text: accented(text) for text in texts}


def test_a_macro_workbook_is_made_in_the_language_that_is_spoken():
    """Buttons, hint and words; macros and ribbon are the template's, and the places of buttons too."""
    shipped = (build.HERE / "trc.xlsm").read_bytes()
    plain = (build.HERE / "trc.xlsx").read_bytes()
    with speaking(MADE_UP):
        parts = _parts(BytesIO(with_macros.spoken_macro_workbook(plain, shipped)))
        known = words_of_macros.words()
    before = _parts(BytesIO(shipped))
    for part in (PROJECT, with_macros.RIBBON):
        assert parts[part] == before[part]
    there, english = _buttons(parts), _buttons(before)
    assert list(there) == list(english)
    for macro, button in there.items():
        name = macro.rpartition("!")[2]
        assert (button.caption, button.help) == (known[name], known[f"{name} tip"])
        assert (button.anchor, button.text_size) == (
            english[macro].anchor,
            english[macro].text_size,
        )
    hint = "".join(fromstring(parts[with_macros.HINT_PART]).itertext())
    assert accented(words_of_macros.HINT).replace("\n", "") in hint
    part = Workbook(package_of(parts)).tabs()["Words"]
    assert (
        b'"veryHidden"'
        in re.search(rb'<sheet [^>]*name="Words"[^>]*>', parts["xl/workbook.xml"])[0]
    )
    texts = [cell.text or "" for cell in fromstring(parts[part]).iter(f"{{{MAIN}}}t")]
    assert dict(zip(texts[::2], texts[1::2], strict=True)) == known


def test_buttons_keep_their_height_where_rows_are_higher():
    """Helps in another language may need more lines: the place of a button follows the heights of the rows."""
    plain = _parts(build.HERE / "trc.xlsx")
    part = _event(plain)
    higher = re.sub(rb'ht="[\d.]+"', b'ht="48"', plain[part])
    shipped = (build.HERE / "trc.xlsm").read_bytes()
    template = package_of({**plain, part: higher}).packed()
    parts = _parts(BytesIO(with_macros.spoken_macro_workbook(template, shipped)))
    heights = [
        64 * (bottom - top) + bottom_off - top_off
        for _, _, top, top_off, _, _, bottom, bottom_off in (
            b.anchor for b in _buttons(parts).values()
        )
    ]
    assert heights == [with_macros.FIRST_HEIGHT, *[with_macros.HEIGHT] * (len(heights) - 1)]
