"""Random edits: nothing breaks, and the messages are those of `check` for the saved text."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import ruleslang
from ruleslang.language.syntax.parse import parse
from ruleslang.library.find_rulebook import data_root
from ruleslang.library.read_file import decode
from ruleslang.library.workspace.completion import completions
from ruleslang.library.workspace.hints import hints
from ruleslang.library.workspace.hover import described
from ruleslang.library.workspace.outline import folds, outline
from ruleslang.library.workspace.rename import CannotRename, rename
from ruleslang.library.workspace.signature import signature
from ruleslang.library.workspace.tokens import coloured
from ruleslang.library.workspace.workspace import Workspace
from ruleslang.source.diagnostic import Diagnostic

CORPUS = sorted((Path(__file__).parents[2] / "language/corpus").glob("*.rules"))
EXAMPLES = sorted((data_root() / "examples").glob("*/*.rules"))
SIGNS = (*'(){\n":,§😀\t\ré#', "\n    ", "    ", "..")
OF_ONE = 25  # edits of one text, one after the other


def edited(text: str, chance: random.Random) -> tuple[str, int]:
    """A text with one more edit, as people make them, and where it was made."""
    at = chance.randrange(len(text) + 1)
    words = text.split() or ["zone"]
    match chance.randrange(7):
        case 0:
            return text[:at] + text[at + chance.randrange(1, 4) :], at
        case 1:
            return text[:at] + chance.choice(SIGNS) + text[at:], at
        case 2:
            return f"{text[:at]} {chance.choice(words)} {text[at:]}", at
        case 3:
            end = text.find("\n", at)
            return text[:at] + (text[end:] if end >= 0 else ""), at
        case 4:
            lines = text.splitlines(keepends=True) or [""]
            number = chance.randrange(len(lines))
            kept = [*lines[:number], *lines[number + 1 :]]
            if chance.random() < 0.5:
                kept.insert(chance.randrange(len(kept) + 1), lines[number])
            return "".join(kept), min(at, sum(map(len, kept)))
        case 5:
            old, new = chance.choice(words), chance.choice(words)
            return text.replace(old, new, 1), min(at, len(text.replace(old, new, 1)))
        case _:
            return text[:at] + text[at : at + 40] + text[at:], at


def try_edits(original: Path, path: Path, number: int, seed: int) -> None:
    """Edit a text again and again; begin anew from time to time."""
    chance = random.Random(seed)
    text = start = original.read_text(encoding="utf-8")
    workspace = Workspace(str(path))
    for step in range(number):
        text, at = edited(start if step % OF_ONE == 0 else text, chance)
        workspace.set_text(path, text)
        assert _messages(workspace.syntax(path)) == _messages(_unread(path, text))
        log = workspace.change(path, text)
        path.write_text(text, encoding="utf-8", newline="")

        own = [each for of_file in log.values() for each in of_file]
        expected = ruleslang.check(path)
        assert _messages(own) == _messages(expected), f"seed {seed}, step {step}: {original.name}"
        _ask_all(workspace, path, text, at, chance)


def _unread(path: Path, text: str) -> tuple[Diagnostic, ...]:
    """What is wrong with a text, read as a whole."""
    source, problems = decode(path.name, text.encode("utf-8", "surrogatepass"))
    return problems or parse(source)[1]


def _messages(diagnostics: object) -> list[str]:
    return sorted(
        f"{each.slug} {each.span.start} {each.span.end} {each.message} {each.help}"
        for each in diagnostics  # type: ignore[attr-defined]
    )


def _ask_all(workspace: Workspace, path: Path, text: str, at: int, chance: random.Random) -> None:
    """Everything that an editor asks after an edit; nothing may be raised."""
    snapshot = workspace.snapshot()
    tree = snapshot.by_path[path]
    uses = snapshot.names.within(tree.source)
    outline(tree), folds(tree), list(hints(snapshot, tree))
    list(coloured(tree.source, uses, snapshot.symbols))
    completions(snapshot, path, text, at)
    signature(snapshot, text, at)
    if uses:
        use = chance.choice(uses)
        described(snapshot, use)
        snapshot.expression_at(path, use.span.start)
        if chance.random() < 0.1:
            try:
                rename(workspace, path, use.span.start, "other_name")
            except CannotRename as reason:
                assert str(reason)


@pytest.mark.parametrize("seed", range(2))
def test_a_few_edits(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    for original in (chance.choice(EXAMPLES), *chance.sample(CORPUS, 3)):
        try_edits(original, tmp_path / "edited.rules", 6, seed)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100))
def test_ten_thousand_edits(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    for original in (chance.choice(EXAMPLES), *chance.sample(CORPUS, 3)):
        try_edits(original, tmp_path / "edited.rules", OF_ONE, 1000 + seed)


def test_every_text_of_the_corpus_is_answered(tmp_path: Path) -> None:
    for number, original in enumerate(CORPUS[::7]):
        text = original.read_text(encoding="utf-8", errors="replace")
        path = tmp_path / "text.rules"
        path.write_text(text, encoding="utf-8", newline="")
        workspace = Workspace(str(path))
        workspace.change(path, text)
        _ask_all(workspace, path, text, len(text) // 2, random.Random(number))


SWALLOWED = """\
rulebook x
    players 1
    starts with game
    at most 1 decisions, then nobody wins

while yes
value nothing = 3
{line}

phase game
    nobody wins
"""


def test_lines_lost_through_a_mistake_are_read_when_it_is_fixed(tmp_path: Path) -> None:
    path = tmp_path / "x.rules"
    workspace = Workspace(str(path))
    for text in (
        SWALLOWED.format(line="depth 4"),
        SWALLOWED.format(line="depth 4").replace("value nothing = 3\n", ""),
        SWALLOWED.format(line="depth 4"),
    ):
        workspace.change(path, text)

        assert _messages(workspace.syntax(path)) == _messages(_unread(path, text))


def test_a_whole_declaration_ends_the_mistake_above_it(tmp_path: Path) -> None:
    path = tmp_path / "x.rules"
    workspace = Workspace(str(path))
    workspace.change(path, SWALLOWED.format(line="zone x: deck, seen by nobody"))
    text = SWALLOWED.format(line="depth 4")

    workspace.set_text(path, text)

    assert _messages(workspace.syntax(path)) == _messages(_unread(path, text))


def test_what_is_no_text_is_refused_as_a_whole(tmp_path: Path) -> None:
    path = tmp_path / "x.rules"
    workspace = Workspace(str(path))
    workspace.change(path, SWALLOWED.format(line="depth 4"))
    text = SWALLOWED.format(line="depth 4\0")

    workspace.set_text(path, text)

    assert _messages(workspace.syntax(path)) == _messages(_unread(path, text))
