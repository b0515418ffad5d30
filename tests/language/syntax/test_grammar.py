"""The grammar leaves no doubt, loses no word, and its parser is kept."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from lark import Lark

from ruleslang.language.syntax import build as building
from ruleslang.language.syntax import grammar
from ruleslang.language.syntax.build import build, rules
from ruleslang.language.syntax.chunk import Chunk
from ruleslang.language.syntax.diagnostics.general import TERMINALS
from ruleslang.language.syntax.parse import parse
from ruleslang.source.span import Source
from tests.support.shape import shape

TEXT = "words Side: left, right\nprocedure q\n    if a: stop\n"


@pytest.fixture(scope="module")
def made() -> Lark:
    """The parser as Lark builds it, which takes seconds."""
    return grammar.build(grammar.grammar_path().read_text(encoding="utf-8"))


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, made: Lark) -> Path:
    """An empty place for a parser to be kept, and nothing remembered."""
    monkeypatch.setenv("RULESLANG_CACHE", str(tmp_path))
    monkeypatch.setattr(building, "parser", grammar.parser.__wrapped__)
    monkeypatch.setattr(grammar, "SAME_TABLES", ())  # as of another version of Lark
    monkeypatch.setattr(grammar, "build", lambda text: made)
    return tmp_path


def read() -> object:
    return shape(build(Chunk(Source("text.rules", TEXT), 0, 24)))


def test_the_grammar_is_without_conflicts() -> None:
    text = grammar.grammar_path().read_text(encoding="utf-8")

    assert grammar.build(text, strict=True).rules


def test_every_rule_has_a_builder_and_every_builder_a_rule() -> None:
    built = {name(rule) for rule in grammar.parser().rules if not is_passed_on(rule)}

    assert {each for each in built if not each.startswith("_")} == set(rules())


def name(rule: Any) -> str:
    return str(rule.alias or rule.options.template_source or rule.origin.name)


def is_passed_on(rule: Any) -> bool:
    return rule.options.expand1 and not rule.alias and len(rule.expansion) == 1


def test_every_keyword_is_lower_case() -> None:
    words = [word for word in grammar.spellings().values() if word.isidentifier()]

    assert words
    assert all(word == word.lower() for word in words)


def test_a_parser_is_kept_and_found_again(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    built = read()
    assert len(list(kept.iterdir())) == 1

    monkeypatch.setattr(grammar, "build", None)  # so that nothing can be built
    assert read() == built


def test_the_tables_of_another_grammar_are_not_read(made: Lark) -> None:
    text = grammar.to_text(made, "one grammar")

    assert grammar.from_text(text, "one grammar")
    assert grammar.from_text(text, "another") is None


def test_a_kept_parser_does_the_same_in_each_state(made: Lark) -> None:
    loaded: Any = grammar.from_text(grammar.to_text(made, ""), "")
    first, second = (parser.parser.parser._parse_table for parser in (made, loaded))
    lexers = [parser.parser.lexer.lexer.lexers for parser in (made, loaded)]
    pairs = {first.start_states[start]: second.start_states[start] for start in first.start_states}

    waiting = [*pairs.items()]
    for state, same in waiting:
        assert names_of(lexers[0][state]) == names_of(lexers[1][same])
        assert first.states[state].keys() == second.states[same].keys()
        for token, (action, goal) in first.states[state].items():
            assert second.states[same][token][0] is action
            if not isinstance(goal, int):
                assert str(goal) == str(second.states[same][token][1])
            elif goal not in pairs:
                pairs[goal] = second.states[same][token][1]
                waiting.append((goal, pairs[goal]))
            else:
                assert pairs[goal] == second.states[same][token][1]

    assert {pairs[end] for end in first.end_states.values()} == {*second.end_states.values()}
    assert len(pairs) == len(first.states) == len({*pairs.values()}) > 3000


def names_of(lexer: Any) -> list[str]:
    return [terminal.name for terminal in lexer.terminals]


def test_an_install_reads_the_grammar_with_lark_alone() -> None:
    alone = "import sys; sys.modules['attr'] = sys.modules['attrs'] = None"
    load = "import ruleslang.language.syntax.grammar as grammar; grammar.parser()"

    subprocess.run([sys.executable, "-c", f"{alone}; {load}"], check=True)


def half(text: str) -> str:
    return text[: len(text) // 2]


def without_a_rule(text: str) -> str:
    return text.replace("kind_item", "kind_thing", 1)


def without_digest(text: str) -> str:
    return text.partition("\n")[2]


@pytest.mark.parametrize(
    "damaged", [half, without_a_rule, without_digest, lambda _: "[]", lambda _: "", str.title]
)
def test_what_is_no_parser_is_built_again(kept: Path, damaged: Callable[[str], str]) -> None:
    built = read()
    (path,) = kept.iterdir()
    whole = path.read_text()
    assert damaged(whole) != whole
    path.write_text(damaged(whole))

    assert read() == built
    assert path.read_text() == whole


@pytest.mark.parametrize("name", ["", "/proc/nowhere"])
def test_without_a_place_to_keep_it_a_parser_is_built(
    kept: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv("RULESLANG_CACHE", name or str(kept / "file" / "in"))
    (kept / "file").write_text("not a folder")

    assert read()


def test_without_a_home_a_parser_is_built(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grammar, "cache_folder", lambda: None)

    assert read()


def test_one_parser_serves_many_threads() -> None:
    def read(number: int) -> object:
        return shape(parse(Source(f"{number}.rules", TEXT * 20))[0].declarations)

    with ThreadPoolExecutor(4) as pool:
        results = list(pool.map(read, range(16)))

    assert all(result == results[0] for result in results)


def test_line_ends_have_no_width_and_are_where_the_last_word_ended() -> None:
    reading = grammar.parser().parse_interactive("procedure q\n    stop  # here\n\n\n\n")
    marks = [each for each in reading.iter_parse() if each.type in ("EOL", "_INDENT", "_DEDENT")]

    assert [(each.type, each.start_pos, each.end_pos) for each in marks] == [
        ("EOL", 11, 11), ("_INDENT", 16, 16), ("EOL", 20, 20), ("_DEDENT", 20, 20)
    ]  # fmt: skip


def test_messages_have_words_for_all_that_may_be_expected() -> None:
    patterns = {each.name for each in grammar.parser().terminals if each.pattern.type != "str"}

    assert {name for name in patterns if name.startswith("_")} - {"_NL"} <= {*TERMINALS}
