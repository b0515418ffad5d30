"""A kept tree is the tree of its text, or none; what is not edited is not parsed again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ruleslang.language.syntax import parse
from ruleslang.language.syntax.chunk import Chunk
from ruleslang.library import read_rulebook_files
from ruleslang.library.find_rulebook import data_root, find, shipped_rulebooks
from ruleslang.library.kept_loads import digest
from ruleslang.library.kept_trees import from_line, to_line
from ruleslang.library.load import load
from ruleslang.library.read_rulebook_files import gather
from ruleslang.source.span import Source
from ruleslang.source.walk import field_names
from tests.library.test_kept_loads import forget_trees
from tests.support.every import every

HIGHER = (data_root() / "examples/higher/higher.rules").read_text(encoding="utf-8")


def shape(part: Any) -> Any:
    """All of a part of a tree: classes, fields, words, and places."""
    if isinstance(part, tuple):
        return [shape(each) for each in part]
    names = field_names(part.__class__)
    if names is None or isinstance(part, Source):
        return part.text if isinstance(part, Source) else (part.__class__, part)
    return part.__class__, [shape(getattr(part, name)) for name in names]


@every("name", shipped_rulebooks())
def test_a_tree_comes_back(name: str) -> None:
    for tree in gather(find(name)).trees:
        assert shape(from_line(to_line(tree))) == shape(tree)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("[", "{"),
        ("[-2,", '["x",'),
        ("ruleslang.language.syntax.node", "ruleslang.source.span"),
        ('"Name"', '"field"'),
        ('"Name"', '"Mark"'),
        ("[-1,", "[999,"),
        ("\t", "\t" + "[" * 10**5),
    ],
)
def test_of_a_damaged_line_nothing_comes(old: str, new: str) -> None:
    line = to_line(gather(find("higher")).trees[0])
    assert from_line(line) is not None and old in line

    assert from_line(line.replace(old, new, 1)) is None


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A rulebook, and an empty cache."""
    monkeypatch.setenv("RULESLANG_CACHE", str(tmp_path / "cache"))
    (tmp_path / "game.rules").write_text(HIGHER, encoding="utf-8")
    return tmp_path / "game.rules"


def parsed_in(game: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What another process parses when it loads a rulebook."""
    parsed, build = list[str](), parse.build
    forget_trees()

    def noted(chunk: Chunk) -> Any:
        parsed.append(chunk.text)
        return build(chunk)

    with monkeypatch.context() as patched:
        patched.setattr(parse, "build", noted)
        patched.setattr(read_rulebook_files, "parse", parse.parse)
        load(str(game), lints=True)
    return parsed


def test_only_what_is_new_is_parsed(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game.write_text(f"{HIGHER}\n", encoding="utf-8")
    assert len(parsed_in(game, monkeypatch)) > 5
    game.write_text(f"{HIGHER}\nstate more: 0..9 = 0\n", encoding="utf-8")
    assert parsed_in(game, monkeypatch) == ["state more: 0..9 = 0\n"]

    game.write_text(f"{HIGHER}\nstate more: 0..\n", encoding="utf-8")
    assert "state more: 0..\n" in parsed_in(game, monkeypatch)
    game.write_text(f"{HIGHER}\nstate more: 0..9 = 0\n# 3\n", encoding="utf-8")
    assert parsed_in(game, monkeypatch) == ["state more: 0..9 = 0\n# 3\n"]


@pytest.mark.parametrize("damage", ["", "x", "[1]", "\n\n", "\0"])
def test_damaged_trees_are_parsed_again(
    damage: str, game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parsed_in(game, monkeypatch)
    (kept,) = (game.parent / "cache/trees").iterdir()
    whole = kept.read_text(encoding="utf-8")
    for text in (damage, whole + damage, f"{digest(damage)}\n{damage}", whole[:-9]):
        kept.write_text(text, encoding="utf-8")
        game.write_text(f"{game.read_text()}# 5\n", encoding="utf-8")
        assert (len(parsed_in(game, monkeypatch)) > 5) or text == whole
        assert kept.read_text(encoding="utf-8") != text
