"""The part of the list of verbs for results that are not typed into cells: on phones, and at the desk."""

from __future__ import annotations

from xlplugin.ground.texts import msg
from xlplugin.verbs.entry import Button, Command, Option, Verb

PHONES = msg("Phones")

FOR_PHONES = (
    Verb(
        "show",
        command=Command("show", code="doors.show.command.show"),
        button=Button(
            "ShowEvent", msg("Show"),
            msg("Shows the event on the phones of the room; the desk opens in your browser."),
            PHONES, "FileSaveAsWebPage",
            in_lite=msg("Show the event on the phones of the room.\n\n"
                      "A browser serves no pages: run xlplugin show on a computer that has the workbook."),
        ),
        clicked="verbs.show.show",
    ),
    Verb(
        "take", "verbs.take_results.take_results",
        Command(
            "take", msg("Take results that players reported."),
            msg("Fill in what players have reported on their phones.\n\n"
              "Results that both players of a table report alike go into empty cells of the newest "
              "round; check-ins, requests to drop out and registrations go onto Players. Nothing that "
              "is typed is changed. Reports that differ are shown with both sides, for you to decide. "
              "The reports are in a file beside the workbook (docs/phones.md)."),
        ),
        Button(
            "TakeResults", msg("Take results"),
            msg("Fills in the results that both players reported on their phones, and shows where they differ."),
            PHONES, "Connections",
            in_lite=msg("Take results that players reported on their phones.\n\n"
                      "They are in a file beside the workbook, which a browser does not have: open the "
                      "workbook on the computer that runs xlplugin show."),
        ),
        "verbs.take_results.take_clicked",
    ),
    Verb(
        "codes", "verbs.codes.list_codes",
        Command(
            "codes", msg("List the players' codes for their phones."),
            msg("List the code with which each player reports results on a phone; they are on the player "
              "cards, too.\n\n"
              "Renew a code that others have seen: the one before opens nothing any more."),
            (
                Option("renew", "--renew", str, msg("Give this player, by number or name, a new code."), many=True),
                Option("renew_all", "--renew-all", bool, msg("Give every player a new code.")),
            ),
            'event.xlsx --renew "Player Elm"',
        ),
    ),
    Verb(
        "renew_code",
        button=Button(
            "RenewCode", msg("Renew code"),
            msg("Gives the player whose row is selected on Players a new code for the phone."),
            PHONES, "Repeat", selects=True,
        ),
        clicked="verbs.codes.renew_selected",
    ),
    Verb("enter", command=Command("enter", code="doors.enter.command.enter")),
)  # fmt: skip
