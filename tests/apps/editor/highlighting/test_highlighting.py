"""Colours without a server, and the files of the extension for VS Code."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from ruleslang.language.highlight.pygments_lexer import RulesLexer
from ruleslang.language.highlight.textmate import grammar
from ruleslang.language.syntax.keywords import KEYWORDS
from ruleslang.library.find_rulebook import data_root, shipped_rulebooks
from ruleslang.library.workspace.tokens import coloured
from ruleslang.library.workspace.workspace import Workspace
from tests.support.every import every

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
    folder = Path(__file__).parents[4] / "editors" / "vscode"
    package = json.loads((folder / "package.json").read_text(encoding="utf-8"))
    contributes = package["contributes"]
    named = [
        "src/node.js",
        "src/browser.js",
        contributes["languages"][0]["configuration"],
        contributes["languages"][0]["icon"]["light"],
        *(each["path"] for each in contributes["grammars"]),
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


SAME = {  # of the server, of the grammar without one, of the lexer
    "comment": ("comment", "Comment"),
    "string": ("string", "Literal.String"),
    "number": ("constant.numeric", "Literal.Number"),
    "citation": ("entity.name.tag.citation", "Name.Decorator"),
    "keyword": ("keyword constant.language", "Keyword"),
}


@every("name", tuple(shipped_rulebooks()), parts=4)
def test_colours_differ_from_the_servers_only_in_names_spelt_like_words(name: str) -> None:
    snapshot = Workspace(name).snapshot()
    for tree in snapshot.trees:
        if tree.source.is_table:
            continue
        uses = snapshot.names.within(tree.source)
        scopes, kinds = by_grammar(tree.source.text), by_lexer(tree.source.text)
        for each in coloured(tree.source, uses, snapshot.symbols):
            at, word = each.span.start, each.span.text
            if each.colour in SAME:
                of_grammar, of_lexer = SAME[each.colour]
                assert scopes.get(at, "").startswith(tuple(of_grammar.split())), (name, word)
                assert kinds.get(at, "").startswith(f"Token.{of_lexer}"), (name, word)
            elif word[0].isalpha() and scopes.get(at, "").startswith("keyword.control"):
                assert word in KEYWORDS, (name, word)


def by_grammar(text: str) -> dict[int, str]:
    """Where each scope of the grammar begins, line by line, as TextMate finds them."""
    patterns = [(re.compile(each["match"]), each) for each in grammar()["patterns"]]
    found: dict[int, str] = {}
    begin = 0
    for line in text.splitlines(keepends=True):
        at = 0
        while reached := [
            (m.start(), n, m) for n, (p, _) in enumerate(patterns) if (m := p.search(line, at))
        ]:
            _, number, match = min(reached)
            rule = patterns[number][1]
            groups = {int(key): own["name"] for key, own in rule.get("captures", {}).items()}
            for group, scope in (groups or {0: rule["name"]}).items():
                if match.group(group) is not None:
                    found[begin + match.start(group)] = scope
            at = max(match.end(), at + 1)
        begin += len(line)
    return found


def by_lexer(text: str) -> dict[int, str]:
    """Where each kind of token of the lexer begins."""
    lexer = RulesLexer(ensurenl=False, stripnl=False)
    return {at: str(kind) for at, kind, _ in lexer.get_tokens_unprocessed(text)}
