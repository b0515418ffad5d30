"""The grammar's Lark parser, and its post-lexer for line ends and indentation.

Computing the parser's tables takes seconds, so an install writes them beside the grammar, as JSON.
Where that is of another grammar, they are cached, under a name that changes with grammar and Lark.
An install has only Lark when it imports this module: no attrs.

The end of a line or block has no width, and lies where the last word ended (or, for the start of a
block, where its first word begins): so spans are exact without trimming.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from copy import copy
from functools import cache
from hashlib import blake2b
from importlib.resources import files
from importlib.resources.abc import Traversable
from operator import itemgetter
from pathlib import Path
from typing import Any

import lark
from lark import Lark, Token
from lark.common import LexerConf
from lark.grammar import Rule
from lark.lark import PostLex
from lark.lexer import BasicLexer, ContextualLexer, TerminalDef
from lark.parsers.lalr_analysis import Reduce, Shift
from lark.parsers.lalr_parser import LALR_Parser

from ruleslang.source.cache_files import cache_folder, keep, read_kept
from ruleslang.source.memo_dict import MemoDict

MAX_BLOCKS = 40
MAX_BRACKETS = 40
TAB = 4
OPENING = frozenset({"LPAR", "LSQB", "LBRACE"})
CLOSING = frozenset({"RPAR", "RSQB", "RBRACE"})
GOING_ON = re.compile(r"(?:and|or|so[ \t]+that)\b|\[[ \t]*[A-Z][A-Z0-9]*-")  # begins no line
GOES_ON = "GOES_ON"  # a line end before such a line
MOST_BYTES = 10_000_000
TABLES = "ruleslang.json"  # an install writes it beside the grammar
LAYOUT = "a row is a text\n"  # tables with another layout are not read
SAME_TABLES = ("1.2.", "1.3.")  # versions of Lark that make and read the same tables
OPTIONS: dict[str, Any] = {
    "parser": "lalr",
    "lexer": "contextual",
    "propagate_positions": True,
    "maybe_placeholders": True,
}


class LayoutError(Exception):
    """Wrong indentation: `slug` names the error at `offset`."""

    def __init__(self, slug: str, offset: int) -> None:
        super().__init__(slug)
        self.slug = slug
        self.offset = offset


class Layout(PostLex):
    """Replaces newlines by tokens for ends of lines and for starts and ends of blocks."""

    # Lines end everywhere, also in brackets. Where a name is always tried, a keyword is only met as
    # a whole word, also where no name may stand: else `seenby all` would be read.
    always_accept = ("EOL", GOES_ON, "NAME")

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        """Yield the tokens of a text; stateless."""
        blocks, brackets = [0], 0
        last, before = 0, ""  # the end and type of the last word
        for token in stream:
            kind = token.type
            if kind == "EOL" or kind == GOES_ON:
                depth = indentation(token.rpartition("\n")[2])
                goes_on = (kind == GOES_ON or before == "COMMA") and depth > blocks[-1]
                if not brackets and not goes_on:
                    yield from _line_end(token, last, depth, blocks)
                continue
            if kind in OPENING:
                brackets += 1
                if brackets > MAX_BRACKETS:
                    raise LayoutError("too-deep", token.start_pos or 0)
            elif kind in CLOSING and brackets:
                brackets -= 1
            last, before = token.end_pos or 0, kind
            yield token
        for _ in blocks[1:]:
            yield _mark("_DEDENT", last)


def _line_end(token: Token, last: int, depth: int, blocks: list[int]) -> Iterator[Token]:
    """Yield the tokens for a line end and the indentation of the next line."""
    end = token.end_pos or 0
    yield _mark("EOL", last)
    if depth > blocks[-1]:
        blocks.append(depth)
        yield _mark("_INDENT", end)
    while depth < blocks[-1]:
        blocks.pop()
        yield _mark("_DEDENT", last)
    if depth != blocks[-1]:
        raise LayoutError("uneven-indentation", end)
    if len(blocks) > MAX_BLOCKS:
        raise LayoutError("too-deep", end)


def _mark(kind: str, place: int) -> Token:
    return Token(kind, "", place, 0, 0, 0, 0, place)


def indentation(text: str) -> int:
    """Return the indentation of the first word of a line."""
    blanks = text[: len(text) - len(text.lstrip(" \t"))]
    return len(blanks.expandtabs(TAB))


def grammar_path(name: str = "ruleslang.lark") -> Traversable:
    """Return a grammar's path or its tables': in an installed package, else in the checkout."""
    package, path = files("ruleslang"), f"grammar/{name}"
    shipped = package.joinpath("_data", path)
    return shipped if shipped.is_file() else Path(str(package)).parent / path


@cache
def parser() -> Lark:
    """Return the parser of the language; it is stateless, so threads may share it."""
    text = grammar_path().read_text(encoding="utf-8")
    lark_parser = _shipped(text) or _cached(text)
    _pass_on(lark_parser)
    return lark_parser


def _shipped(text: str) -> Lark | None:
    """Return the parser of the tables that were installed; None if they are not of this grammar."""
    try:
        kept = grammar_path(TABLES).read_text(encoding="utf-8")
    except (OSError, ValueError):
        return None
    return from_text(kept, text) if lark.__version__.startswith(SAME_TABLES) else None


def _cached(text: str) -> Lark:
    folder = cache_folder()
    path = folder / f"tables-{_digest(lark.__version__ + text)}.json" if folder else None
    kept = read_kept(path, MOST_BYTES) if path else None
    lark_parser = from_text(kept, text) if kept else None
    if lark_parser is None:
        lark_parser = build(text)
        if path:
            keep(path, to_text(lark_parser, text))
    return lark_parser


def _pass_on(lark_parser: Lark) -> None:
    """
    Pass on the only part of a rule without computing its place, which is the same.

    An expression's word goes through a dozen such rules, a quarter of the parsing time.
    """
    calls: dict[Any, Any] = lark_parser.parser.parser_conf.callbacks
    for rule in lark_parser.rules:
        first: Any = rule.expansion[0]
        is_left_out = first.is_term and first.filter_out
        if rule.options.expand1 and not (rule.alias or rule.expansion[1:] or is_left_out):
            calls[rule] = itemgetter(0)


def build(text: str, *, strict: bool = False) -> Lark:
    """Return the Lark parser of a grammar; when `strict`, any ambiguity is an error."""
    return Lark(text, postlex=Layout(), strict=strict, **OPTIONS)


@cache
def spellings() -> dict[str, str]:
    """Return keywords and signs, by their names in the grammar."""
    return {
        terminal.name: terminal.pattern.value
        for terminal in parser().terminals
        if terminal.pattern.type == "str"
    }


# ---------------------------------------------------------------- as text, and back


def to_text(lark_parser: Lark, text: str) -> str:
    """Return the parser of a grammar as JSON, after its digest."""
    data, memo = lark_parser.memo_serialize([TerminalDef, Rule])
    table = data["parser"]["parser"]
    names = table["tokens"]
    tokens = sorted(names.values())
    places = {name: place for place, name in enumerate(tokens)}
    numbers = {state: number for number, state in enumerate(table["start_states"].values())}
    rows, waiting = [], [*numbers]
    for state in waiting:  # whose order Lark changes at each build
        row = []
        for token, (is_end, goal) in sorted(
            table["states"][state].items(), key=lambda pair: places[names[pair[0]]]
        ):
            if not is_end and goal not in numbers:
                numbers[goal] = len(numbers)
                waiting.append(goal)
            row += [places[names[token]], ~goal["@"] if is_end else numbers[goal]]
        rows.append(" ".join(map(str, row)))
    for ends in ("start_states", "end_states"):  # Lark hands out its own
        table[ends] = {start: numbers[state] for start, state in table[ends].items()}
    data["options"], table["tokens"], table["states"] = OPTIONS, tokens, rows
    tables = json.dumps([_digest(LAYOUT + text), data, list(memo.values())], separators=(",", ":"))
    return f"{_digest(tables)}\n{tables}"


def from_text(text: str, grammar: str) -> Lark | None:
    """Return the parser written by `to_text`; `None` if damaged, or of another grammar."""
    digest, _, tables = text.partition("\n")
    if digest != _digest(tables):
        return None
    of, data, memo = json.loads(tables)
    if of != _digest(LAYOUT + grammar):
        return None
    table = data["parser"]["parser"]
    late = _LateTables(table.pop("states"), table["tokens"])
    plugins = {"LALR_Parser": late, "ContextualLexer": late.lexer}
    load: Any = Lark._load_from_dict  # Lark's own entry point for generated standalone parsers
    loaded: Lark = load(data, dict(enumerate(memo)), postlex=Layout(), _plugins=plugins)
    return loaded


class _LateTables:
    """
    Makes the row and the lexer of a state when a text first reaches it; most texts reach few.

    A row is a text of pairs: a token, and the next state, or `~` the number of a rule.
    """

    rows: Mapping[int, Mapping[str, Any]]

    def __init__(self, texts: Sequence[str], tokens: Sequence[str]) -> None:
        self.texts, self.tokens = texts, tokens

    def deserialize(self, data: Any, memo: Any, callbacks: Any, debug: bool) -> Any:
        """Return the parser, as Lark's class of this name would."""

        def row(state: int) -> dict[str, Any]:
            numbers = map(int, self.texts[state].split())
            return {
                self.tokens[token]: (Shift, goal) if goal >= 0 else (Reduce, memo[~goal])
                for token, goal in zip(numbers, numbers, strict=True)
            }

        of: Any = LALR_Parser
        made = of.deserialize({**data, "states": {}}, memo, callbacks, debug)
        self.rows = made._parse_table.states = MemoDict(row)
        return made

    def lexer(self, conf: LexerConf, states: Any, always_accept: Collection[str]) -> Any:
        """Return the lexer, as Lark's class would; `states` is empty."""

        def lexer_of(accepts: frozenset[str]) -> BasicLexer:
            one, known = copy(conf), conf.terminals_by_name
            one.terminals = [known[name] for name in accepts if name in known]
            return BasicLexer(one)

        conf.skip_validation = True  # it was validated when the tables were made
        made: Any = ContextualLexer(conf, states, always_accept)
        always, shared = {*always_accept, *conf.ignore}, MemoDict(lexer_of)
        made.lexers = MemoDict(lambda state: shared[frozenset({*self.rows[state], *always})])
        return made


def _digest(text: str) -> str:
    return blake2b(text.encode(), digest_size=16).hexdigest()
