"""The calls to xlwings that do something else on Windows, on macOS and in xlwings Lite.

Windows is xlwings over COM, macOS over Apple events, Lite its remote engine. The stand-ins beside this
file behave so (``com.py``, ``applescript.py``, ``remote.py``); their tests name the sources.
"""

from __future__ import annotations

from typing import NamedTuple


class Difference(NamedTuple):
    """One call, what it does where, what our code does about it, and the test that would fail."""

    call: str
    windows: str
    macos: str
    lite: str
    ours: str
    test: str


DIFFERENCES = tuple(
    Difference(*(part.strip() for part in line.split("|")))
    for line in """
conditional_formats.add_custom | formula in the user's language, as seen from the active cell | the same | as it is written | operators only; the first cell is selected before | test_highlights.py:test_a_highlight_needs_no_function_and_no_separator
conditional_formats.add_custom, R1C1 | reads R1C1 | reads R1C1 | no such setting | A1 for the time of a click | test_whole_events.py:test_a_whole_event_is_the_same
Range.value, several cells | tuples of tuples, through xlwings rows | rows | rows | ndim=2 | test_stand_ins.py:test_one_cell_comes_as_it_is_and_several_as_rows
Range.value, err_to_str | a text for seven errors, whole numbers for newer ones | TypeError for rows | texts | asked for in Lite only; on the desktop the formula tells the error | test_desktop.py:test_errors_are_no_numbers
Range.value, an error among others | nothing | left out, so that the row is shorter | text | short rows are asked for cell by cell | test_desktop.py:test_a_formula_that_has_failed_moves_nothing_beside_it
Range.value, a row of errors | nothing | no row | texts | the rows are asked for one by one | test_desktop.py:test_a_formula_that_has_failed_moves_nothing_beside_it
Range.value, currency | Decimal | float | number | a number | test_desktop.py:test_money_is_a_number
Range.value, text typed | an apostrophe is a prefix | the same | the same | every text has one, so that 3-3 is no date | test_desktop.py:test_names_that_mean_something_to_the_user_stay_names
Range.value, text in @ cells | text anyway | text anyway | format is not told | no apostrophe where the format is @; typed again if one was lost | test_desktop.py:test_texts_go_into_cells_that_are_formatted_as_text
Range.formula | English; one cell as it is | the same | not told | read where it is told; rows made of whatever comes | test_desktop.py:test_cells_are_read_as_from_a_file
Range.merge_cells | yes, no, or nothing for some | yes, no, or missing value | not told | halved until no is said | test_desktop.py:test_merged_cells_are_seen
Sheet.used_range | formatted cells count | the same | filled cells only | beyond 250,000 cells read in parts up to the first gap | test_desktop.py:test_formats_at_the_far_end_do_not_matter
Range.find | what is shown | the same | not there | only to name a cell that is far away | test_desktop.py:test_a_cell_at_the_far_end_does_not_make_a_click_take_minutes
Range.number_format | English; nothing if mixed | the same | not told | asked on the desktop, in smaller parts if mixed | test_desktop.py:test_texts_go_into_cells_that_are_formatted_as_text
for sheet in Book.sheets | the tab itself | its place, another tab once one comes before it | its place | tabs are asked for by name | test_stand_ins.py:test_a_tab_by_its_place_is_another_one_on_macos
Book.sheets, names that are not there | an error | none before it is used | an error | the names are looked through | test_stand_ins.py:test_a_tab_that_is_gone_or_was_never_there_cannot_be_used
Sheet.copy, very hidden | refused | refused | refused | hidden plainly for the moment of the copy | test_desktop.py:test_technical_tabs_stay_out_of_the_list_of_hidden_ones
Sheet.copy, failing half-way | the copy stays | the copy stays | nothing is done | the copy is deleted | test_desktop.py:test_a_page_that_is_copied_goes_again_if_anything_fails_then
Sheet.visible | -1, 0 or 2 | yes, no, or a word | yes or no | hide_well in each one's words; Lite only hides | test_desktop.py:test_technical_tabs_stay_out_of_the_list_of_hidden_ones
Sheet.activate | fails beside another Excel in front | the same, and asks macOS for leave | an action | the book and the tab of xlwings' engine | test_desktop.py:test_a_second_excel_does_no_harm
Sheets.add | as many as are selected | one | one, before one too far left | one is selected first; before on the desktop, after in Lite | test_desktop.py:test_without_the_technical_tabs_new_ones_come_in_the_same_place
Sheet.index | counts chart sheets | does not | does not | not used on the desktop | test_desktop.py:test_without_the_technical_tabs_new_ones_come_in_the_same_place
Range.column_width | characters without padding, otherwise below one | the same | points | as each one counts | test_desktop.py:test_narrow_columns_are_as_narrow_as_in_a_file
Range.rows.hidden | read and set, of a filter's rows too | the same | set, but not told | set for every row that is marked, without asking; asked on the desktop before a block is written | test_buttons.py:test_whether_a_row_is_out_of_sight_is_not_asked
Range.value, rows that a filter leaves out | the first value alone, into every row that is shown | the same | the same, or out of order | cell by cell on the desktop; in Lite nothing tells | test_desktop.py:test_a_filter_on_players_moves_nothing_into_another_row
Range.note, add_note | one alone; 1004 on a protected tab | an error where there is none | text not told | whatever fails, the message says it all | test_desktop.py:test_a_protected_tab_takes_no_notes_but_the_message_says_what_is_wrong
Book.selection | nothing for a picture | an error for a picture | an address | nothing | test_desktop.py:test_where_no_cells_of_ours_are_selected_there_are_none
Range.address, several pieces | 255 characters, the rest left out without a word | taken for the same | one piece | a long one is refused | test_selected.py:test_more_pieces_than_excel_tells_are_too_many
Book.fullname, a web address | XlwingsError or UnboundLocalError | the same | none | export goes to a tab | test_desktop.py:test_an_export_goes_beside_the_workbook_or_to_a_tab
Book.caller | by the window's number | by the name, accents as they are written | handed over | on macOS names are compared without regard to that | test_from_excel.py:test_on_macos_the_workbook_is_found_however_its_accents_are_written
Books.open | beside the others | the same, and asks macOS for leave; Excel may ask for access to the file | one that is handed over | Excel's own word on macOS, without a time limit | test_buttons.py:test_excel_prints_the_workbook_that_is_shared
Book.to_pdf | all visible tabs, with its properties | the same, over no file; an error after a minute, though Excel may ask for access | refused | the shared workbook under a new name; Excel's own word on macOS, without a time limit | test_desktop.py:test_excel_is_waited_for_while_it_asks_for_access_to_a_file
Pictures.add | any file, in the size that is said | a copy in Excel's own folder, which macOS may keep Python out of | in its own size, at a cell | the size is set afterwards in Lite; without pictures where their files are refused | test_pictures.py:test_where_excel_may_not_read_them_the_tab_is_made_without
Picture, text for screen readers | AlternativeText | the word means that of a pivot table | none | the name on macOS, nothing in Lite | test_pictures.py:test_what_screen_readers_say
Range.left and top | each | all properties, twice | not told | Excel's own words on macOS, the cell in Lite | test_pictures.py:test_pictures_are_the_same
App.alert | waits | an error after a minute | an action | what was shown was shown | test_desktop.py:test_a_message_that_is_left_standing_ends_no_click_with_a_traceback
errors | com_error | CommandError of several lines | none before the end | one line, in plain words | test_desktop.py:test_while_excel_does_not_answer_nothing_is_written
a call that fails | asked again while busy | an error after a minute | none | taken back, and said if it could not be | test_desktop.py:test_an_excel_that_stops_answering_is_not_waited_for_again_and_again
number of calls | cheap | an event each | nothing is asked | cells by their address | test_desktop.py:test_a_click_asks_excel_so_often_at_most
""".strip().splitlines()
)
