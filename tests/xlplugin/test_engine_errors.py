"""Every error of the engine has a sentence for the organizer, and only the plugin makes it."""

from __future__ import annotations

import ast
from pathlib import Path

import engine
from engine import ErrorKind, NoLegalPairing, Player, RuleViolation, Stage, TournamentError
from xlplugin.ground.problems import OrganizerError
from xlplugin.workbook.engine_errors import SENTENCES, error_text

from cases import each

ANN, BOB, CY = Player(1, "Ann"), Player(2, "Bob"), Player(3, "Cy")
STUCK = [(ANN, (BOB, CY)), (BOB, ())]
CASES = [
    (
        TournamentError(ErrorKind.UNKNOWN_RULESET, name="x", names=("a", "b"), similar=""),
        "There is no ruleset 'x'; choose one of: a, b.",
    ),
    (
        TournamentError(ErrorKind.UNKNOWN_RULESET, name="x", names=("a", "b"), similar="a"),
        "There is no ruleset 'x'; choose one of: a, b. Did you mean a?",
    ),
    (
        TournamentError(ErrorKind.TOO_FEW_PLAYERS, count=0, needed=2, ruleset="ntp"),
        "No active players: ntp needs at least 2. Type more names on Players, or set Status to Active.",
    ),
    (
        TournamentError(ErrorKind.TOO_FEW_AFTER_PROGRESSION, count=1, points=12),
        "1 active player with the 12 points of the progression. Lower Day two points on Event.",
    ),
    (
        TournamentError(ErrorKind.RESULT_MISSING, stage=Stage.SWISS, round=3, table=4),
        "Round 3, table 4: the result is missing",
    ),
    (
        TournamentError(ErrorKind.RESULT_MISSING, stage=Stage.ELIMINATION, round=3, table=4),
        "Cut 3, table 4: the result is missing",
    ),
    (
        TournamentError(ErrorKind.RESULT_MISSING, stage=Stage.TIEBREAKER, round=1, table=4),
        "Tiebreaker round, table 4: the result is missing",
    ),
    (
        TournamentError(ErrorKind.MATCH_MISSING, round=2),
        "Cut 2: a match of the bracket is missing",
    ),
    (
        TournamentError(ErrorKind.NOT_IN_BRACKET, round=2, table=1, players=(ANN, BOB)),
        "Cut 2, table 1: Ann and Bob do not meet here by the bracket",
    ),
    (
        TournamentError(ErrorKind.ROUND_ROBIN_IN_PART),
        ("In a round robin each table follows from all the others, so some of them cannot be paired "
        "again alone."),
    ),
    (
        TournamentError(ErrorKind.TOO_FEW_AT_TABLES),
        "Fewer than two active players are at these tables. Name more tables.",
    ),
    (
        TournamentError(ErrorKind.NO_CUT, ruleset="ntp", document="NTP 98.4"),
        "ntp has no cut (NTP 98.4): the standings after the last round are final.",
    ),
    (
        TournamentError(ErrorKind.UNKNOWN_CUT_SIZE, size=5, sizes=(4, 8)),
        "there is no cut to 5; there are: 4, 8",
    ),
    (
        TournamentError(ErrorKind.TOO_FEW_FOR_CUT, size=8, count=6),
        "a cut to 8 needs 8 players, but only 6 can play on",
    ),
    (
        TournamentError(ErrorKind.NO_TIEBREAKER_ROUND, ruleset="hex"),
        "hex has no tiebreaker round.",
    ),
    (
        TournamentError(ErrorKind.TIEBREAKER_NOT_NEEDED, size=4),
        ("No tiebreaker round is needed: nobody outside the top 4 has as many points as the last one "
        "in it."),
    ),
    (TournamentError(ErrorKind.NO_ELIMINATION), "The event has no elimination."),
    (
        TournamentError(ErrorKind.ELIMINATION_OVER, player=ANN),
        "The elimination is over: Ann has won. Write the final standings.",
    ),
    (TournamentError(ErrorKind.ELIMINATION_NOT_OVER, round=2), "Cut 2 has not been played."),
    (
        TournamentError(
            ErrorKind.LIBRARY_MISSING, library="gacrux", needed="gacrux>=1", choice="FIDE Dutch"
        ),
        ('Pairing by FIDE Dutch needs the library gacrux, which is not installed: pip install '
        '"gacrux>=1"; or choose another way of pairing'),
    ),
    (
        NoLegalPairing(
            ErrorKind.LIBRARY_REFUSES, library="gacrux 1", choice="FIDE Dutch", round=4, why="2 are left"
        ),
        ("No pairing of round 4 by FIDE Dutch (gacrux 1): 2 are left. What can be done: let somebody "
        "drop, or choose another way of pairing"),
    ),
    (
        NoLegalPairing(ErrorKind.RECORDS_REACHED, round=5),
        ("The Swiss rounds are over: nobody is left to meet who has not won or lost enough. The "
        "standings after round 5 are final."),
    ),
    (
        NoLegalPairing(ErrorKind.ROUND_ROBIN_FINISHED, round=3, forbidden=False),
        ("Everyone has met everyone: the round robin is finished. The standings after round 3 are "
        "final."),
    ),
    (
        NoLegalPairing(ErrorKind.ROUND_ROBIN_FINISHED, round=3, forbidden=True),
        ("Everyone has met everyone whom they may meet (Do not pair): the round robin is finished. "
        "The standings after round 3 are final."),
    ),
    (
        NoLegalPairing(
            ErrorKind.NO_LEGAL_PAIRING, round=1, count=3, stuck=STUCK, forbidden=(ANN,),
            sides_swapped=False, dropping_helps=False,
        ),
        ("No legal pairing is left for round 1 with these 3 players: Ann could only meet Bob, Cy; Bob "
        "has met, or must not meet, everyone still playing. What can be done: clear labels in Do not "
        "pair on Players (Ann); or let another player in."),
    ),
    (
        NoLegalPairing(
            ErrorKind.NO_LEGAL_PAIRING, round=4, count=3, stuck=STUCK[1:], forbidden=(),
            sides_swapped=True, dropping_helps=True,
        ),
        ("No legal pairing is left for round 4 with these 3 players: Bob has met with both sides "
        "everyone still playing. What can be done: end the Swiss rounds here: type 3 beside Rounds on "
        "Event; or let another player in; or set somebody on Players to Dropped."),
    ),
    (
        RuleViolation(ErrorKind.PAIRED_TWICE, "OP 1", player=ANN, count=2, round=1),
        "Ann is paired 2 times in round 1 (OP 1)",
    ),
    (
        RuleViolation(ErrorKind.NOT_ACTIVE, "OP 1", player=ANN, round=1),
        "Ann is paired in round 1, but not active (OP 1)",
    ),
    (
        RuleViolation(ErrorKind.NOT_PAIRED, "OP 1", player=ANN, round=1),
        "Ann is active, but not paired in round 1 (OP 1)",
    ),
    (
        RuleViolation(ErrorKind.FORBIDDEN_MEETING, "", players=(ANN, BOB), round=1),
        "Ann and Bob meet in round 1, but must not meet at all (Do not pair)",
    ),
    (
        RuleViolation(
            ErrorKind.REMATCH, "OP 1", players=(ANN, BOB), round=3, rounds=(1, 2), same_sides=False
        ),
        "Ann and Bob meet in round 3, but have met in round 1, 2 (OP 1)",
    ),
    (
        RuleViolation(
            ErrorKind.REMATCH, "OP 1", players=(ANN, BOB), round=3, rounds=(1,), same_sides=True
        ),
        ("Ann and Bob meet with the same sides in round 3, but have met with the same sides in round 1 "
        "(OP 1)"),
    ),
    (
        RuleViolation(ErrorKind.POOLS_MEET, "Rules: Pools", players=(ANN, BOB), round=3),
        "Ann and Bob meet in round 3, but are in different pools (Rules: Pools)",
    ),
    (
        TournamentError(ErrorKind.TOO_FEW_FOR_POOLS, pools=["C", "D"], needed=2, setting="Pools"),
        "Too few players in pool C, D: each needs 2 or more. Lower Pools, or change Pool on Players.",
    ),
    (
        RuleViolation(ErrorKind.BOTH_SIT_OUT, "TRC 2.3", players=(ANN, BOB), round=3),
        "Ann and Bob both sit out round 3, but have still to meet (TRC 2.3)",
    ),
    (
        RuleViolation(ErrorKind.AWARDED_BYE_PAIRED, "OP 1", player=ANN),
        "Ann has an awarded bye, but is paired (OP 1)",
    ),
    (
        RuleViolation(ErrorKind.TOO_MANY_BYES, "OP 1", count=3, needed=1, players=(ANN, BOB, CY)),
        "too many byes: 3 players need one bye, these have one: Ann, Bob, Cy (OP 1)",
    ),
    (
        RuleViolation(ErrorKind.TOO_MANY_BYES, "OP 1", count=4, needed=0, players=(ANN,)),
        "too many byes: 4 players need no bye, these have one: Ann (OP 1)",
    ),
    (
        RuleViolation(ErrorKind.ANOTHER_BYE, "OP 1", player=ANN),
        "Ann gets another bye, but others have had fewer (OP 1)",
    ),
    (
        RuleViolation(ErrorKind.CLUB_MEETING, "", tables=((ANN, BOB),), needed=0, round=1),
        "players of one club meet in round 1, of which none need to: Ann and Bob (Keep clubs apart)",
    ),
    (
        RuleViolation(ErrorKind.CLUB_MEETING, "", tables=((ANN, BOB), (BOB, CY)), needed=1, round=1),
        ("players of one club meet in round 1, of which at most 1 of these tables would be needed: "
        "Ann and Bob, Bob and Cy (Keep clubs apart)"),
    ),
]  # fmt: skip


def test_every_kind_has_a_sentence_and_a_case_here():
    """A kind without a sentence would be shown as its name and data."""
    assert set(SENTENCES) == set(ErrorKind) == {error.kind for error, _ in CASES}


@each(("error", "sentence"), CASES)
def test_an_error_is_said_in_a_sentence(error, sentence):
    """What is wrong, with the names, and what to do."""
    assert error_text(error) == sentence


def test_an_error_of_the_plugin_is_its_message():
    """Errors that are no engine's are shown as they are."""
    assert error_text(OrganizerError("Type a name.")) == "Type a name."


def test_no_engine_file_makes_the_sentence_of_an_error():
    """What is raised there has a kind first, and values by name: no text among its arguments."""
    root = Path(engine.__file__).parent
    errors = {"TournamentError", "RuleViolation", "NoLegalPairing"}
    made, texts = 0, []
    for path in sorted(root.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(func=ast.Name(id=name)) if name in errors:
                    made += 1
                    parts = [part for a in (*node.args, *node.keywords) for part in ast.walk(a)]
                    texts += [
                        f"{path.relative_to(root)}:{part.lineno}"
                        for part in parts
                        if isinstance(part, ast.JoinedStr)
                        or (isinstance(part, ast.Constant) and " " in str(part.value))
                    ]
                    kind = ast.unparse(node.args[0])
                    assert kind.startswith("ErrorKind."), (path, kind)
    assert made > 20
    assert texts == []
