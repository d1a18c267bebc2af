"""The icons of the buttons in LibreOffice, as SVG: lines on a square of 16, by the names of verbs."""

from __future__ import annotations

INK, ACCENT = "#3a3a38", "#1c7c54"
SQUARE = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}" viewBox="0 0 16 16">'
    '<g fill="none" stroke="{ink}" stroke-width="1.4" stroke-linecap="round" stroke-linejoin="round">'
    "{lines}</g></svg>\n"
)
SMALL, LARGE = 16, 26

PAGE = '<path d="M3.5 1.5h6l3 3v10h-9z"/>'
PERSON = '<circle cx="6" cy="4.5" r="2.5"/><path d="M1.5 14c0-6 9-6 9 0"/>'
PLUS = '<path class="a" d="M12.5 6v5M10 8.5h5"/>'
TABLE = '<path d="M1.5 2.5h13v11h-13zM1.5 6h13M6 2.5v11"/>'
TURN = '<path d="M13.5 8a5.5 5.5 0 1 1-2-4.2"/><path class="a" d="M14 1.5v3.5h-3.5"/>'
ICONS = {
    "new": PAGE + '<path class="a" d="M8 6.5v5M5.5 9h5"/>',
    "pair": '<path class="a" fill="{accent}" d="M4.5 2.5v11l8.5-5.5z"/>',
    "pair_again": TURN,
    "undo": '<path d="M3 6h6.5a4 4 0 0 1 0 8H6"/><path class="a" d="M6 2.5L2.5 6 6 9.5"/>',
    "publish": '<path d="M8 10.5v-8M2.5 9.5v4.5h11v-4.5"/><path class="a" d="M5 5l3-3 3 3"/>',
    "start_clock": '<circle cx="8" cy="8" r="6.3"/><path class="a" d="M8 4.5v3.5l2.5 2"/>',
    "pause_clock": '<circle cx="8" cy="8" r="6.3"/><path class="a" d="M6.3 5.5v5M9.7 5.5v5"/>',
    "swap": '<path d="M2 5h11.5"/><path d="M14 11H2.5"/>'
            '<path class="a" d="M11 2.5L13.5 5 11 7.5M5 8.5L2.5 11 5 13.5"/>',
    "move": '<path d="M1.5 3.5h5v9h-5z"/><path class="a" d="M8.5 8h6M12 5.5L14.5 8 12 10.5"/>',
    "late": PERSON + '<path class="a" d="M13 3v4l2 1.5"/>',
    "pair_selected": '<path stroke-dasharray="2 2" d="M1.5 1.5h13v13h-13z"/>'
                     '<path class="a" fill="{accent}" d="M6 5v6l5-3z"/>',
    "show": '<path d="M5 5.5h6v9H5zM7.5 12.5h1"/><path class="a" d="M4 3.5a5.6 5.6 0 0 1 8 0M2 1.8a8.4 8.4 0 0 1 12 0"/>',
    "take": '<path d="M4 1.5h8v13H4z"/><path class="a" d="M6 8l1.7 1.7L10.5 6"/>',
    "renew_code": '<circle cx="5" cy="8" r="3.2"/><path d="M8.2 8h6.3v3M11.8 8v2"/><path class="a" d="M11 2.5h3v3"/>',
    "standings": '<path d="M2 14.5V9h4v5.5M10 14.5V7h4v7.5M1 14.5h14"/>'
                 '<path class="a" d="M6 14.5V3h4v11.5"/>',
    "safe": '<path d="M1.5 8h13"/><path class="a" d="M4.5 5.5v-4M2.5 3.5l2-2 2 2"/>'
            '<path d="M11.5 10.5v4M9.5 12.5l2 2 2-2"/>',
    "cut": '<path d="M1.5 2.5h13l-5 6v5.5l-3-1.5v-4z"/>',
    "tiebreaker": '<path d="M2 4.5h5M2 8h5M2 11.5h5"/><path class="a" d="M12 2.5v10.5M9.5 10.5l2.5 3 2.5-3"/>',
    "plan": '<path d="M2 3.5h12v10.5H2zM2 7h12M5 1.5v3.5M11 1.5v3.5"/><path class="a" d="M5 10.5l2 2 4-3.5"/>',
    "cross_table": TABLE + '<path class="a" d="M8.5 8l4 4M12.5 8l-4 4"/>',
    "statistics": '<path d="M2 1.5v12.5h12.5"/><path class="a" d="M5 13.5v-4M8.5 13.5v-8M12 13.5v-6"/>',
    "matchups": TABLE + '<path class="a" d="M8.5 8.2h2M12 8.2h1M8.5 11h1M11.5 11h2"/>',
    "print_names": PAGE + '<path class="a" d="M6 6.5h3M6 9h4M6 11.5h4"/>',
    "print_slips": '<path d="M2 2h12v12H2z"/><path class="a" stroke-dasharray="1.5 2" d="M2 8h12M8 2v12"/>',
    "print_seats": '<path d="M4 2v6.5h8V2M4 14.5V8.5M12 14.5V8.5"/><path class="a" d="M4 5h8"/>',
    "print_cards": '<path d="M1.5 3.5h13v9h-13z"/><circle class="a" cx="5" cy="7" r="1.3"/>'
                   '<path class="a" d="M8.5 6.5h4M8.5 9.5h4"/>',
    "add_players": PERSON + PLUS,
    "number_players": '<path d="M6 2L4.5 14M11.5 2L10 14"/><path class="a" d="M2.5 6h12M1.5 10h12"/>',
    "penalties": '<path d="M8 2l6.5 12h-13z"/><path class="a" d="M8 6.5v3.5M8 12v.2"/>',
    "lists": '<path d="M6 3.5h8.5M6 8h8.5M6 12.5h8.5"/>'
             '<path class="a" d="M1.5 3.5l1 1 1.5-2M1.5 8l1 1 1.5-2M1.5 12.5l1 1 1.5-2"/>',
    "check": '<path d="M14 8a6 6 0 1 1-3-5.2"/><path class="a" d="M5 7.5l3 3 6-7"/>',
    "export": PAGE + '<path class="a" d="M5.5 9h5M8.5 6.5L11 9l-2.5 2.5"/>',
}  # fmt: skip


def icon(verb: str, size: int) -> str:
    """The icon of a verb, or of ``new``, as an SVG file, so many pixels wide and high."""
    if verb not in ICONS:
        message = (
            f"The button {verb} has no icon: draw it in ICONS in templates/extension_icons.py."
        )
        raise ValueError(message)
    lines = ICONS[verb].replace('class="a"', f'stroke="{ACCENT}"').replace("{accent}", ACCENT)
    return SQUARE.format(size=size, ink=INK, lines=lines)
