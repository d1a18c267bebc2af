"""Programs from elsewhere that tests run: Node, and what answers line by line."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from contextlib import contextmanager

import pytest


def missing(what):
    """Skip, or fail where everything is said to be installed."""
    if os.environ.get("CI"):
        pytest.fail(what)
    pytest.skip(what)


def node():
    """Where Node is."""
    found = shutil.which("node")
    if not found or not shutil.which("npm"):
        missing("Node is not here: apt-get install nodejs npm, or get it from nodejs.org")
    return found


def npm_install(folder, *packages):
    """The command that installs packages of Node into a folder."""
    quiet = ("--silent", "--no-audit", "--no-fund")
    return [shutil.which("npm"), "install", *quiet, "--prefix", folder, *packages]


class Answering:
    """A running program that answers every line of JSON with another one.

    Args:
        process: the program.
        name: what it is, as in "the browser".
    """

    def __init__(self, process, name):
        self._process, self._name = process, name

    def ask(self, **question):
        """The value that the program answers with."""
        self._process.stdin.write(json.dumps(question) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        assert line, f"{self._name} is gone; what it said is above"
        answer = json.loads(line)
        assert "error" not in answer, answer["error"]
        return answer.get("value")


@contextmanager
def answering(kind, name, *command):
    """Run a program for as long as it is asked; ``kind`` is the class that asks it."""
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen(command, encoding="utf-8", **pipes) as process:
        yield kind(process, name)
        process.stdin.close()
