"""How findings are shown: a line each, with its state, and what to do below it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

import click

from xlplugin.commands.output import print_json
from xlplugin.setup.machine import Finding, State

COLOURS = {
    State.OK: "green", State.DONE: "green", State.NOTE: "yellow", State.MISSING: "red",
    State.DANGER: "red",
}  # fmt: skip
WORDS = {state: state.upper() for state in (State.MISSING, State.DANGER)}
WIDTH = max(map(len, State))


def show(findings: Sequence[Finding], next_step: str, *, as_json: bool) -> None:
    """Print the findings, and what to do next."""
    if as_json:
        print_json({"findings": [asdict(finding) for finding in findings]})
        return
    width = max(len(finding.what) for finding in findings)
    for finding in findings:
        word = WORDS.get(finding.state, finding.state).ljust(WIDTH)
        state = click.style(word, fg=COLOURS[finding.state], bold=True)
        click.echo(f"{state}  {finding.what:<{width}}  {finding.detail}")
        if finding.remedy:
            click.echo(f"{'':{WIDTH}}    What to do: {finding.remedy}")
    click.secho(next_step, bold=True)
