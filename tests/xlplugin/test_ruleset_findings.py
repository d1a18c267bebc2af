"""Findings of a ruleset on the roster and in matches are reported in a sentence, with a remedy."""

from __future__ import annotations

import pytest
from shown import values

from engine import Player
from engine.roster import Finding, FindingKind, Task, TaskKind
from xlplugin.ground.problems import WorkbookProblems
from xlplugin.verbs.pair import pair_round
from xlplugin.workbook.drawings.list_tabs import in_words
from xlplugin.workbook.reading.ruleset_findings import SENTENCES, sentences

CORRECT = "correct the entry; if it was really played, clear it and let the judge decide"
CASES = [
    (
        FindingKind.NO_SEED, "TRC 2.3", {"option": "First round", "choice": "Random"},
        "no seed, but round 1 is paired by the ranking of all players (TRC 2.3)",
        "type one, or set First round to Random",
    ),
    (
        FindingKind.NOT_WHOLE, "Rules: Order within a group", {"typed": "1750?"},
        "'1750?' is not a whole number", "type a whole number such as 1850, or clear it",
    ),
    (
        FindingKind.NOT_IN_UNITS, "Rules: Begin with start score", {"typed": "1/3", "units": 2},
        "'1/3' is no number of points under these rules, whose smallest part is 1/2",
        "type a number such as 12 or 0.5, or clear it",
    ),
    (
        FindingKind.NO_POOL, "Rules: Pools", {"typed": "Z", "last": "C"},
        "there is no pool 'Z': the last one is C (Rules: Pools)",
        "type a letter from A to C, or clear it to have the player dealt",
    ),
    (
        FindingKind.ARMY_TWICE, "HEX 5.1", {"army": "Vegas"},
        "Vegas is registered twice", "register different armies (HEX 5.1)",
    ),
    (
        FindingKind.NOT_BASIC, "HEX 5.1", {"army": "Vegas", "basic": "A, B", "field": "Beginner"},
        "a beginner has the basic armies, not Vegas",
        "choose from A, B, or clear Beginner (HEX 5.1)",
    ),
    (
        FindingKind.FEW_ARMIES, "HEX 5.1", {"count": 3, "most": 5},
        "3 of 5 armies are registered (HEX 5.1)", "",
    ),
    (
        FindingKind.MISSING_ARMY, "HEX 3.2", {"token": "Hak", "army": "Iron Gang"},
        "Hak belongs to Iron Gang, which is not registered",
        "register Iron Gang, or clear this (HEX 3.2)",
    ),
    (
        FindingKind.CHOSEN_TWICE, "HEX 5.3", {"army": "Vegas"},
        "Vegas is chosen twice", "choose different armies (HEX 5.3)",
    ),
    (
        FindingKind.CHOSEN_UNREGISTERED, "HEX 5.3", {"army": "Vegas", "armies": "A, B"},
        "Vegas is not one of the registered armies (A, B)", "choose a registered one (HEX 5.3)",
    ),
    (
        FindingKind.TOO_MANY_CHOSEN, "HEX 5.3", {"count": 4, "wanted": 3, "size": 4},
        "4 armies are chosen for the finals of the top 4", "choose 3 (HEX 5.3)",
    ),
    (
        FindingKind.FEW_CHOSEN, "HEX 5.3", {"count": 2, "wanted": 3, "size": 4},
        "2 of 3 armies are chosen for the finals (HEX 5.3)", "",
    ),
    (
        FindingKind.PLAYED_UNREGISTERED, "HEX 5.5", {"army": "Vegas", "armies": "A, B"},
        "Vegas is not one of the registered armies (A, B)", f"{CORRECT} (HEX 5.5)",
    ),
    (
        FindingKind.PLAYED_UNCHOSEN, "HEX 5.5", {"army": "Vegas", "armies": "A, B"},
        "Vegas is not one of the armies for the finals (A, B)", f"{CORRECT} (HEX 5.5)",
    ),
    (
        FindingKind.PLAYED_AGAIN, "HEX 5.2", {"army": "Vegas", "before": 1},
        "Vegas was already played in round 1; each army is played only once", f"{CORRECT} (HEX 5.2)",
    ),
    (
        FindingKind.PLAYED_AGAIN_IN_FINALS, "HEX 5.2", {"army": "Vegas", "before": 1},
        "Vegas was already played in Cut 1; each army is played only once", f"{CORRECT} (HEX 5.2)",
    ),
    (
        FindingKind.SAME_ARMY, "HEX 5.5", {"army": "Vegas"},
        "both noted Vegas first; drawn to play the second army",
        "type the army noted second (HEX 5.5)",
    ),
    (
        FindingKind.TOO_MUCH_LEFT, "HEX 4.1", {"left": 25, "most": 20, "army": "Dancer"},
        (
            "25 is more than the 20 that a headquarters has (only Dancer may have more), and a difference counts at most 20 (HEX 4.1)"
        ),
        "correct it, or type Yes into Confirmed if it is right",
    ),
]  # fmt: skip


def test_every_kind_has_a_sentence_and_a_case_here():
    """A kind without a sentence could not be shown."""
    assert set(SENTENCES) == set(FindingKind) == {kind for kind, *_ in CASES}


@pytest.mark.parametrize(("kind", "rule", "data", "what", "remedy"), CASES)
def test_a_finding_is_said_in_a_sentence(kind, rule, data, what, remedy):
    """The player is named, then what is wrong; what to do stands by itself."""
    finding = Finding(kind, 1, "Army 1", rule, data)
    assert sentences(finding, Player(1, " Ann ")) == (f"Ann: {what}", remedy)


@pytest.mark.parametrize(
    ("task", "words"),
    [
        (None, ""),
        (Task(TaskKind.HAND_IN), "hand in"),
        (Task(TaskKind.CHECK), "check"),
        (Task(TaskKind.PENALIZE, infraction="Bad deck"), "see Penalties: Bad deck"),
        (Task(TaskKind.REGISTER, 5), "register 5 armies"),
        (Task(TaskKind.REGISTER, 1, is_more=True), "register 1 more army"),
        (Task(TaskKind.CHOOSE, 3), "choose 3 armies for the finals"),
        (Task(TaskKind.CHOOSE, 1, is_more=True), "choose 1 more army for the finals"),
    ],
)
def test_what_to_do_about_a_list_is_a_few_words(task, words):
    """They stand in the tab of lists."""
    assert in_words(task) == words


def test_an_odd_result_is_asked_about_as_it_is_typed_and_confirmed_once(in_memory):
    """Check asks at once, and nothing goes on before it is corrected, or Yes is typed beside it."""
    event = in_memory(4, "hex")
    pair_round(event.host)
    event.type("Round 1", 2, HQ_1=35, HQ_2=3)
    event.type("Round 1", 3, HQ_1=20, HQ_2=3)

    def checked():
        book = event.host.read()
        column = book.sheets["Round 1"].rows[0].index("Check") + 1
        return values(book)["Round 1"][2, column]

    assert checked() == "Right? Confirmed: Yes"
    with pytest.raises(
        WorkbookProblems, match=r"35 is more than the 20 .* type Yes into Confirmed"
    ):
        pair_round(event.host)
    event.type("Round 1", 2, Confirmed="yes")
    assert checked() == ""
    assert not [w for w in pair_round(event.host).warnings if "35" in w]
    event.type("Round 1", 2, Army_1="Dancer", Confirmed=None)
    assert checked() == ""
    assert event.event.problems == []


def test_where_there_is_no_column_to_answer_in_an_odd_result_is_told(in_memory):
    """In a round that was paired by an earlier version."""
    event = in_memory(4, "hex")
    pair_round(event.host)
    event.type("Round 1", 2, HQ_1=35, HQ_2=3)
    event.type("Round 1", 1, Confirmed=None)
    read = event.event
    assert read.problems == []
    assert [w for w in read.warnings if "35 is more than the 20" in w]
