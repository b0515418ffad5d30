"""The grammar leaves no doubt, loses no word, and its tables are kept."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import chain
from pathlib import Path

import pytest
from lark.exceptions import UnexpectedInput

from ruleslang.source.span import Source
from ruleslang.syntax import grammar
from ruleslang.syntax.build import MAKERS, RULES, build
from ruleslang.syntax.builder_interface import Refused
from ruleslang.syntax.chunk import Chunk, cut
from ruleslang.syntax.lalr import Reading
from ruleslang.syntax.parse import parse
from ruleslang.syntax.parser_tables import (
    Tables,
    all_rules,
    computed,
    from_text,
    is_whole,
    to_text,
)
from ruleslang.syntax.walk import walk
from tests.support import by_lark
from tests.support.shape import shape

ROOT = Path(__file__).parents[2]
TABLES = grammar.tables_path()
READ_BY_LARK = ("rulebooks/*/*.rules", "cards/*/*.cards", "examples/*/*.rules", "docs/*/*.rules")
TEXT = "words Side: left, right\nprocedure q\n    if a: stop\n"


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty place for tables to be kept, no shipped ones, and nothing remembered."""
    monkeypatch.setenv("RULESLANG_CACHE", str(tmp_path))
    monkeypatch.setattr(grammar, "tables_path", lambda: tmp_path / "nothing here")
    monkeypatch.setattr(grammar, "parser", grammar.parser.__wrapped__)
    monkeypatch.setattr(grammar, "build", lambda text: text)
    monkeypatch.setattr(grammar, "computed", computed_before)
    return tmp_path


@cache
def computed_before(_: str) -> Tables:
    """The shipped tables, which are those that would be computed; that takes a second."""
    text = grammar.grammar_path().read_text(encoding="utf-8")
    found = from_text(TABLES.read_text(encoding="utf-8"), grammar.key(text))
    assert is_whole(found)  # which reads the rows: they are written from what was read
    return found


def chunk(text: str) -> Chunk:
    return Chunk(Source("text.rules", text), 0, len(text))


def read() -> object:
    return shape(grammar.parser().read(chunk(TEXT[:24]), MAKERS))


def test_the_grammar_is_without_conflicts_and_the_shipped_tables_are_its_own() -> None:
    text = grammar.grammar_path().read_text(encoding="utf-8")
    fresh = to_text(computed(grammar.build(text, strict=True)), grammar.key(text))

    assert TABLES.read_text(encoding="utf-8") == fresh, (
        "the grammar has changed: run `python -m ruleslang.syntax.grammar`"
    )


def test_some_texts_are_read_as_lark_reads_them() -> None:
    for each in [*texts_for_lark()][::30]:
        is_read_alike(each)


@pytest.mark.long
def test_texts_are_read_as_lark_reads_them() -> None:
    for each in texts_for_lark():
        is_read_alike(each)


def texts_for_lark() -> Iterator[Chunk]:
    for path in sorted(chain.from_iterable(ROOT.glob(each) for each in READ_BY_LARK)):
        yield from cut(Source(path.name, path.read_text(encoding="utf-8")))


def is_read_alike(text: Chunk) -> None:
    try:
        theirs = by_lark.read(text)
    except (UnexpectedInput, Refused, AssertionError):
        return
    ours = build(text)
    assert shape(ours) == shape(theirs), text.text
    assert [n.span for n in walk(ours)] == [n.span for n in walk(theirs)], text.text


def test_every_rule_has_a_builder_and_every_builder_a_rule() -> None:
    rules = all_rules(grammar.parser().tables)
    built = {rule.name for rule in rules if not rule.inlined and not rule.is_passed_on}

    assert built - {"start"} == set(RULES)


def test_every_keyword_is_lower_case() -> None:
    assert all(word == word.lower() for word in grammar.parser().tables.words)


def test_tables_are_kept_and_found_again(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    built = read()
    assert len(list(kept.iterdir())) == 1

    monkeypatch.setattr(grammar, "build", None)  # so that nothing can be built
    assert read() == built


def half(text: str) -> str:
    return text[: len(text) // 2]


def of_another_version(text: str) -> str:
    return text.replace('"version":1', '"version":0')


def without_states(text: str) -> str:
    return text[: text.index('"rows":[') + 8] + "]}"


def without_rules(text: str) -> str:
    before, rest = text.split('"rules":[', 1)
    return before + '"rules":[],' + rest[rest.index('"rows"') :]


@pytest.mark.parametrize(
    "damaged", [half, of_another_version, without_states, without_rules, lambda _: "[]", str.title]
)
def test_what_is_no_table_is_built_again(kept: Path, damaged: Callable[[str], str]) -> None:
    built = read()
    (path,) = kept.iterdir()
    whole = path.read_text()
    path.write_text(damaged(whole))

    assert read() == built
    assert path.read_text() == whole


@pytest.mark.parametrize("name", ["", "/proc/nowhere"])
def test_without_a_place_to_keep_them_tables_are_built(
    kept: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv("RULESLANG_CACHE", name or str(kept / "file" / "in"))
    (kept / "file").write_text("not a folder")

    assert read()


def test_without_a_home_tables_are_built(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grammar, "cache_folder", lambda: None)

    assert read()


def test_nothing_is_built_or_opened_before_a_text_is_read(tmp_path: Path) -> None:
    program = (
        "import ruleslang.syntax.parse, ruleslang.syntax.grammar as g, sys;"
        "print(g.parser.cache_info(), 'lark' in sys.modules)"
    )
    environment = {**os.environ, "RULESLANG_CACHE": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
    )

    assert "misses=0" in done.stdout
    assert done.stdout.endswith("False\n")
    assert not list(tmp_path.iterdir())


def test_one_parser_serves_many_threads() -> None:
    def read(number: int) -> object:
        return shape(parse(Source(f"{number}.rules", TEXT * 20))[0].declarations)

    with ThreadPoolExecutor(4) as pool:
        results = list(pool.map(read, range(16)))

    assert all(result == results[0] for result in results)


class Noting(Reading):
    """Keeps what was shifted."""

    marks: list[tuple[str, int]]

    def shift(self, terminal: str, place: int) -> None:
        self.marks.append((terminal, place))
        super().shift(terminal, place)


def test_line_ends_have_no_width_and_lie_where_the_last_word_ended() -> None:
    reading = Noting(grammar.parser(), chunk("procedure q\n    stop  # here\n\n\n"), None)
    reading.marks = []
    reading.whole()

    assert [each for each in reading.marks if each[0] in ("EOL", "_INDENT", "_DEDENT")] == [
        ("EOL", 11), ("_INDENT", 16), ("EOL", 20), ("_DEDENT", 20)
    ]  # fmt: skip
