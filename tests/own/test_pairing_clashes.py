"""Settings of pairing that contradict one another are named, all at once, and those that do not are let be."""

from __future__ import annotations

from engine.own.pairing_clashes import pairing_clashes

from cases import each

CASES = {
    "Within a group": {"Pairing method": "Round robin", "Within a group": "Fold"},
    "Rematches": {"Pairing method": "Round robin twice", "Rematches": "3"},
    "Player 1": {"Pairing method": "FIDE Dutch", "Round 1": "Seed", "Player 1": "Less often"},
    "Accelerated rounds": {"Accelerated rounds": "2"},
    "Wins and losses": {"Result": "Two games with sides", "Wins and losses": "3:3"},
    "Points by difference": {
        "Pairing method": "FIDE Dutch", "Round 1": "Seed", "Points by difference": "0 = 1:1, 1 = 2:0",
    },
    "Begin with start score": {
        "Pairing method": "FIDE Dutch", "Round 1": "Rating", "Begin with start score": "Yes"
    },
    "Pools": {"Pairing method": "FIDE Dutch", "Round 1": "Seed", "Pools": "2"},
    "Order within a group": {"Order within a group": "Rating"},
    "Who floats": {"Who floats": "Lowest of the group"},
    "Points for an absent round": {"Wins and losses": "3:3", "Points for an absent round": "1/2"},
    "Round 1": {"Pairing method": "FIDE Dutch"},
    "Result": {"Pairing method": "FIDE Dutch", "Round 1": "Seed", "Result": "Two games with sides"},
    "Points for a draw": {"Pairing method": "FIDE Dutch", "Round 1": "Seed", "Points for a draw": "1/3"},
    "Points for an absent opponent": {
        "Pairing method": "FIDE Dutch", "Round 1": "Seed", "Points for a bye": "1.5",
    },
    "Points for a no-show": {"Pairing method": "FIDE Dutch", "Round 1": "Seed", "Points for a no-show": "1"},
}  # fmt: skip


@each("setting", CASES)
def test_a_contradiction_is_named_with_its_setting(setting):
    """The setting at fault is named, it alone, and its sentence has all its values."""
    (clash,) = pairing_clashes(CASES[setting])
    assert clash.setting == setting
    assert clash.setting in clash.text.format_map({"setting": clash.setting, **clash.values})


@each(
    "pools, wrong",
    [
        ("17", "17"),
        ("1", "1"),
        ("8 = 0, 16 = 1, more = 20", "1 20"),
        ("8 = 0, more = 16", ""),
        ("0", ""),
    ],
)
def test_there_are_2_to_16_pools(pools, wrong):
    """Each other number is named; 0 is for none."""
    found = [*pairing_clashes({"Pools": pools})]
    assert " ".join(str(clash.values["value"]) for clash in found) == wrong
    assert {clash.setting for clash in found} <= {"Pools"}


def test_a_record_that_goes_on_is_not_for_pools():
    """Without pools it may be set."""
    (clash,) = pairing_clashes({"Pools": "2", "Wins and losses": "3:3"})
    assert (clash.setting, clash.values["other"]) == ("Wins and losses", "Pools")
    assert not [*pairing_clashes({"Pools": "0", "Wins and losses": "3:3"})]


def test_all_contradictions_are_named_at_once():
    """Several faults of one set of rules come together."""
    options = CASES["Wins and losses"] | CASES["Accelerated rounds"] | CASES["Who floats"]
    named = {clash.setting for clash in pairing_clashes(options)}
    assert named == {"Wins and losses", "Accelerated rounds", "Who floats"}


@each(
    "options",
    [
        {}, {"Within a group": "Halves", "Order within a group": "Seed", "Who floats": "Lowest of the group"},
        {"Accelerated rounds": "2", "Round 1": "Seed"}, {"Wins and losses": "3:3"},
        {"Pairing method": "FIDE Dutch", "Round 1": "Rating", "Points for a win": "1", "Points for a draw": "0.5"},
        {"Pairing method": "Round robin twice", "Round 1": "Seed", "Fresh tables": "Yes"},
        {
            "Pairing method": "FIDE Dutch", "Round 1": "Seed", "Points for a no-show": "1",
            "Points for an absent round": "1", "Points for a bye": "1.5", "Points for an absent opponent": "3",
        },
    ],
)  # fmt: skip
def test_settings_that_go_together_are_let_be(options):
    """Rules as events have them."""
    assert [*pairing_clashes(options)] == []
