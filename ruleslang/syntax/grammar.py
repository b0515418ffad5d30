"""
The grammar's text, and the parser that Lark makes of it.

To compute its tables takes most of a second. So they are kept in the user's cache as JSON, under a
name that changes with the grammar and with Lark. This is the one room beside the library that opens
files, and it opens only these.
"""

from __future__ import annotations

import json
from functools import cache
from hashlib import blake2b
from operator import itemgetter
from pathlib import Path
from typing import Any

import lark
from lark import Lark
from lark.grammar import Rule
from lark.lexer import TerminalDef

from ruleslang.source.cache_files import cache_folder, keep, read_kept
from ruleslang.syntax.layout import Layout

PACKAGE = Path(__file__).resolve().parents[1]
MOST_BYTES = 10_000_000


def grammar_path(name: str = "ruleslang") -> Path:
    """Where a grammar is: inside an installed package, else in the checkout."""
    shipped = PACKAGE / "_data" / "grammar" / f"{name}.lark"
    return shipped if shipped.is_file() else PACKAGE.parent / "grammar" / f"{name}.lark"


@cache
def parser() -> Lark:
    """The parser of the language; it keeps nothing between texts, so many threads may use one."""
    text = grammar_path().read_text(encoding="utf-8")
    folder = cache_folder()
    path = folder / f"grammar-{_digest(lark.__version__ + text)}.json" if folder else None
    kept = read_kept(path, MOST_BYTES) if path else None
    made = from_text(kept) if kept else None
    if made is None:
        made = build(text)
        if path:
            keep(path, to_text(made))
    _pass_on(made)
    return made


def _pass_on(made: Lark) -> None:
    """
    Hand on the only part of a rule without a look at its place, which stays as it is.

    A word of an expression goes through a dozen such rules, a quarter of the time of reading.
    """
    calls: dict[Any, Any] = made.parser.parser_conf.callbacks
    for rule in made.rules:
        first: Any = rule.expansion[0]
        is_left_out = first.is_term and first.filter_out
        if rule.options.expand1 and not (rule.alias or rule.expansion[1:] or is_left_out):
            calls[rule] = itemgetter(0)


def build(text: str, *, strict: bool = False) -> Lark:
    """What Lark makes of the grammar in `text`; when `strict`, any doubt in it is an error."""
    return Lark(
        text,
        parser="lalr",
        lexer="contextual",
        postlex=Layout(),
        strict=strict,
        propagate_positions=True,
        maybe_placeholders=True,
    )


@cache
def spellings() -> dict[str, str]:
    """Keywords and signs, by what the grammar calls them."""
    return {
        each.name: each.pattern.value for each in parser().terminals if each.pattern.type == "str"
    }


# ---------------------------------------------------------------- as text, and back


def to_text(made: Lark) -> str:
    """A parser as JSON, behind the digest of that."""
    data, memo = made.memo_serialize([TerminalDef, Rule])
    data["options"] = {key: value for key, value in data["options"].items() if key != "postlex"}
    text = json.dumps([data, memo], separators=(",", ":"))
    return f"{_digest(text)}\n{text}"


def from_text(text: str) -> Lark | None:
    """The parser that was written so; None where the text is not whole."""
    digest, _, rest = text.partition("\n")
    if digest != _digest(rest):
        return None
    data, memo = json.loads(rest, object_hook=_with_numbers)
    load: Any = Lark._load_from_dict  # by which a parser that Lark wrote as Python loads itself
    loaded: Lark = load(data, memo, postlex=Layout())
    return loaded


def _with_numbers(said: dict[str, Any]) -> dict[str | int, Any]:
    """JSON knows only words as keys: states, symbols and rules have numbers again."""
    return {int(key) if key.isdecimal() else key: value for key, value in said.items()}


def _digest(text: str) -> str:
    return blake2b(text.encode(), digest_size=16).hexdigest()
