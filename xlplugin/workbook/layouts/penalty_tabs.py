"""The tabs ``Penalties`` and ``Staff``, declared once."""

from __future__ import annotations

from engine import Ruleset
from engine.match_format import Format
from engine.model import Value
from engine.penalties import Penalty, PenaltyCode, Proposal, When
from engine.ruleset import StaffRule
from xlplugin.ground.texts import msg, t
from xlplugin.workbook import layout as looks
from xlplugin.workbook.layout import Column, Highlight, Layout
from xlplugin.workbook.layouts.tab_names import PENALTIES, STAFF

YES, REPLACE, NO = "Yes", "Replace", "No"
ACCEPTED = (YES, REPLACE, NO)

ENTRY_HELP = msg("Given by the plugin in the order of entry. Never change it.")
ACCEPTED_HELP = msg(
    "Yes: the penalty is given, and losses go into the round with the next click. Replace: also "
    "where another result is typed there. No: withdrawn. Blank: not decided; a warning counts."
)
APPLIED_HELP = msg(
    "Filled in: what was written where. To take it back: correct those cells, choose No under "
    "Accepted, and clear this."
)
APPLIED_PENALTY = "Applied penalty"
"""The column that only the plugin reads: which penalty ``Applied`` speaks of."""


def games_to_choose(ruleset: Ruleset) -> tuple[Value, ...]:
    """The names of the game that is lost, in all matches that the ruleset may have."""
    formats: list[Format] = [ruleset.match_format]
    if ruleset.cut:
        option = ruleset.cut.chosen_by
        kinds = [{option.name: kind} for kind in option.choices] if option else [{}]
        formats += map(ruleset.cut.format, kinds)
    return tuple(dict.fromkeys(game for format_ in formats for game in format_.game_names))


def penalties_layout(ruleset: Ruleset, code: PenaltyCode) -> Layout:
    """The ``Penalties`` tab: infractions, penalties proposed and decided, and what was done."""
    games = games_to_choose(ruleset)
    game_help = t("If a game is lost: which one.")
    if "Corp" in games:
        game_help = t("If a game is lost: the side of this player in the game that is lost.")
        if len(games) > 2:
            game_help = t(
                "If a game is lost: the side of this player in the game that is lost; in a best of "
                "three its number."
            )
    tier = code.tier and Column(
        "Tier", 13, looks.ENTRY, code.tier.choices, help=t("Filled in from Event.")
    )
    return Layout(
        PENALTIES,
        (
            Column("Entry", 9, looks.QUIET_NUMBER, help=ENTRY_HELP),
            Column("No", 9, looks.ENTRY, help=t("Type the player's number here, or the name beside it.")),
            Column("Player", 24, looks.ENTRY_TEXT, help=t("Type the name here, or the number before it.")),
            Column(
                "Round", 10, looks.ENTRY, help=t("A number, or a tab such as Cut 1. Blank: the newest one.")
            ),
            Column("Infraction", 40, looks.ENTRY_TEXT, tuple(code.by_label), help=t("What happened.")),
            *([tier] if tier else []),
            Column("Proposed", 23, looks.STRONG, help=t("Filled in: what the document says.")),
            Column(
                "Penalty",
                max(len(penalty) for penalty in code.decisions) + 3,
                looks.ENTRY,
                tuple(map(str, code.decisions)),
                help=t("The decision, if it is not what was proposed."),
            ),
            *([Column("Game", 9, looks.ENTRY, games, help=game_help)] if games else []),
            Column("Accepted", 11, looks.ENTRY, ACCEPTED, help=ACCEPTED_HELP),
            Column("Applied", 40, looks.NOTE, help=APPLIED_HELP),
            Column("At the table", 52, looks.NOTE, help=t("Filled in."), optional=True),
            Column("Note", 26, looks.ENTRY_TEXT, help=t("Whatever you like."), optional=True),
            Column(APPLIED_PENALTY, 0, looks.QUIET_TEXT, optional=True),
        ),
        highlights=(
            Highlight('{Accepted}="No"', colour=looks.QUIET),
            Highlight('(({Accepted}="Yes")+({Accepted}="Replace"))*({Applied}="")', fill=looks.MISSING,
                      columns=("Accepted", "Applied")),
        ),
        tab_colour="B91C1C",
        spare_rows=200,
        landscape=True,
        frozen=3,
    )  # fmt: skip


def staff_layout(rule: StaffRule) -> Layout:
    """The ``Staff`` tab: who helps to run the event, and as what."""
    name_help = t("Who helps to run the event; they may not play.")
    if rule.may_play:
        name_help = t("Who helps to run the event; under the same name as on Players.")
    if rule.playing_assistants:
        name_help = t(
            "Who helps to run the event; under the same name as on Players; who plays is on both tabs."
        )
    return Layout(
        STAFF,
        (
            Column("Name", 30, looks.ENTRY_TEXT, help=name_help),
            Column(
                "Role",
                30,
                looks.ENTRY_TEXT,
                rule.roles,
                help=t("Role in running the event."),
                optional=True,
            ),
        ),
        tab_colour="0F766E",
        spare_rows=20,
    )


NTH = {2: msg("2nd"), 3: msg("3rd")}


def proposal_text(proposal: Proposal) -> str:
    """The proposal in words, as in ``Game loss (3rd warning)``."""
    penalty, n = str(proposal.penalty), proposal.warning
    nth = t(NTH.get(n, msg("{n}th")), n=n)
    if proposal.penalty is Penalty.WARNING:
        return t("{penalty} ({nth})", penalty=penalty, nth=nth) if n > 1 else penalty
    if n:
        return t("{penalty} ({nth} warning)", penalty=penalty, nth=nth)
    if proposal.when is When.NOW:
        return penalty
    later = {When.NEXT_ROUND: msg("{penalty}, next round"), When.ROUND_1: msg("{penalty}, round 1")}
    return t(later[proposal.when], penalty=penalty)
