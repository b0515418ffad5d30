"""The grammar leaves no doubt, loses no word, and its parser is kept."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from ruleslang.language.syntax import grammar
from ruleslang.language.syntax import read_by_tables as reading
from ruleslang.language.syntax.build import build, rules
from ruleslang.language.syntax.chunk import Chunk
from ruleslang.language.syntax.diagnostics.general import TERMINALS
from ruleslang.language.syntax.parse import parse
from ruleslang.source.span import Source
from tests.support.shape import shape

GRAMMAR = grammar.grammar_path().read_text(encoding="utf-8")
MARKS = ("EOL", "_INDENT", "_DEDENT")
TEXT = "words Side: left, right\nprocedure q\n    if a: stop\n"


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the tables are written; nothing is there, and nothing remembered."""
    made, path = grammar.build(GRAMMAR), grammar.grammar_path
    places = {grammar.TABLES: tmp_path / "tables.json"}
    monkeypatch.setattr(
        grammar, "grammar_path", lambda name="ruleslang.lark": places.get(name) or path(name)
    )
    monkeypatch.setattr(reading, "tables", grammar.tables.__wrapped__)
    monkeypatch.setattr(grammar, "build", lambda text: made)
    return tmp_path / "tables.json"


def read() -> object:
    return shape(build(Chunk(Source("text.rules", TEXT), 0, 24)))


def test_the_grammar_is_without_conflicts() -> None:
    assert grammar.build(GRAMMAR, strict=True).rules


def test_every_rule_has_a_builder_and_every_builder_a_rule() -> None:
    built = {rule.name for rule in grammar.tables().rules if not rule.passes}

    assert {name for name in built if not name.startswith("_")} == set(rules())


def test_every_keyword_is_lower_case() -> None:
    words = [word for word in grammar.spellings().values() if word.isidentifier()]

    assert words
    assert all(word == word.lower() for word in words)


def test_tables_are_written_and_found_again(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    built = read()
    assert kept.is_file()

    monkeypatch.setattr(grammar, "build", None)  # so that nothing can be built
    assert read() == built


def test_tables_that_cannot_be_written_are_built(kept: Path) -> None:
    kept.mkdir()

    assert read()


def half(text: str) -> str:
    return text[: len(text) // 2]


def without_a_rule(text: str) -> str:
    return text.replace("kind_item", "kind_thing", 1)


def without_digest(text: str) -> str:
    return text.partition("\n")[2]


def of_another_grammar(text: str) -> str:
    return grammar.to_text(grammar.build(GRAMMAR), f"{GRAMMAR} ")


@pytest.mark.parametrize(
    "damaged",
    [half, without_a_rule, without_digest, of_another_grammar, lambda _: "[]", lambda _: ""],
)
def test_what_is_no_table_is_built_again(kept: Path, damaged: Callable[[str], str]) -> None:
    built = read()
    whole = kept.read_text()
    assert damaged(whole) != whole
    kept.write_text(damaged(whole))

    assert read() == built
    assert kept.read_text() == whole


def test_one_parser_serves_many_threads() -> None:
    def read(number: int) -> object:
        return shape(parse(Source(f"{number}.rules", TEXT * 20))[0].declarations)

    with ThreadPoolExecutor(4) as pool:
        results = list(pool.map(read, range(16)))

    assert all(result == results[0] for result in results)


def marks(text: str) -> list[tuple[str, int, int]]:
    words = reading.layout(reading._words(grammar.tables(), text, [0]))
    return [(name, start, end) for name, _, start, end in words if name in MARKS]


def test_line_ends_have_no_width_and_are_where_the_last_word_ended() -> None:
    assert marks("procedure q\n    stop  # here\n\n\n\n") == [
        ("EOL", 11, 11), ("_INDENT", 16, 16), ("EOL", 20, 20), ("_DEDENT", 20, 20)
    ]  # fmt: skip


def test_messages_have_words_for_all_that_may_be_expected() -> None:
    patterns = {each.name for each in grammar.tables().terminals if each.spelling is None}

    assert {name for name in patterns if name.startswith("_")} - {"_NL"} <= {*TERMINALS}
