"""Git revisions by strangers: names that lead out of a folder are not written anywhere."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from ruleslang.library.read_rulebook_files import files_at

TEXT = 'rulebook duel "Duel"\n'


def git(*words: str, given: str = "") -> str:
    """What git prints in the current folder."""
    name = ("-c", "user.name=a", "-c", "user.email=a@example.org")
    ran = subprocess.run(
        ("git", *name, *words), input=given, capture_output=True, text=True, check=True
    )
    return ran.stdout.strip()


def test_a_file_of_a_revision_that_leads_out_of_the_folder_is_passed_over(tmp_path: Path) -> None:
    git("init", "-q", str(tmp_path))
    here = ("-C", str(tmp_path))
    blob = git(*here, "hash-object", "-w", "--stdin", given=TEXT)
    evil = git(*here, "mktree", given=f"100644 blob {blob}\tevil.rules\n")
    inside = f"100644 blob {blob}\tduel.rules\n040000 tree {evil}\t..\n"
    duel = git(*here, "mktree", given=inside)
    beside = f"040000 tree {duel}\tduel\n100644 blob {blob}\tevil.rules\n"
    whole = git(*here, "mktree", given=beside)
    commit = git(*here, "commit-tree", whole, "-m", "made by hand")
    listed = git(*here, "ls-tree", "-r", "--name-only", commit, "./duel/")

    found = dict(files_at(commit, tmp_path, [Path("duel")]))

    assert set(listed.splitlines()) == {"duel/duel.rules", "duel/../evil.rules"}
    assert found == {Path("duel/duel.rules"): TEXT.encode()}


def test_git_is_asked_by_full_names_of_commits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    git("init", "-q", str(tmp_path))
    (tmp_path / "duel.rules").write_text(TEXT)
    for words in (("add", "."), ("commit", "-q", "-m", "one"), ("branch", "mine")):
        git("-C", str(tmp_path), *words)
    asked, run = list[tuple[str, ...]](), subprocess.run

    def spied(words: tuple[str, ...], **more: Any) -> Any:
        asked.append(words)
        return run(words, **more)

    monkeypatch.setattr(subprocess, "run", spied)
    found = dict(files_at("mine", tmp_path, [Path()]))

    first, *others = [words[3:] for words in asked]
    assert found == {Path("duel.rules"): TEXT.encode()}
    assert first == ("rev-parse", "--verify", "--quiet", "--end-of-options", "mine^{commit}")
    assert others
    assert not any("mine" in word for words in others for word in words)


OF_A_STRANGER = """
[extensions]
    partialClone = origin
[remote "origin"]
    url = "ext::touch {made}"
    promisor = true
[protocol]
    allow = always
"""


def test_no_command_of_a_stranger_fetches_what_a_repository_lacks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    house, made = tmp_path / "house", tmp_path / "made"
    git("init", "-q", str(house))
    (house / "duel.rules").write_text(TEXT)
    for words in (("add", "."), ("commit", "-q", "-m", "one")):
        git("-C", str(house), *words)
    blob = git("-C", str(house), "rev-parse", "HEAD:duel.rules")
    (house / ".git" / "objects" / blob[:2] / blob[2:]).unlink()
    git("-C", str(house), "config", "core.repositoryformatversion", "1")
    with open(house / ".git" / "config", "a") as config:
        config.write(OF_A_STRANGER.format(made=made))
    older = tmp_path / "git"  # which knows nothing of the variable that forbids it
    older.write_text(f'#!/bin/sh\nunset GIT_NO_LAZY_FETCH\nexec {shutil.which("git")} "$@"\n')
    older.chmod(0o700)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")

    assert dict(files_at("HEAD", house, [Path()])) == {}
    assert not made.exists()
