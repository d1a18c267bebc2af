"""Findings shown to people: a line each, with its state, and what to do below it."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import asdict

import click

from xlplugin.commands.output import print_json
from xlplugin.machine import Finding, State
from xlplugin.texts import t

COLOURS = {
    State.OK: "green", State.DONE: "green", State.NOTE: "yellow", State.MISSING: "red",
    State.DANGER: "red",
}  # fmt: skip
WIDTH = max(map(len, State))


def show(findings: Sequence[Finding], next_step: str, *, as_json: bool) -> None:
    """Print the findings, and what to do next; exit status 1 if something must be mended."""
    if as_json:
        print_json({"findings": [asdict(finding) for finding in findings]})
    else:
        width = max(len(t(finding.what)) for finding in findings)
        for finding in findings:
            word = finding.state.upper() if finding.is_bad else finding.state
            state = click.style(word.ljust(WIDTH), fg=COLOURS[finding.state], bold=True)
            click.echo(f"{state}  {t(finding.what):<{width}}  {finding.detail}")
            if finding.remedy:
                remedy = t("What to do: {remedy}", remedy=finding.remedy)
                click.echo(f"{'':{WIDTH}}    {remedy}")
        click.secho(next_step, bold=True)
    if any(finding.is_bad for finding in findings):
        sys.exit(1)
