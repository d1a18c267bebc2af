"""The list of verbs: commands, buttons, macros, scripts and tables of them are made from it.

A new verb is a file beside this one and an entry here; see ``docs/extending.md``. The order is that of use:
of the commands, and of the buttons in xlwings Lite. The ribbon has one group after the other.
"""

from __future__ import annotations

from datetime import time
from pathlib import Path

from xlplugin.ground.texts import msg
from xlplugin.verbs.entry import Ask, Button, Command, Option, Verb
from xlplugin.verbs.list_by_hand import BY_HAND, CHANGES_BY_HAND
from xlplugin.verbs.list_for_phones import FOR_PHONES, PHONES

ROUNDS, STANDINGS, FIGURES = msg("Rounds"), msg("Standings and cut"), msg("Figures")
PRINT, PLAYERS, EVENT = msg("Print"), msg("Players"), msg("Event")
GROUPS = (ROUNDS, BY_HAND, PHONES, STANDINGS, FIGURES, PRINT, PLAYERS, EVENT)
"""The groups of the ribbon, from the left."""
TOP = Option("top", "--top", int, msg("Size of the cut. Default: as set or suggested."))
TO_REPORT = Option(
    "address", "--address",
    help=msg("For cards: the page where players report, as show tells it; their QR codes then open it."),
)  # fmt: skip
UNTIL_STARTED = msg("It is paused until Start clock is clicked, and then goes on with the time left.")  # fmt: skip

VERBS = (
    Verb("start", command=Command("start", code="doors.start.command.start")),
    Verb("new", command=Command("new", code="commands.new.new")),
    Verb("import", command=Command("import", code="commands.import_event.import_event")),
    Verb(
        "pair", "verbs.pair.pair_round",
        Command(
            "pair", msg("Add the next round."),
            msg("Add the next round: a tab with the pairings, the reasons on Pairing notes.\n\n"
              "After the last Swiss round that is the cut, then each round of the elimination."),
            (Option("again", "--again", bool, msg("Pair the newest round again, while it has no results.")),),
        ),
        Button(
            "PairNextRound", msg("Pair next round"),
            msg("Adds a tab with the next round's tables; after the last Swiss round that is the cut."),
            ROUNDS, "MacroPlay", is_on_event=True, is_large=True,
        ),
    ),
    Verb(
        "standings", "verbs.standings.write_standings",
        Command(
            "standings", msg("Add or refresh the standings."),
            msg("Add or refresh the standings of the completed rounds, or of the whole event at its "
              "end.\n\n"
              "The cross table shows who met whom in the Swiss rounds and how it ended, in the "
              "same order."),
            (Option("crossed", "--cross-table", bool, msg("Make the tab Cross table too.")),),
        ),
        Button(
            "WriteStandings", msg("Standings"),
            msg("Writes a tab with the ranking after the rounds that are complete."),
            STANDINGS, "SortDescendingExcel", is_on_event=True, is_large=True,
        ),
    ),
    Verb(
        "cut", "verbs.cut.cut_or_close",
        Command(
            "cut", msg("Close the Swiss rounds, begin the elimination."),
            msg("Close the Swiss rounds and make the first round of the elimination.\n\n"
              "The seeds are those of the standings; dropped players, and those with Yes in Declines "
              "cut on Players, are passed over."),
            (
                TOP,
                Option(
                    "points", "--points", int,
                    msg("Close the first of two days instead: players with at least this many "
                      "points go on with Swiss rounds."),
                ),
            ),
            "event.xlsx --top 8",
        ),
        Button(
            "CutToTop", msg("Cut"),
            msg("Closes the Swiss rounds and makes the first round of the elimination."),
            STANDINGS, "Filter", script="cut",
        ),
    ),
    Verb(
        "tiebreaker", "verbs.cut.tiebreaker",
        Command(
            "tiebreaker", msg("Add a tiebreaker round before the cut."),
            msg("Add a round of single games for players who are level across the cut line."),
            (TOP,),
        ),
        Button(
            "TiebreakerRound", msg("Tiebreaker round"),
            msg("Adds a round for players who are level across the cut line."),
            STANDINGS, "SortDialog",
        ),
    ),
    Verb(
        "safe", "numbers.safe.write_chances",
        Command("safe", code="commands.safe.safe"),
        Button(
            "CutChances", msg("Cut chances"),
            msg("Writes a tab with who is safe, who is out, and which tables can afford a draw."),
            FIGURES, "ReviewAcceptOrRejectChangeDialog",
        ),
    ),
    Verb(
        "pair_again", "verbs.pair.pair_again",
        button=Button(
            "PairAgain", msg("Pair again"),
            msg("Pairs the newest round again, as long as it has no results."),
            ROUNDS, "RefreshAll", is_on_event=True,
        ),
    ),
    Verb(
        "undo", "verbs.undo.undo",
        Command(
            "undo", msg("Remove the newest round."),
            msg("Remove the newest round, or several; a backup keeps them (see restore)."),
            (Option("rounds", "--rounds", int, msg("Number of rounds to remove, newest first."), default=1),),
        ),
        Button(
            "UndoRound", msg("Undo"),
            msg("Takes the newest round back, after asking; the tab is kept, hidden."),
            ROUNDS, "Undo", is_on_event=True, script="undo",
            in_lite=msg("Take the newest round back, with its results. Tick **really_undo** first.\n\n"
                      "Its tab is only hidden: right-click any tab and choose *Unhide* to see it again."),
            box="really_undo",
            ask=Ask(
                msg("Take back the newest round?"),
                msg("The tab is kept, hidden, with all results that are typed there."),
                "verbs.undo.question",
            ),
        ),
        "verbs.undo.undo_round",
    ),
    Verb("restore", command=Command("restore", code="commands.restore.restore")),
    Verb(
        "print", "verbs.print_tabs.print_tab",
        Command(
            "print", msg("Make a tab to print: slips, names, seats, cards."),
            msg("Make or refresh a tab to be printed, on A4 or Letter paper.\n\n"
              "slips: a match slip for every table of the newest round. names: its pairings, by "
              "name. seats: a seat for everybody at the players' meeting. cards: a card for every "
              "player, with a line for every round. Where check-in counts, seats and cards are "
              "for those who have checked in, once somebody has. The QR code on a slip is for a scanner at "
              "the desk; where players report by phone, a card has its player's code.\n\n"
              "Pages of slips and cards are cut as one stack: each pile continues the one before, "
              "so that all are in order."),
            (Option("what", choices=("slips", "names", "seats", "cards")), TO_REPORT),
            "event.xlsx slips",
        ),
    ),
    Verb(
        "print_names", "verbs.print_tabs.print_names",
        button=Button(
            "PrintNames", msg("Pairings by name"),
            msg("Makes a tab to print: where everybody plays in the newest round, by name."),
            PRINT, "SortAscendingExcel", is_on_event=True,
        ),
    ),
    Verb(
        "print_slips", "verbs.print_tabs.print_slips",
        button=Button(
            "PrintSlips", msg("Match slips"),
            msg("Makes a tab to print: a slip for every match of the newest round, to be cut as one stack."),
            PRINT, "FilePrintPreview", is_on_event=True,
        ),
    ),
    Verb(
        "penalties", "verbs.penalties.penalize",
        Command(
            "penalties", msg("Propose penalties, apply what is accepted."),
            msg("Fill in what the document says for each entry on Penalties, and apply what is accepted."
              "\n\nType a player and an infraction there; Yes under Accepted puts game and match losses "
              "into the round, and removals into Status on Players."),
        ),
        Button(
            "ApplyPenalties", msg("Penalties"),
            msg("Fills in what the document says for each entry on Penalties, and applies what is accepted."),
            EVENT, "ReviewNewComment", is_on_event=True, script="penalties",
        ),
    ),
    Verb(
        "lists", "verbs.lists.write_lists",
        Command(
            "lists", msg("List decklists, or armies and where they were played."),
            msg("Add or refresh the tab Decklists or Armies: what players have handed in, and what "
              "is still missing.\n\n"
              "For hex: where each army was played, and which ones are left."),
        ),
        Button(
            "WriteLists", msg("Lists"),
            msg("Lists decklists, or armies and where they were played, and what is still missing."),
            EVENT, "DataValidation",
        ),
    ),
    Verb(
        "check", "verbs.check.check",
        Command("check", code="commands.check.check"),
        Button(
            "CheckEvent", msg("Check"),
            msg("Runs every round again and lists differences and problems; changes nothing."),
            EVENT, "ErrorChecking", is_on_event=True, script="check",
        ),
    ),
    Verb(
        "export",
        command=Command("export", code="commands.export.export"),
        button=Button(
            "ExportEvent", msg("Export"),
            msg("Writes standings, rounds and bracket as a workbook and a PDF, chat messages, results "
              "and a web page."),
            EVENT, "FileSaveAs", script="export",
            in_lite=msg("Writes the results and the standings for other programs and for web pages."),
        ),
        clicked="verbs.export.export",
    ),
    Verb(
        "cross_table", "verbs.standings.write_cross_table",
        button=Button(
            "WriteCrossTable", msg("Cross table"),
            msg("Writes a tab with who met whom and the points so far, in the order of the standings."),
            STANDINGS, "TableStyleNew",
        ),
    ),
    Verb(
        "statistics", "verbs.statistics.write_statistics",
        Command(
            "statistics", msg("Count sides, identities and armies, with charts."),
            msg("Add or refresh the tab Statistics, with charts: what has been played so far.\n\n"
              "Win rates of the sides; how often each identity or army was played, won, and made "
              "the cut. Rounds count once all of their results are in, the elimination included. "
              "Only games that were played count: no byes, intentional draws, no-shows or "
              "walkovers. Factions are counted where Players has columns Corp faction and Runner "
              "faction."),
        ),
        Button(
            "WriteStatistics", msg("Statistics"),
            msg("Counts sides, identities and armies on a tab with charts."),
            FIGURES, "ChartInsert",
        ),
    ),
    Verb(
        "matchups", "verbs.matchups.write_matchups",
        Command(
            "matchups", msg("Count identities or armies against each other."),
            msg("Add or refresh the tabs Matchups (a matrix with charts) and Matchup list: what won "
              "against what.\n\n"
              "Identities of Corps against those of Runners, factions where Players has columns "
              "Corp faction and Runner faction, or army against army; shares of games won with 95 "
              "% intervals. Matchups of fewer than 10 games are marked: they say nothing yet."),
        ),
        Button(
            "WriteMatchups", msg("Matchups"),
            msg("Counts identities, factions or armies against each other, on a tab with charts."),
            FIGURES, "FreezePanes",
        ),
    ),
    Verb(
        "add_players", "verbs.add_players.add_players",
        Command(
            "players", msg("Add players from a roster."),
            msg("Add the players of a roster below those on Players; after round 1 as late "
              "entries.\n\n"
              "ROSTER is a CSV, text or Excel file, its columns in any order; - reads text that "
              "is piped in, as from the clipboard. Without ROSTER, players pasted into a tab "
              "Roster of the workbook are added.\n\n"
              "Players already listed are not added again: their blank cells are filled in. Names "
              "that are nearly the same are pointed out."),
            (Option("roster", kind=Path, optional=True),),
            "event.xlsx late.csv",
        ),
        Button(
            "AddPlayers", msg("Add players"),
            msg("Adds the players pasted into a tab Roster, also as late entries, and fills in "
              "blank cells of players already listed."),
            PLAYERS, "Paste",
            in_lite=msg("Add players, also as late entries.\n\n"
                      "Paste a name in each line, or columns with headers, into **names** (in a "
                      "single line: with ; between the names), or leave it blank and paste them "
                      "into a tab Roster. Blank cells of players already listed are filled in."),
            fields=("names",),
            ask=Ask(
                msg("Players to add: paste a name in each line, or columns with headers."),
                msg("Blank: the players on the tab Roster. Blank cells of players already listed are filled in."),
                text=True,
            ),
        ),
        "verbs.add_players.add_pasted",
    ),
    Verb(
        "number_players", "verbs.add_players.number_players",
        button=Button(
            "NumberPlayers", msg("Number new players"),
            msg("Gives a number to every name on Players that has none."),
            PLAYERS, "FillDown", script="number_new_players",
        ),
    ),
    Verb(
        "print_seats", "verbs.print_tabs.print_seats",
        button=Button(
            "PrintSeats", msg("Seating"),
            msg("Makes a tab to print: a seat for everybody at the players' meeting, by name."),
            PRINT, "TableInsertExcel",
        ),
    ),
    Verb(
        "print_cards", "verbs.print_tabs.print_cards",
        button=Button(
            "PrintCards", msg("Player cards"),
            msg("Makes a tab to print: a card for every player, with a line for each round."),
            PRINT, "FilePrintQuick",
        ),
    ),
    Verb(
        "publish", "verbs.publish.publish",
        Command(
            "publish", msg("Show the newest round in exports."),
            msg("Publish the newest round, once it has been looked over.\n\n"
              "Until then exports leave it out, if Publish rounds on Event says When told.\n\n"
              "Before round 1: fix the event seed, and tell its hash, which proves later that it was not "
              "chosen to suit anybody (docs/proof.md)."),
        ),
        Button(
            "PublishRound", msg("Publish"),
            msg("Shows the newest round in exports, once you have looked it over."),
            ROUNDS, "FileSendAsAttachment", script="publish",
        ),
    ),
    *FOR_PHONES,
    *CHANGES_BY_HAND,
    Verb(
        "clock", "verbs.clock.set_clock",
        Command(
            "clock", msg("Start the round clock for every page."),
            msg("Start the clock of the newest round, so that everybody's page shows the same "
              "time.\n\n"
              "The page gets the start once it is written again: export --watch does that by "
              "itself. Without an option the clock is only shown. Extra minutes of a single table "
              "are typed on the tab of the round, into Extra minutes."),
            (
                Option(
                    "start", "--start", bool,
                    msg("Start the newest round (before round 1 the deck building), or resume after "
                      "a pause."),
                ),
                Option(
                    "at", "--at", time,
                    msg("With --start: when it starts, or has started, by the clock of this computer."),
                ),
                Option("pause", "--pause", bool, msg("Pause the clock until --start.")),
                Option("more", "--more", int, msg("Extra minutes for every table."), most=120),
                Option("clear", "--clear", bool, msg("Cancel a start.")),
            ),
            "event.xlsx --start",
        ),
        clicked="verbs.clock.turn",
    ),
    Verb(
        "start_clock", "verbs.clock.start",
        button=Button(
            "StartClock", msg("Start clock"),
            msg("Starts the clock of the newest round for every page, or resumes it after a pause."),
            ROUNDS, "HeaderFooterCurrentTimeInsert",
        ),
    ),
    Verb(
        "pause_clock", "verbs.clock.pause",
        button=Button(
            "PauseClock", msg("Pause clock"),
            msg("Pauses the clock of the newest round, after asking, until Start clock is clicked."),
            ROUNDS, "SheetProtect",
            in_lite=msg("Pause the clock of the newest round. Tick **really_pause** first.\n\n"
                      "**Start clock** resumes it."),
            box="really_pause",
            ask=Ask(msg("Pause the clock of the newest round?"), UNTIL_STARTED, "verbs.clock.question"),
        ),
    ),
    Verb("season", command=Command("season", code="commands.season.season")),
    Verb(
        "plan",
        command=Command("plan", code="commands.plan.plan"),
        button=Button(
            "PlanEvent", msg("Plan"),
            msg("Compares formats for the players on Players by simulated events, on a tab with charts."),
            FIGURES, "CalculateNow",
        ),
        clicked="numbers.plan_tab.plan_event",
    ),
    Verb("rules", command=Command("rules", code="commands.rules.rules")),
    Verb("rulesets", command=Command("rulesets", code="commands.new.rulesets")),
    Verb("demo", command=Command("demo", code="commands.demo.demo")),
    Verb("setup", command=Command("setup", code="commands.setup.setup")),
    Verb("libreoffice", command=Command("libreoffice", code="commands.setup.libreoffice")),
    Verb("doctor", command=Command("doctor", code="commands.setup.doctor")),
)  # fmt: skip
CLICKED = [(verb, verb.button) for verb in VERBS if verb.button]
BUTTONS = tuple(sorted(CLICKED, key=lambda clicked: GROUPS.index(clicked[1].group)))
"""The verbs that can be clicked, and their buttons, in the order of the ribbon."""
