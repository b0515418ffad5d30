"""`test --since REV`: failures with the lines that differ from a git revision."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.apps.cli.conftest import Run
from tests.apps.cli.test_questions import DUEL

ASKED = "gold(p) >= 3"


def git(*words: str) -> None:
    who = ("-c", "user.name=ann", "-c", "user.email=ann@example.org")
    subprocess.run(("git", *who, *words), check=True, capture_output=True)


def committed(text: str) -> Path:
    """A folder with a rulebook in two files that git keeps."""
    folder = Path("duel")
    folder.mkdir()
    rules, _, examples = text.partition("claim ")
    (folder / "duel.rules").write_text(rules)
    (folder / "proof.rules").write_text("claim " + examples)
    git("init", "-q")
    git("add", ".")
    git("commit", "-q", "-m", "all hold")
    return folder / "duel.rules"


def test_the_lines_that_differ_from_a_revision_are_listed_with_failures(run: Run) -> None:
    rules = committed(DUEL)
    rules.write_text(DUEL.partition("claim ")[0].replace(ASKED, "gold(p) >= 2"))
    git("commit", "-q", "-a", "-m", "a slip")

    ran = run("test", "duel", "--since", "HEAD~1")
    message = run("test", "duel", "--since", "HEAD~1", "--format", "json").json

    assert ran.status == 1
    _, _, changed = ran.out.partition("since `HEAD~1`, these lines have changed:\n")
    assert [line.split()[:2] for line in changed.splitlines()[:2]] == [
        ["duel.rules:16:", "-"],
        ["duel.rules:16:", "+"],
    ]
    assert message["changed"]["since"] == "HEAD~1"
    assert [(each["line"], each["new"]) for each in message["changed"]["lines"]] == [
        (16, False),
        (16, True),
    ]
    assert "no line has changed since `HEAD`" in run("test", "duel", "--since", "HEAD").out


def test_a_file_that_is_gone_is_among_what_has_changed(run: Run) -> None:
    rules = committed(DUEL)
    Path("duel/more.rules").write_text("state unused: 0..3 = 0\n")
    git("add", ".")
    git("commit", "-q", "-m", "more")
    Path("duel/more.rules").unlink()
    rules.write_text(rules.read_text().replace(ASKED, "gold(p) >= 2"))

    assert "more.rules:1: - state unused: 0..3 = 0" in run("test", "duel", "--since", "HEAD").out


@pytest.mark.parametrize("revision", ["nonsense", "--output=x", "HEAD:duel", "x" * 3000, "a\nb"])
def test_what_is_no_revision_is_refused(run: Run, revision: str) -> None:
    rules = committed(DUEL)
    rules.write_text(rules.read_text().replace(ASKED, "gold(p) >= 2"))

    ran = run("test", "duel", f"--since={revision}")

    assert ran.status == 2
    assert "git knows no revision" in ran.err
    assert len(ran.err) < 400


def test_outside_of_git_no_revision_is_known(run: Run) -> None:
    Path("duel.rules").write_text(DUEL.replace(ASKED, "gold(p) >= 2"))

    ran = run("test", "duel.rules", "--since", "HEAD")

    assert ran.status == 2
    assert "git knows no revision `HEAD`" in ran.err
