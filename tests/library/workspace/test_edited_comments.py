"""An edit of comments and blank lines has the messages of a check from nothing, at once."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from ruleslang.library.find_rulebook import data_root
from ruleslang.library.workspace.workspace import Workspace
from ruleslang.source.diagnostic import Diagnostic

CORPUS = sorted((Path(__file__).parents[2] / "language/corpus").glob("*.rules"))
RULEBOOKS = ("grangol", "ole", "ollapion", "super_team", "worldies")
COMMENTS = (
    *("# a note", "  # a note", "#", "# cards: 12"),
    *("# allow: unused, because", "#| a |", '# "'),
)
SOME = CORPUS[::40]


def edited(text: str, chance: random.Random) -> str:
    """A text with another comment or blank line, or without one; or with another word."""
    lines = text.split("\n")
    number = chance.randrange(len(lines))
    match chance.randrange(6):
        case 0:
            lines.insert(number, " " * chance.choice((0, 0, 4, 8)) + chance.choice(COMMENTS))
        case 1:
            lines.insert(number, chance.choice(("", "", "    ", "\t")))
        case 2:
            lines[number] += " " + chance.choice(COMMENTS)
        case 3:
            lines[number] = lines[number].partition("#")[0]
        case 4:
            lines = [line for line in lines if line.strip() or chance.random() < 0.8]
        case _:
            lines[number] = lines[number].replace("#", "# so", 1).replace("one", "two", 1)
    return "\n".join(lines)


def messages(workspace: Workspace) -> list[tuple[object, ...]]:
    """What is said, where, and how it is fixed."""
    every = (each for of_file in workspace.snapshot().diagnostics.values() for each in of_file)
    return [message(each) for each in every]


def message(said: Diagnostic) -> tuple[object, ...]:
    places = [(label.span.start, label.span.end, label.text) for label in said.labels]
    edits = said.fix.edits if said.fix else ()
    fix = [(edit.span.start, edit.span.end, edit.text) for edit in edits]
    span = said.span
    return said.slug, said.message, said.help, span.source.name, span.start, span.end, places, fix


def try_edits(rulebook: str, path: Path, number: int, seed: int) -> int:
    """Edit a text again and again, and count the edits after which nothing was checked."""
    chance, workspace = random.Random(seed), Workspace(rulebook)
    text = path.read_text(encoding="utf-8")
    workspace.snapshot()
    at_once = 0
    for step in range(number):
        text = edited(text, chance)
        known = workspace.last
        workspace.set_text(path, text)
        found = messages(workspace)
        at_once += known is not None and workspace.snapshot().paths is known.paths
        from_nothing = Workspace(rulebook)
        from_nothing.set_text(path, text)

        assert found == messages(from_nothing), f"seed {seed}, step {step}: {path.name}"
    return at_once


def test_edits_of_comments_have_the_messages_of_a_check() -> None:
    assert sum(try_edits(str(path), path, 4, seed) for seed, path in enumerate(SOME)) > 5


@pytest.mark.long
def test_a_thousand_edits_of_comments_have_the_messages_of_a_check() -> None:
    assert sum(try_edits(str(path), path, 4, seed) for seed, path in enumerate(CORPUS)) > 200
    for name in RULEBOOKS:
        for path in sorted((data_root() / "rulebooks" / name).glob("*.rules")):
            assert try_edits(name, path, 8, len(name)) > 0


def test_what_is_asked_after_an_edit_of_a_comment_is_of_the_new_text(tmp_path: Path) -> None:
    path = tmp_path / "coins.rules"
    path.write_text(TEXT, encoding="utf-8")
    workspace = Workspace(str(path))
    before = workspace.snapshot()

    workspace.set_text(path, "# coins that are thrown\n" + TEXT)
    after = workspace.snapshot()

    assert after.paths is before.paths  # nothing was checked
    assert after.trees[0].source.text.startswith("# coins")
    assert after.compiled is not None and after.symbols is not None
    (one,), (other,) = before.diagnostics.values(), after.diagnostics.values()
    assert [each.slug for each in one] == ["never-set"]
    assert [each.span.line - 1 for each in other] == [each.span.line for each in one]
    assert workspace.syntax(path) == ()


def test_after_a_change_on_disk_all_is_checked_again(tmp_path: Path) -> None:
    path = tmp_path / "coins.rules"
    path.write_text(TEXT, encoding="utf-8")
    workspace = Workspace(str(path))
    before = workspace.snapshot()

    workspace.touch()
    workspace.set_text(path, "# coins that are thrown\n" + TEXT)

    assert workspace.snapshot().paths is not before.paths


TEXT = """rulebook coins "Coins"
    language 1
    players 1
    starts with game

state coins: 0..9 = 3

phase game
    if coins > 4: p1 wins
    nobody wins
"""
