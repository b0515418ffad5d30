"""The tables of the grammar, which Lark computes, and what a parser reads of them.

Computing them takes a second, so they are written beside the grammar, as JSON: by an install, or by
the first who reads another grammar. Little is made of them before it is used.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from importlib.resources import files
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from lark import Lark

TABLES = "ruleslang.json"
FORM = "1"  # of the tables, which changes with this module
ALWAYS = ("EOL", "GOES_ON", "NAME")
"""
Terminals that are tried everywhere.

Lines end everywhere, also in brackets. Where a name is always tried, a keyword is only met as a
whole word, also where no name may stand: else `seenby all` would be read.
"""


class Rule(NamedTuple):
    """
    A rule of the grammar.

    `parts` are what its node is made of: twice the place of a symbol, one more if the parts of that
    symbol stand for it, and -1 for an optional part that is left out. `passes`: the only symbol
    stands for the rule. `yields`: a single part does.
    """

    origin: str
    size: int
    name: str
    passes: bool
    yields: bool
    parts: Sequence[int] | None  # None: of all symbols, as they are


class Terminal(NamedTuple):
    """A terminal; a keyword is met where one of the terminals `inside` was, which match it too."""

    name: str
    pattern: str
    spelling: str | None
    inside: Sequence[str]


class Lexer(NamedTuple):
    """The terminals in one place of a text, and the keywords in what each of them matches."""

    terminals: re.Pattern[str]
    keywords: Mapping[str, Mapping[str, str]]


class Rows(dict[int, Mapping[str, int]]):
    """What to do at each state and symbol: the next state, or `~` the number of a rule."""

    def __init__(self, rows: Sequence[Sequence[int]], symbols: Sequence[str]) -> None:
        super().__init__()
        self._rows, self._symbols = rows, symbols

    def __missing__(self, state: int) -> Mapping[str, int]:
        row, symbols = self._rows[state], self._symbols
        made = self[state] = {
            symbols[symbol]: goal for symbol, goal in zip(row[::2], row[1::2], strict=True)
        }
        return made


class Tables:
    """All that a parser reads of a grammar; the start is its state 0."""

    def __init__(self, plain: Any) -> None:
        symbols, rows, rules, terminals, self.ignored = plain
        self.rows = Rows(rows, symbols)
        self.rules = [Rule(*rule) for rule in rules]
        self.terminals = [Terminal(*terminal) for terminal in terminals]
        self._lexers: dict[int, Lexer] = {}
        self._compiled: dict[tuple[str, ...], re.Pattern[str]] = {}

    def lexer(self, state: int) -> Lexer:
        """What is read of a text at a state."""
        if state not in self._lexers:
            self._lexers[state] = self._lexer({*self.rows[state], *self.ignored, *ALWAYS})
        return self._lexers[state]

    def _lexer(self, accepted: set[str]) -> Lexer:
        keywords: dict[str, dict[str, str]] = {}
        signs = list[Terminal]()
        for terminal in self.terminals:
            if terminal.name in accepted:
                inside = [name for name in terminal.inside if name in accepted]
                for name in inside:
                    keywords.setdefault(name, {})[terminal.spelling or ""] = terminal.name
                if not inside:
                    signs.append(terminal)
        names = tuple(terminal.name for terminal in signs)
        if names not in self._compiled:
            self._compiled[names] = re.compile(
                "|".join(f"(?P<{each.name}>{each.pattern})" for each in signs)
            )
        return Lexer(self._compiled[names], keywords)


def grammar_path(name: str = "ruleslang.lark") -> Traversable:
    """The path of a grammar or its tables: inside an installed package, else in the checkout."""
    package, path = files("ruleslang"), f"grammar/{name}"
    shipped = package.joinpath("_data", path)
    return shipped if shipped.is_file() else Path(str(package)).parent / path


@cache
def tables() -> Tables:
    """The tables of the language; threads may share them."""
    text = grammar_path().read_text(encoding="utf-8")
    path = grammar_path(TABLES)
    with suppress(OSError, ValueError):
        if made := from_text(path.read_text(encoding="utf-8"), text):
            return made
    written = to_text(build(text), text)
    with suppress(OSError):  # of a folder that is only read
        Path(str(path)).write_text(written, encoding="utf-8")
    return Tables(json.loads(written.partition("\n")[2])[1:])


def build(text: str, *, strict: bool = False) -> Lark:
    """Lark's parser of a grammar; when `strict`, any ambiguity is an error."""
    from lark import Lark

    options: Any = {"postlex": SimpleNamespace(always_accept=ALWAYS)}
    return Lark(text, parser="lalr", maybe_placeholders=True, strict=strict, **options)


@cache
def spellings() -> dict[str, str]:
    """Keywords and signs, by their names in the grammar."""
    return {each.name: each.spelling for each in tables().terminals if each.spelling is not None}


# ---------------------------------------------------------------- as text, and back


def to_text(lark_parser: Lark, text: str) -> str:
    """The tables of a grammar as JSON, after its digest."""
    table: Any = lark_parser.parser.parser._parse_table
    (start,) = table.start_states.values()
    symbols = sorted({symbol for row in table.states.values() for symbol in row})
    places = {symbol: place for place, symbol in enumerate(symbols)}
    numbers, rules = {start: 0}, dict[Any, int]()
    rows, waiting = [], [start]
    for state in waiting:  # whose order Lark changes at each build
        row = []
        for symbol, (_, goal) in sorted(table.states[state].items()):
            if hasattr(goal, "expansion"):
                number = ~rules.setdefault(goal, len(rules))
            else:
                if goal not in numbers:
                    waiting.append(goal)
                number = numbers.setdefault(goal, len(numbers))
            row += [places[symbol], number]
        rows.append(row)
    ignored = sorted(lark_parser.ignore_tokens)
    plain = symbols, rows, [*map(_rule, rules)], _terminals(lark_parser), ignored
    written = json.dumps([_digest(FORM + text), *plain], separators=(",", ":"))
    return f"{_digest(written)}\n{written}"


def _rule(rule: Any) -> Rule:
    """A rule of Lark's, with the parts that its tree has."""
    options, size = rule.options, len(rule.expansion)
    left_out = "".join(str(int(is_left_out)) for is_left_out in options.empty_indices).split("0")
    parts = list[int]()
    for place, symbol in enumerate(rule.expansion):
        parts += [-1] * len(left_out[place] if len(left_out) > 1 else "")
        if options.keep_all_tokens or not (symbol.is_term and symbol.filter_out):
            parts.append(2 * place + (not symbol.is_term and symbol.name.startswith("_")))
    parts += [-1] * len(left_out[-1])
    plain = parts == [2 * place for place in range(size)]
    yields = bool(options.expand1 and not rule.alias)
    name = rule.alias or options.template_source or rule.origin.name
    passes = yields and plain and size == 1
    return Rule(rule.origin.name, size, name, passes, yields, None if plain else (*parts,))


def _terminals(lark_parser: Lark) -> list[Terminal]:
    """The terminals in the order in which Lark tries them."""

    def order(each: Any) -> Any:
        return -each.priority, -each.pattern.max_width, -len(each.pattern.value), each.name

    patterns = [each for each in lark_parser.terminals if each.pattern.type == "re"]
    return [
        Terminal(
            each.name,
            each.pattern.to_regexp(),
            each.pattern.value if each.pattern.type == "str" else None,
            tuple(
                other.name
                for other in patterns
                if each.pattern.type == "str" and other.priority == each.priority
                if (found := re.match(other.pattern.to_regexp(), each.pattern.value))
                and found.group() == each.pattern.value
            ),
        )
        for each in sorted(lark_parser.terminals, key=order)
    ]


def from_text(text: str, grammar: str) -> Tables | None:
    """The tables written by `to_text`; None if the text is damaged, or of another grammar."""
    digest, _, written = text.partition("\n")
    if digest != _digest(written):
        return None
    of, *plain = json.loads(written)
    return Tables(plain) if of == _digest(FORM + grammar) else None


def _digest(text: str) -> str:
    return blake2b(text.encode(), digest_size=16).hexdigest()
