"""
The grammar as tables: plain data, which Lark computes and `lalr` reads texts with.

Computing them takes more than half a second. So they lie beside the grammar as JSON, and are
computed again only for a grammar that they were not made of.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cached_property
from hashlib import blake2b
from typing import Any

from attrs import frozen

VERSION = 2
EOL = "EOL"
BETWEEN = ",\n"
ROWS = ',\n"rows":[\n'
END = "]\n}\n"


@frozen(slots=False)
class Rule:
    """
    What a reduction does: takes so many parts off the stack and puts one in their place.

    `kept` are the parts that are not only signs: the place, whether its parts take its place, and
    how many absent ones come before it; `absent` come after them all. `name` is the builder's; with
    `collapses`, a part that is alone is not wrapped.
    """

    origin: str
    size: int
    name: str
    collapses: bool
    kept: tuple[tuple[int, bool, int], ...]
    absent: int

    @cached_property
    def inlined(self) -> bool:
        """Whether its parts go to the rule above it."""
        return self.origin.startswith("_")

    @cached_property
    def is_filtered(self) -> bool:
        """Whether some parts are left out, expanded or absent."""
        return self.absent > 0 or self.kept != tuple((n, False, 0) for n in range(self.size))

    @cached_property
    def is_passed_on(self) -> bool:
        """Whether its only part takes its place as it is."""
        return self.size == 1 and self.collapses and not (self.is_filtered or self.inlined)


@frozen(eq=False)
class Tables:
    """
    What a parser of the grammar needs.

    `rows` has, for each state, what to do at a terminal: go to a state (from 0), or reduce by a
    rule (its place, inverted by `~`); and where to go after a reduction. `first` are patterns that
    are tried before all others, where they may stand; `others` all other ones, but not `words`.
    """

    rows: Mapping[int, Mapping[str, int]]
    rules: Mapping[int, Rule]
    start: int
    end: int
    first: tuple[tuple[str, str], ...]
    others: tuple[tuple[str, str], ...]
    ignored: tuple[str, ...]
    words: dict[str, str]  # each keyword, and what the grammar calls it
    spellings: dict[str, str]  # keywords and signs, by what the grammar calls them


class Damaged(ValueError):
    """Kept tables that are none, or were made of another grammar."""


# ---------------------------------------------------------------- computed


def computed(parser: Any) -> Tables:
    """The tables of a parser that Lark built; the same for the same grammar, in any run."""
    table = parser.parser.parser._parse_table
    (start,), (end,) = table.start_states.values(), table.end_states.values()
    order = _order(table.states, start)
    states = {state: place for place, state in enumerate(order)}
    rules: dict[Rule, int] = {}
    rows = []
    for state in order:
        row = {}
        for on, (_, step) in sorted(table.states[state].items()):
            number = ~rules.setdefault(_rule(step), len(rules)) if _is_rule(step) else states[step]
            row[str(on)] = number
        rows.append(row)
    patterns = [each for each in parser.terminals if each.name not in _keywords(parser).values()]
    patterns.sort(key=lambda t: (-t.priority, -t.pattern.max_width, -len(t.pattern.value), t.name))
    return Tables(
        dict(enumerate(rows)),
        {number: rule for rule, number in rules.items()},
        states[start],
        states[end],
        tuple((each.name, each.pattern.to_regexp()) for each in patterns if each.priority > 0),
        tuple((each.name, each.pattern.to_regexp()) for each in patterns if each.priority <= 0),
        tuple(sorted(map(str, parser.ignore_tokens))),
        _keywords(parser),
        {each.name: each.pattern.value for each in parser.terminals if each.pattern.type == "str"},
    )


def _order(states: Any, start: int) -> list[int]:
    """The states as they are met from the start on, what leads to them in alphabetical order."""
    order = [start]
    met = {start}
    for state in order:
        for _, (_, step) in sorted(states[state].items()):
            if not _is_rule(step) and step not in met:
                met.add(step)
                order.append(step)
    return order


def _is_rule(action: Any) -> bool:
    return hasattr(action, "expansion")


def _keywords(parser: Any) -> dict[str, str]:
    return {
        each.pattern.value: each.name
        for each in parser.terminals
        if each.pattern.type == "str" and each.pattern.value.isidentifier()
    }


def _rule(rule: Any) -> Rule:
    """As the tree builder of Lark takes it: signs are left out, absent options are told."""
    absent = _absent(rule)
    kept = []
    waiting = 0
    for place, symbol in enumerate(rule.expansion):
        waiting += absent[place]
        if rule.options.keep_all_tokens or not (symbol.is_term and symbol.filter_out):
            expands = not symbol.is_term and symbol.name.startswith("_")
            kept.append((place, expands, waiting))
            waiting = 0
    return Rule(
        str(rule.origin.name),
        len(rule.expansion),
        str(rule.alias or rule.options.template_source or rule.origin.name),
        bool(rule.options.expand1 and not rule.alias),
        tuple(kept),
        waiting + absent[len(rule.expansion)],
    )


def _absent(rule: Any) -> list[int]:
    """How many optional parts are absent before each part, and behind the last."""
    marks = "".join(str(int(mark)) for mark in rule.options.empty_indices)
    found = [len(ones) for ones in marks.split("0")]
    return found if marks else [0] * (len(rule.expansion) + 1)


# ---------------------------------------------------------------- as text, and back


def to_text(tables: Tables, grammar: str) -> str:
    """The tables as JSON, a line for each state and rule; `grammar` says what they are made of."""
    rows = BETWEEN.join(map(_json, tables.rows.values()))
    head = {
        "version": VERSION,
        "grammar": grammar,
        "digest": _digest(rows),
        "start": tables.start,
        "end": tables.end,
        "first": tables.first,
        "others": tables.others,
        "ignored": tables.ignored,
        "words": tables.words,
        "spellings": tables.spellings,
    }
    rules = [
        [each.origin, each.size, each.name, each.collapses, each.kept, each.absent]
        for each in tables.rules.values()
    ]
    return "".join(
        ("{\n", *(f"{_json(key)}:{_json(value)},\n" for key, value in head.items()),
         '"rules":[\n', BETWEEN.join(map(_json, rules)), "]", ROWS, rows, END)
    )  # fmt: skip


def _json(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))


def from_text(text: str, grammar: str) -> Tables:
    """
    The tables in a text; raises `Damaged` when it has none that were made of this grammar.

    Rows are read when they are asked for: most texts need a tenth of them.
    """
    head, _, rest = text.partition(ROWS)
    rows = rest.removesuffix(END)
    try:
        said = json.loads(f"{head}}}")
        if said["version"] != VERSION or said["grammar"] != grammar:
            raise Damaged("made of another grammar")
        if said["digest"] != _digest(rows):
            raise Damaged("a state is missing")
        return Tables(
            _Rows(rows.split(BETWEEN)),
            _Rules(said["rules"]),
            said["start"],
            said["end"],
            tuple((name, pattern) for name, pattern in said["first"]),
            tuple((name, pattern) for name, pattern in said["others"]),
            tuple(said["ignored"]),
            said["words"],
            said["spellings"],
        )
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as problem:
        raise Damaged(str(problem)) from problem


class _Rows(dict[int, "dict[str, int]"]):
    """The rows of a text, which are read when they are asked for."""

    def __init__(self, lines: Sequence[str]) -> None:
        super().__init__()
        self.lines = lines

    def __missing__(self, number: int) -> dict[str, int]:
        row: dict[str, int] = json.loads(self.lines[number])
        self[number] = row
        return row


def _digest(rows: str) -> str:
    return blake2b(rows.encode(), digest_size=16).hexdigest()


class _Rules(dict[int, Rule]):
    """The rules of a text, which are made when they are asked for."""

    def __init__(self, said: Sequence[Any]) -> None:
        super().__init__()
        self.said = said

    def __missing__(self, number: int) -> Rule:
        origin, size, name, collapses, kept, absent = self.said[number]
        places = tuple((place, expands, before) for place, expands, before in kept)
        rule = self[number] = Rule(origin, size, name, collapses, places, absent)
        return rule


def all_rules(tables: Tables) -> Sequence[Rule]:
    """All rules, in their order."""
    number = len(tables.rules.said) if isinstance(tables.rules, _Rules) else len(tables.rules)
    return [tables.rules[each] for each in range(number)]


def is_whole(tables: Tables) -> bool:
    """Whether each step of tables that were read leads to a state or a rule that is there."""
    number = len(tables.rows.lines) if isinstance(tables.rows, _Rows) else len(tables.rows)
    try:
        steps = {step for state in range(number) for step in tables.rows[state].values()}
        steps |= {tables.start, tables.end}
        return -len(all_rules(tables)) <= min(steps) and max(steps) < number
    except (ValueError, TypeError, AttributeError, RecursionError):
        return False
