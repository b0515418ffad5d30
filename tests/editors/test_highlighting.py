"""Colours without a server, and the files of the extension for VS Code."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from ruleslang.highlight.pygments_lexer import RulesLexer
from ruleslang.highlight.textmate import grammar
from ruleslang.library.find_rulebook import data_root
from ruleslang.workspace.tokens import coloured
from ruleslang.workspace.workspace import Workspace

TEXTS = sorted(
    path
    for room in ("rulebooks", "examples", "cards")
    for path in (data_root() / room).rglob("*")
    if path.suffix in (".rules", ".cards")
)


def test_the_generated_files_are_those_of_the_language() -> None:
    pytest.importorskip("pygls")
    from tests.support.vscode import generated

    for path, text in generated().items():
        assert path.read_text(encoding="utf-8") == text, "run `python -m tests.support.vscode`"


def test_the_extension_names_files_that_are_there() -> None:
    folder = Path(__file__).parents[2] / "editors" / "vscode"
    package = json.loads((folder / "package.json").read_text(encoding="utf-8"))
    contributes = package["contributes"]
    named = [
        package["main"],
        contributes["languages"][0]["configuration"],
        contributes["languages"][0]["icon"]["light"],
        *(each["path"] for each in contributes["grammars"] + contributes["snippets"]),
    ]

    assert all((folder / each).is_file() for each in named)


def test_pygments_reads_every_text_without_an_error() -> None:
    from pygments.lexers import get_lexer_by_name
    from pygments.token import Error

    assert isinstance(get_lexer_by_name("ruleslang"), RulesLexer)
    lexer = RulesLexer(ensurenl=False, stripnl=False)
    for path in TEXTS:
        text = path.read_text(encoding="utf-8")
        tokens = list(lexer.get_tokens(text))
        assert "".join(value for _, value in tokens) == text
        assert not any(kind is Error for kind, _ in tokens), path.name


def test_colours_differ_from_the_servers_only_in_names_spelt_like_words() -> None:
    keyword = next(
        each["match"]
        for each in grammar()["patterns"]
        if each.get("name", "").endswith("control.rules")
    )
    for name in ("chess", "spell_duel", "masks", "deck_builder"):
        snapshot = Workspace(name).snapshot()
        for tree in snapshot.trees:
            uses = snapshot.names.within(tree.source)
            for each in coloured(tree.source, uses, snapshot.symbols):
                is_word = re.fullmatch(keyword, each.span.text) is not None
                assert each.colour != "keyword" or is_word, each.span.text
