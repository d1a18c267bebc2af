"""Files of rules: read as a whole, every fault by line, and written so that they read back equal."""

from __future__ import annotations

from random import Random
from time import process_time

import pytest

from engine.own import options as own
from engine.own.clashes import clashes
from engine.own.ruleset import OWN
from engine.own.tiebreaks import TIEBREAK_ROWS, TIEBREAKS
from xlplugin.ground.limits import MOST_OF_RULES
from xlplugin.ground.problems import WorkbookProblems
from xlplugin.workbook.rules_file import MOST_FAULTS, read_rules, rules_text

from campaigns import some
from cases import each

TYPED = {
    own.NUMBER: ("0", "3", "-1", "1/2", "0.5", "0,5"), own.WHOLE: ("0", "7"), own.SHARE: ("0", "1/3", "1", "0.25"),
    own.NAME: ('Say "hi"', "C:\\rules", "a = 1 # no comment", "Łódź 2024", "[match]"),
    own.NUMBERS: ("2:0", "1/2:0"), own.POINT_BANDS: ("0 = 10:10, 1 = 12:8, 9 = 20:0",),
    own.BY_PLAYERS: ("8 = 3, 16 = 4, more = 5", "2"), own.RECORD: ("3:3",),
    own.GAMES_OF_MATCH: ("1", "5"), own.POSSIBLE_SCORE: ("200",), own.MINUTES: ("35",),
}  # fmt: skip
"""What may be typed, by the forms of settings."""
FAULTS = {
    "[match]\nresults = 'Games'": "line 2: there is no setting results; did you mean result?",
    "[match]\nqqqq = 1": "line 2: there is no setting qqqq; delete the line",
    "[match]\n\nresult = 'Gems'": "line 3: result cannot be 'Gems'; choose one of: Winner,",
    "[match]\npoints_for_a_win = 'three'": "line 2: points_for_a_win cannot be 'three'; type a number such as 3",
    "[match]\npoints_for_a_win = 2024-01-01": "cannot be a date or a time",
    "[match]\npoints_for_a_win = [3]": "cannot be a list",
    "[match]\npoints_for_a_win = true": "cannot be true",
    "[match]\npoints_for_a_win = 1e300": "cannot be '1e300'",
    "[match]\npoints_for_a_win = inf": "cannot be 'inf'",
    "[match]\npoints_for_a_win = 99999999999": "cannot be a number so large",
    "[match]\npoints_for_a_win.x = 3": "line 2: points_for_a_win cannot be a table",
    "[match]\nname_of_the_rules = ''": "cannot be ''; type a text of at most",
    '[match]\nnotes = "a\\u0000b"': "cannot be",
    "[match]\nlowest_share = 1": "line 2: lowest_share does not belong here; move it below [ranking]",
    "lowest_share = 1": "line 1: lowest_share is in no table; put it below [ranking]",
    "[games]\na = 1": "line 1: there is no table [games]; use [match], [ranking], [pairing], [size]",
    "match = 3": "line 1: match is a table of settings",
    "[match]\nresult = 'Games'\nResult = 'Score'": "line 3: Result is there twice",
    "[match]\nresult = 'Games'\nresult = 'Score'": "line 3: result is there twice; delete one of them",
    "[match]\n[size]\n[match]": "line 3: the table [match] is there twice",
    "[match]\npoints_for_a_draw = 0,5": "line 2: the value cannot be read; put texts in straight quotes",
    "[match]\nresult = “Games”": "line 2: the value cannot be read",
    "[match]\nresult = Games": "line 2: the value cannot be read",
    "[match]\nresult = 'Games": "line 2: a text has no end",
    "[match]\nresult": "line 2: a setting has no value",
    "[ranking]\ntiebreaks = ['Wins'": "a list has no end",
    "[ranking]\ntiebreaks = 'Wins'": "line 2: tiebreaks cannot be 'Wins'; write a list",
    "[ranking]\ntiebreaks = ['Wins',\n'Bucholz']": "line 3: there is no tiebreak 'Bucholz'; did you mean Buchholz?",
    "[ranking]\ntiebreaks = [['Wins']]": "there is no tiebreak a list",
    "[ranking]\n\"Tiebreak 1\" = 'Wins'": "did you mean tiebreaks?",
    "[ranking]\ntiebreaks = ['Wins', 'wins']": "line 2: tiebreaks: Wins is listed already",
    f"[ranking]\ntiebreaks = {['Wins'] * 11}": "has more than 10",
    "[match]\nmargin_at_most = 3": "line 2: margin_at_most has no meaning where Result is Winner",
    "[match]\npoints_for_a_win = 0\npoints_for_a_draw = 'None'": "line 2: points_for_a_win (0) must be more than Points for a loss (0)",
    "a = " + "[" * 4000: "far too deep",
    "a = " + "9" * 5000: "far too long",
    "[match]\npoints_for_a_win = 0x" + "F" * 5000: "cannot be a number so large",
    "\ufffe": "this is not TOML",
}  # fmt: skip


def faults_of(data):
    """What is wrong with a file, in lines."""
    with pytest.raises(WorkbookProblems) as error:
        read_rules(data, "my.toml")
    return str(error.value).splitlines()


@each("text", FAULTS)
def test_a_fault_is_named_by_line_and_key(text):
    """The sentence says where, what, and what to do."""
    (line,) = faults_of(text.encode())
    assert line.startswith("my.toml")
    assert FAULTS[text] in line
    assert "; " in line


def test_all_faults_are_named_at_once():
    """Faults of different tables come together, each with its line."""
    text = "[match]\nresult = 'Gems'\nbye = 1\n[size]\nswiss_minutes = 0\n"
    assert [line.partition(":")[0] for line in faults_of(text.encode())] == [
        "my.toml, line 2", "my.toml, line 3", "my.toml, line 5",
    ]  # fmt: skip


@each("data", [b"\xff\xfe[\0m\0", b"PK\x03\x04" + bytes(range(256)), b"a" * (MOST_OF_RULES + 1)])
def test_other_files_are_refused(data):
    """What is no text, or far too large, is refused in one sentence."""
    assert len(faults_of(data)) == 1


def test_a_file_with_thousands_of_faults_takes_no_time():
    """The first ones are named."""
    text = "[match]\n" + "".join(f"a{n:x}=1\n" for n in range(8000))
    begin = process_time()
    assert len(faults_of(text.encode())) == MOST_FAULTS
    assert process_time() - begin < 2


def test_a_key_of_thousands_of_parts_takes_no_memory():
    """A parser keeps each of its beginnings; it is not asked."""
    begin = process_time()
    (fault,) = faults_of(("[match]\n" + ".".join("a" * 30_000) + "=1\n").encode())
    assert "more than 200 dots" in str(fault)
    assert process_time() - begin < 1


def test_a_key_steers_no_terminal():
    """Letters that cannot be printed are question marks."""
    (fault,) = faults_of(b'[match]\n"\\u001b]0;title\\u0007\\n"=1\n')
    assert "?]0;title??" in str(fault)


def test_names_and_values_are_read_as_people_type_them():
    """Any case, spaces or underscores, lines for a table, a mark of Windows at the beginning."""
    text = (
        '\ufeff[Match]\r\n"Points for a WIN" = 2\r\nresult = "games"\r\nPOINTS_FOR_A_DRAW = 0.5\r\n'
        '[size]\r\nrounds_by_players = """\r\n8 = 3\r\n16 = 4;\r\nmore = 5\r\n"""\r\n'
        '[ranking]\r\ntiebreaks = ["opponents\u2019 match-win share"]\r\n[pairing]\r\nlast_round_by_rank = true\r\n'
    )
    assert read_rules(text.encode(), "my.toml") == {
        "Points for a win": "2", "Result": "Games", "Points for a draw": "0.5",
        "Rounds by players": "8 = 3, 16 = 4, more = 5", "Tiebreak 1": "Opponents' match-win share",
        "Last round by rank": "Yes",
    }  # fmt: skip


def test_defaults_are_left_out():
    """A file that says what is so anyway says nothing."""
    assert read_rules(b"", "my.toml") == {}
    assert read_rules(rules_text({}, "").encode(), "my.toml") == {}


def drawn_settings(luck):
    """Settings by lot that do not contradict one another; none as it is anyway."""
    settings = {}
    for option in OWN.options:
        choices = [*option.choices]
        for form, typed in TYPED.items():
            choices += typed if option.form == form.words else ()
        if option not in TIEBREAK_ROWS and luck.random() < 0.4:
            settings[option.name] = luck.choice(choices)
    tiebreaks = luck.sample([*TIEBREAKS], luck.randrange(len(TIEBREAK_ROWS)))
    settings |= {row.name: name for row, name in zip(TIEBREAK_ROWS, tiebreaks, strict=False)}
    while found := clashes(settings):
        for clash in found:
            settings.pop(clash.setting, None)
            settings.pop(str(clash.values.get("other")), None)
    defaults = {option.name: option.default for option in OWN.options}
    return {name: value for name, value in settings.items() if value != defaults[name]}


def test_what_is_written_reads_back_equal():
    """Random settings: written and read again they are the same, and so is the text."""
    for number in range(some(60)):
        settings = drawn_settings(Random(f"rules {number}"))
        text = rules_text(settings, "My rules\nwith two lines")
        assert read_rules(text.encode(), "my.toml") == settings
        assert rules_text(read_rules(text.encode(), "my.toml"), "My rules\nwith two lines") == text


def test_no_bytes_end_in_a_traceback():
    """Damaged files are read, or refused with their faults."""
    refused = 0
    for number in range(some(300)):
        luck = Random(f"bytes {number}")
        data = bytearray(rules_text(drawn_settings(luck), "Rules").encode())
        for _ in range(luck.randrange(1, 6)):
            start = luck.randrange(len(data))
            piece = luck.choice(
                [
                    b"",
                    b'"',
                    b"[",
                    b"\n",
                    b"=",
                    b"\0",
                    b"'''",
                    b"9999999999",
                    data[:90],
                    luck.randbytes(3),
                ]
            )
            data[start : start + luck.randrange(40)] = piece
        try:
            read_rules(bytes(data), "my.toml")
        except WorkbookProblems:
            refused += 1
    assert refused > some(300) / 2
