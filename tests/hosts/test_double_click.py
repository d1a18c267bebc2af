"""Two runs on one workbook at the same time: one of them writes, the others say so."""

from __future__ import annotations

import subprocess
import sys

from openpyxl import load_workbook

from xlplugin.hosts import safe_file


def test_a_change_during_the_backup_is_not_written_over(workbook_path, run, monkeypatch):
    """The last look at the file is the one just before the new version is moved into place."""
    original = safe_file._back_up

    def back_up_slowly(path, data):
        original(path, data)
        path.write_bytes(b"somebody else's")

    monkeypatch.setattr(safe_file, "_back_up", back_up_slowly)
    result = run("pair", workbook_path)
    assert result.exit_code == 1
    assert "event.xlsx was changed while this ran" in result.stderr
    assert workbook_path.read_bytes() == b"somebody else's"


def test_a_temporary_file_taken_away_by_another_run_is_told(workbook_path, run, monkeypatch):
    """Another run that clears up must not look like a full disk."""
    before = workbook_path.read_bytes()
    monkeypatch.setattr(safe_file, "_flush", lambda path: path.unlink())
    result = run("pair", workbook_path)
    assert result.exit_code == 1
    assert "was being saved by another run as well" in result.stderr
    assert workbook_path.read_bytes() == before


def test_a_double_click_pairs_one_round(workbook_path):
    """Three runs at once: the round is there once, and nobody sees a traceback."""
    command = [sys.executable, "-m", "xlplugin", "pair", str(workbook_path)]
    pipe = subprocess.PIPE
    runs = [subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True) for _ in range(3)]
    told = [run.communicate()[1] for run in runs]
    assert any(run.returncode == 0 for run in runs)
    assert "Traceback" not in "".join(told)
    tabs = load_workbook(workbook_path).sheetnames
    assert [tab for tab in tabs if tab.startswith("Round")] == ["Round 1", "Round 2"]
