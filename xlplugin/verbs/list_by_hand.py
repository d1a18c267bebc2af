"""The part of the list of verbs that changes the newest round by hand."""

from __future__ import annotations

from xlplugin.ground.texts import msg
from xlplugin.verbs.entry import Ask, Button, Command, Option, Verb

BY_HAND = msg("Change selected")
PLAYER = Option("player")

CHANGES_BY_HAND = (
    Verb(
        "swap", "verbs.change_pairing.swap",
        Command(
            "swap", msg("Swap two players."),
            msg("Swap players ONE and TWO, by number or name, in the newest Swiss round.\n\n"
              "Two players of one match change sides. Rule violations are reported but do not "
              "stop the swap."),
            (Option("one"), Option("two")),
            'event.xlsx 4 "Player Elm"',
        ),
        Button(
            "SwapPlayers", msg("Swap players"),
            msg("Swaps the two players whose cells are selected on the newest Swiss round."),
            BY_HAND, "Refresh", selects=True,
            in_lite=msg("Swap two players of the newest Swiss round.\n\n"
                      "Select their cells first, one below the other. If they are apart, type "
                      "their numbers or names into **one** and **two** instead."),
            fields=("one", "two"),
        ),
        "verbs.selected_rows.swap",
    ),
    Verb(
        "move", "verbs.change_pairing.move",
        Command(
            "move", msg("Move a match to another table."),
            msg("Move the match of PLAYER, by number or name, to TABLE; a match already there changes places with it."),
            (PLAYER, Option("table", kind=int)),
            'event.xlsx "Player Elm" 1',
        ),
        Button(
            "MoveMatch", msg("Move match"),
            msg("Moves the match whose row is selected to another table, after asking to which one."),
            BY_HAND, "FillRight", selects=True,
            in_lite=msg("Move a match of the newest round: select a cell of it, and type where to into "
                      "**table**.\n\nA match that sits there changes places with it."),
            fields=("table",),
            ask=Ask(
                msg("To which table is the selected match to move?"),
                msg("A match already at that table changes places with it."),
                number=True,
            ),
        ),
        "verbs.selected_rows.move",
    ),
    Verb(
        "late", "verbs.change_pairing.pair_late",
        Command(
            "late", msg("Pair a late arrival with the bye."),
            msg("Pair PLAYER, who has just arrived, with whoever has the bye in the newest Swiss "
              "round.\n\n"
              "The name must be on Players; a number is given if there is none yet."),
            (PLAYER,),
            'event.xlsx "Player Fern"',
        ),
        Button(
            "PairLate", msg("Pair late player"),
            msg("Pairs the player whose row is selected on Players with whoever has the bye."),
            BY_HAND, "TableRowsInsertBelowExcel", selects=True,
        ),
        "verbs.selected_rows.pair_late",
    ),
    Verb(
        "pair_selected", "verbs.change_pairing.pair_tables_again",
        Command(
            "again", msg("Pair some tables again."),
            msg("Pair the players of these TABLES of the newest Swiss round again, among "
              "themselves.\n\n"
              "The ruleset pairs them as if nobody else were there. Players who have left the "
              "event are left out; to keep two apart, give both the same label in Do not pair on "
              "Players first."),
            (Option("tables", kind=int, many=True),),
            "event.xlsx 3 5",
        ),
        Button(
            "PairSelected", msg("Pair selected tables"),
            msg("Pairs the tables whose rows are selected on the newest Swiss round again, among themselves."),
            BY_HAND, "SelectCurrentRegion", selects=True,
        ),
        "verbs.selected_rows.pair_tables_again",
    ),
)  # fmt: skip
