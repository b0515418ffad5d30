"""The grammar leaves no doubt, loses no word, and its parser is kept."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from lark import Token
from lark.lexer import PatternStr

from ruleslang.source.span import Source
from ruleslang.syntax import grammar
from ruleslang.syntax.build import RULES
from ruleslang.syntax.parse import parse
from tests.support.shape import shape

TEXT = "words Side: left, right\nprocedure q\n    if a: stop\n"


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty place for the parser to be kept, and nothing remembered."""
    monkeypatch.setenv("RULESLANG_CACHE", str(tmp_path))
    monkeypatch.setattr(grammar, "parser", grammar.parser.__wrapped__)
    return tmp_path


def test_the_grammar_is_without_conflicts_and_collisions() -> None:
    grammar.build(grammar.grammar_path().read_text(encoding="utf-8"), strict=True)


def test_every_rule_has_a_builder_and_every_builder_a_rule() -> None:
    parser = grammar.parser()
    unnamed = {
        name for rule in parser.rules for name in [rule.alias or rule.options.template_source]
    }
    named = {rule.origin.name for rule in parser.rules if not rule.alias}
    names = {str(name).split("{")[0] for name in unnamed | named if name} - {"start"}

    assert {name for name in RULES if name not in names} == set()
    for rule in parser.rules:
        name = str(rule.alias or rule.options.template_source or rule.origin.name)
        if not name.startswith("_") and not (rule.options.expand1 and not rule.alias):
            assert name in RULES, name


def test_every_keyword_is_lower_case() -> None:
    for terminal in grammar.parser().terminals:
        if isinstance(terminal.pattern, PatternStr):
            assert terminal.pattern.value == terminal.pattern.value.lower()


def test_the_parser_is_kept_and_found_again(kept: Path) -> None:
    built = grammar.parser()
    found = grammar.parser()

    assert len(list(kept.iterdir())) == 1
    assert built.parse(TEXT[:24]) == found.parse(TEXT[:24])


def test_half_a_kept_parser_is_not_used(kept: Path) -> None:
    grammar.parser()
    (path,) = kept.iterdir()
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    grammar.parser()

    assert len(path.read_bytes()) > len(whole) // 2
    assert grammar._load(path)


@pytest.mark.parametrize("name", ["", "/proc/nowhere"])
def test_without_a_place_to_keep_it_the_parser_is_built(
    kept: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv("RULESLANG_CACHE", name or str(kept / "file" / "in"))
    (kept / "file").write_text("not a folder")

    assert grammar.parser().parse(TEXT[:24])


def test_without_a_home_the_parser_is_built(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grammar, "cache_folder", lambda: None)

    assert grammar.parser.__wrapped__().parse(TEXT[:24])


def test_nothing_is_built_or_opened_before_a_text_is_read(tmp_path: Path) -> None:
    program = (
        "import ruleslang.syntax.parse, ruleslang.syntax.grammar as g; print(g.parser.cache_info())"
    )
    environment = {**os.environ, "RULESLANG_CACHE": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
    )

    assert "misses=0" in done.stdout
    assert not list(tmp_path.iterdir())


def test_one_parser_serves_many_threads() -> None:
    def read(number: int) -> object:
        return shape(parse(Source(f"{number}.rules", TEXT * 20))[0].declarations)

    with ThreadPoolExecutor(4) as pool:
        results = list(pool.map(read, range(16)))

    assert all(result == results[0] for result in results)


def test_tokens_added_for_layout_have_no_width() -> None:
    attempt = grammar.parser().parse_interactive("procedure q\n    stop\n\n\n")
    for token in attempt.lexer_thread.lex(attempt.parser_state):
        attempt.feed_token(token)
        assert isinstance(token, Token)
        if token.type in ("EOL", "_INDENT", "_DEDENT"):
            assert token.start_pos == token.end_pos
