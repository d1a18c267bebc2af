"""The tab Rules on paper: each of its blocks is one page, whatever the rules and however long their texts."""

from __future__ import annotations

import pytest
from click.testing import CliRunner
from openpyxl import load_workbook
from printed import pages_of

from engine.own.options import BLOCKS
from engine.own.ruleset import OWN
from xlplugin.doors.cli import main
from xlplugin.ground.resources import rules_files

A4, LETTER = "9", "1"
LONGEST = {
    "Name of the rules": "the name of a game " * 10,
    "Notes": "what is done at a table " * 41,
    "Source": "a document and its date " * 10,
    "Result": "Score",
    "Points by difference": ", ".join(f"{n} = {10 + n}:{10 - n}" for n in range(11)),
    "Rounds by players": "".join(f"{2**n} = {n}, " for n in range(1, 14)) + "more = 14",
    "Cut by players": "8 = 0, 16 = 4, 64 = 8, more = 16",
}


@pytest.fixture(scope="module")
def printed_rules(tmp_path_factory, converted, printed_words):
    """The pages of the tab, by its rules and the paper."""
    folder, made = tmp_path_factory.mktemp("rules"), {}
    longest = [f"--set={name}={value}" for name, value in LONGEST.items()]
    for name in (*sorted(rules_files()), "longest"):
        path = folder / f"{name}.xlsx"
        rules = ["--ruleset", "own", *longest] if name == "longest" else ["--rules", name]
        result = CliRunner().invoke(main, ["new", str(path), *rules])
        assert result.exit_code == 0, result.output
        workbook = load_workbook(path)
        for tab in workbook.sheetnames:
            if tab not in ("Rules", "Lists"):
                del workbook[tab]
        for paper in (A4, LETTER) if name == "longest" else (A4,):
            workbook["Rules"].page_setup.paperSize = paper
            workbook.save(made.setdefault((name, paper), folder / f"{name}-{paper}.xlsx"))
    pdfs = converted("pdf", *made.values())
    return {key: pages_of(printed_words(pdf)) for key, pdf in zip(made, pdfs, strict=True)}


def test_each_block_is_one_page(printed_rules):
    """With its heading, every setting of it, and the last of them above the foot of the page."""
    for key, pages in printed_rules.items():
        assert len(pages) == len(BLOCKS), key
        for block, page in zip(BLOCKS, pages, strict=True):
            assert page.text.count("Value Help") == 1, key
            names = [option.name for option in OWN.options if option.block == block]
            assert [name for name in names if name not in page.text] == [], (key, block)
