"""
The grammar's text, and the parser for it.

The tables of the shipped grammar are shipped with it. For any other text they are computed, and
kept in the user's cache under a name that changes with the text. This is the one room beside the
library that opens files, and it opens only these.

    python -m ruleslang.syntax.grammar      writes the tables beside the grammar, after a change
"""

from __future__ import annotations

from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

from ruleslang.source.cache_files import cache_folder, keep, read_kept
from ruleslang.syntax.lalr import Parser
from ruleslang.syntax.parser_tables import Damaged, Tables, computed, from_text, is_whole, to_text

PACKAGE = Path(__file__).resolve().parents[1]
MOST_BYTES = 10_000_000


def grammar_path() -> Path:
    """Where the grammar is: inside an installed package, else in the checkout."""
    shipped = PACKAGE / "_data" / "grammar" / "ruleslang.lark"
    return shipped if shipped.is_file() else PACKAGE.parent / "grammar" / "ruleslang.lark"


@cache
def parser() -> Parser:
    """The parser of the language."""
    text = grammar_path().read_text(encoding="utf-8")
    kept = cache_folder()
    places = [tables_path(), *([kept / f"tables-{key(text)}.json"] if kept else [])]
    for place in places:
        tables = _read(place, key(text))
        if tables is not None:
            return Parser(tables)
    tables = computed(build(text))
    if kept:
        keep(places[-1], to_text(tables, key(text)))
    return Parser(tables)


def tables_path() -> Path:
    """Where the tables of the shipped grammar are."""
    return grammar_path().with_suffix(".tables.json")


def key(text: str) -> str:
    """What tables are known by: the text that they were made of."""
    return blake2b(text.encode(), digest_size=16).hexdigest()


def build(text: str, *, strict: bool = False) -> Any:
    """What Lark makes of the grammar in `text`; when `strict`, any doubt in it is an error."""
    from lark import Lark
    from lark.lark import PostLex

    class Layout(PostLex):
        # Lines end everywhere, also in brackets. Where a name is always tried, a keyword is only
        # met as a whole word, also where no name may stand: else `seenby all` would be read.
        always_accept = ("EOL", "NAME")

        def process(self, stream: Any) -> Any:
            return stream

    return Lark(
        text,
        parser="lalr",
        lexer="contextual",
        postlex=Layout(),
        strict=strict,
        propagate_positions=True,
        maybe_placeholders=True,
    )


def _read(path: Path, grammar: str) -> Tables | None:
    """
    The tables at a place, or None when there are none of this grammar.

    Those that are shipped are as whole as the package itself; others are looked through.
    """
    text = read_kept(path, MOST_BYTES)
    try:
        tables = from_text(text, grammar) if text is not None else None
    except Damaged:
        return None
    if tables is not None and path != tables_path() and not is_whole(tables):
        return None
    return tables


def write_tables() -> None:
    """Compute the tables of the grammar anew, and write them beside it."""
    text = grammar_path().read_text(encoding="utf-8")
    tables_path().write_text(to_text(computed(build(text)), key(text)), encoding="utf-8")


if __name__ == "__main__":
    write_tables()
