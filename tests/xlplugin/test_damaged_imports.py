"""Damaged files of events: they are read, or refused in words; never an error that nobody has foreseen."""

from __future__ import annotations

import json
from random import Random

import pytest
from elsewhere import as_options, random_event, table_of, written

from xlplugin.workbook.reading.reader import read_event

import campaigns
from values_only import ValuesHost

LETTERS = "0123456789 ,;\t\n\"'WLDX=+-/.[]{}:nulltrue\u00e9\u0142\x00\x07\ud7ff\U0001f600"
VALUES = (None, True, -1, 0, 1.5, 10**30, "", "x", "1", [], {}, [1], {"a": 1}, "Bye", "W" * 300)


def damaged_text(text, random):
    """A text some letters of which are gone, doubled, exchanged or others; or lines of it."""
    letters = list(text)
    for _ in range(random.choice((1, 1, 2, 5))):
        at = random.randrange(len(letters))
        change = random.randrange(4)
        if change == 0:
            del letters[at : at + random.choice((1, 1, 3, 30))]
        elif change == 1:
            letters[at:at] = letters[at : at + random.choice((1, 10))]
        else:
            letters[at] = random.choice(LETTERS)
        letters = letters or ["x"]
    lines = "".join(letters).split("\n")
    if random.random() < 0.2:
        random.shuffle(lines)
    return "\n".join(lines)


def places(data, path=()):
    """Every place in the data, by its path."""
    inside = (
        data.items()
        if isinstance(data, dict)
        else enumerate(data)
        if isinstance(data, list)
        else ()
    )
    for key, value in inside:
        yield (*path, key)
        yield from places(value, (*path, key))


def damaged_data(text, random):
    """JSON with other values in some places, or without them."""
    data = json.loads(text)
    for _ in range(random.choice((1, 1, 2, 4))):
        *outer, last = random.choice([*places(data)])
        inside = data
        for key in outer:
            inside = inside[key]
        if random.random() < 0.3:
            del inside[last]
        else:
            inside[last] = random.choice(VALUES)
    return json.dumps(data)


@pytest.fixture(scope="module")
def sources(event_file, tmp_path_factory):
    """An event as each file that import reads, with the rules that go with it."""
    folder = tmp_path_factory.mktemp("sources")
    played = random_event("own", 0)
    rules = ("--ruleset", "own", *as_options(played))
    table = written(folder / "table.csv", table_of(played, "own"))
    event = event_file(folder / "event.xlsx")
    done = event.run_bare("import", table, event.path, *rules)
    assert done.exit_code == 0, done.output
    for name in ("whole.json", "report.trf"):
        kind = ("--format", "json") if name == "whole.json" else ()
        event.done("export", *kind, "-o", folder / name)
    return {
        path.name: (path.read_text(encoding="utf-8"), () if path.suffix == ".json" else rules)
        for path in (table, folder / "whole.json", folder / "report.trf")
    }


@pytest.mark.parametrize(
    ("name", "damage"),
    [
        ("table.csv", damaged_text),
        ("report.trf", damaged_text),
        ("whole.json", damaged_text),
        ("whole.json", damaged_data),
    ],
)
def test_damaged_files_are_read_or_refused_in_words(event_file, tmp_path, sources, name, damage):
    """An event without problems, or a message and no workbook."""
    text, rules = sources[name]
    (tmp_path / "sources").mkdir()
    path, event = tmp_path / "sources" / name, event_file(tmp_path / "event.xlsx")
    failures, read = [], 0
    for number in range(campaigns.some(40)):
        changed = damage(text, Random(f"{name} {number}"))
        path.write_text(changed, encoding="utf-8", errors="surrogatepass")
        event.path.unlink(missing_ok=True)
        try:
            done = event.run_bare("import", path, event.path, *rules)
        except Exception as error:  # noqa: BLE001  (each is a failure, and the next one is tried)
            failures.append((number, repr(error)))
            continue
        read += done.exit_code == 0
        is_right = event.path.exists() if done.exit_code == 0 else bool(done.stderr.strip())
        if not is_right or (done.exit_code and event.path.exists()):
            failures.append((number, done.exit_code, done.output[:300]))
        elif done.exit_code == 0 and read_event(ValuesHost(event.path).read()).problems:
            failures.append((number, "imported with problems"))
    assert failures == []
    assert read < campaigns.some(40)
