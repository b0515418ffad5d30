"""The text of the grammar, and its Lark parser.

Computing its tables takes most of a second, so they are cached as JSON, under a name that changes
with the grammar and with Lark. Beside the library this is the only room that opens files, and it
opens only these.
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
    """The path of a grammar: inside an installed package, else in the checkout."""
    shipped = PACKAGE / "_data" / "grammar" / f"{name}.lark"
    return shipped if shipped.is_file() else PACKAGE.parent / "grammar" / f"{name}.lark"


@cache
def parser() -> Lark:
    """The parser of the language; it is stateless, so threads may share it."""
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
    Passes on the only part of a rule without computing its place, which is the same.

    An expression's word goes through a dozen such rules, a quarter of the parsing time.
    """
    calls: dict[Any, Any] = made.parser.parser_conf.callbacks
    for rule in made.rules:
        first: Any = rule.expansion[0]
        is_left_out = first.is_term and first.filter_out
        if rule.options.expand1 and not (rule.alias or rule.expansion[1:] or is_left_out):
            calls[rule] = itemgetter(0)


def build(text: str, *, strict: bool = False) -> Lark:
    """The Lark parser of a grammar; when `strict`, any ambiguity is an error."""
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
    """Keywords and signs, by their names in the grammar."""
    return {
        terminal.name: terminal.pattern.value
        for terminal in parser().terminals
        if terminal.pattern.type == "str"
    }


# ---------------------------------------------------------------- as text, and back


def to_text(made: Lark) -> str:
    """A parser as JSON, after its digest."""
    data, memo = made.memo_serialize([TerminalDef, Rule])
    data["options"] = {key: value for key, value in data["options"].items() if key != "postlex"}
    text = json.dumps([data, memo], separators=(",", ":"))
    return f"{_digest(text)}\n{text}"


def from_text(text: str) -> Lark | None:
    """The parser written by `to_text`; None if the text is damaged."""
    digest, _, rest = text.partition("\n")
    if digest != _digest(rest):
        return None
    data, memo = json.loads(rest, object_hook=_with_numbers)
    load: Any = Lark._load_from_dict  # Lark's own entry point for generated standalone parsers
    loaded: Lark = load(data, memo, postlex=Layout())
    return loaded


def _with_numbers(said: dict[str, Any]) -> dict[str | int, Any]:
    """Restores the numeric keys that JSON turns into strings."""
    return {int(key) if key.isdecimal() else key: value for key, value in said.items()}


def _digest(text: str) -> str:
    return blake2b(text.encode(), digest_size=16).hexdigest()
