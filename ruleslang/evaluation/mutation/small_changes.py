"""
The smallest changes of a line: another name of the same type, a constant, the opposite of a word,
a dropped term, condition or reset, a set of one seat, a statement that is skipped, done twice, or
done only for some values of a property.

In: a declaration and the names that the game has. Out: mutants, each with the numbers of the rules
that the changed line cites. They may be of another type; compiling refuses those.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise, permutations
from typing import TypeVar

from attrs import evolve, field, frozen

from ruleslang.evaluation.mutation.mutant import AUDIENCE, Mutant, Site
from ruleslang.evaluation.mutation.mutators import dispensable, exchanged, without
from ruleslang.evaluation.mutation.repeated_in_vain import Reads, is_repeated_in_vain, reads_of
from ruleslang.language.syntax import declarations as d
from ruleslang.language.syntax import expressions as x
from ruleslang.language.syntax import simple_statements as simple
from ruleslang.language.syntax import statements as s
from ruleslang.language.syntax.declarations.data import SeenBy
from ruleslang.language.syntax.node import Marks, Name, Node, Text
from ruleslang.language.syntax.simple_statements import Answer, Let, Shuffle, Stop
from ruleslang.language.syntax.walk import children, find, walk
from ruleslang.players.learning.twins import read_by_rules
from ruleslang.program import types as t
from ruleslang.program.program import Program
from ruleslang.program.typing.lattice import plain

MOST_NAMES = 4  # other names in place of one
MOST_GUARDS = 12  # conditions on one statement, about names in it, and about others
MOST_CONSTANTS = 12  # numbers in place of a computed one; of more, some of the range
BOUNDS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
OPPOSITES = ("after before", "ends starts", "highest lowest", "larger smaller", "next previous",
             "until while", "down up", "may must", "bottom top")  # fmt: skip
OTHER = {
    word: other for pair in map(str.split, OPPOSITES) for word, other in permutations(pair)
} | dict.fromkeys(("at most", "at least"), "becomes")
WORDS = re.compile(rf"\b(?:{'|'.join(OTHER)})\b|, reset each \w+")
T = TypeVar("T")
UNCHANGED = (Text, x.RangeType, x.NamedType, d.Omit, d.Option)  # for the eye, types, open questions


@frozen(eq=False)
class Known:
    """The names of a game by the types of their values, so that one can replace another."""

    signatures: Mapping[str, tuple[tuple[object, ...], t.Type]]
    words: Mapping[str, tuple[str, ...]]  # for each word the others in its list
    lists: Mapping[str, tuple[str, ...]]
    seats: tuple[str, ...]
    reads: Reads

    def others(self, name: str) -> Sequence[str]:
        """Return names that take as much and give the same; of one sort first."""
        if name not in self.signatures:
            return [word for word in self.words.get(name, ()) if word != name][:MOST_NAMES]
        index, type = self.signatures[name]
        alike = [
            other
            for other, (places, given) in self.signatures.items()
            if other != name and len(places) == len(index) and _sort(given) == _sort(type)
        ]
        alike.sort(key=lambda other: self.signatures[other][0] != index)
        return alike[:MOST_NAMES]

    def sets_like(self, name: str) -> Sequence[str]:
        """Return the names of sets that take the same arguments."""
        index, _ = self.signatures.get(name, ((), None))
        taken = [getattr(place, "type", place) for place in index]
        return [
            other
            for other, (places, given) in self.signatures.items()
            if index and [getattr(place, "type", place) for place in places] == taken
            if isinstance(given, t.SetOf)
        ][:MOST_NAMES]

    def properties(self) -> Iterator[tuple[str, str]]:
        """Yield the names with one index that give a word, with each of their words."""
        for name, (index, type) in self.signatures.items():
            given = plain(type)
            if len(index) == 1 and isinstance(given, t.WordOf):
                yield from ((name, word) for word in self.lists.get(given.list, ()))

    def constants(self, name: str) -> Iterator[str]:
        """Yield the constants that a name could give."""
        type = plain(self.signatures[name][1]) if name in self.signatures else None
        if isinstance(type, t.Number):
            step = max(1, (type.high - type.low) // MOST_CONSTANTS)
            yield from map(str, range(type.low, type.high + 1, step))
        elif isinstance(type, t.Truth):
            yield from ("yes", "no")
        elif isinstance(type, t.WordOf):
            yield from self.lists.get(type.list, ())[:MOST_CONSTANTS]


def _sort(type: t.Type) -> object:
    """Return a type without the range of its numbers."""
    given = plain(type)
    return t.Number if isinstance(given, t.Number) else given


def known(program: Program) -> Known:
    """Return the names of a game: fields, states, values and zones, words and seats."""
    signatures: dict[str, tuple[tuple[object, ...], t.Type]] = {}
    for kind in program.kinds:
        for each in kind.fields:
            signatures[each.name] = ((kind.name, *each.index), each.type)
    for state in program.states:
        if " " not in state.name:
            signatures[state.name] = (state.index, state.type)
    read = read_by_rules(program)
    for value in (value for value in program.values if value.name in read):
        places = tuple(parameter.type for parameter in value.parameters)
        signatures[value.name] = (places, value.type)
    for zone in program.zones:
        signatures[zone.name] = (zone.index, t.SetOf(t.Card(zone.kind)))
    lists = {listed.name: tuple(listed.words) for listed in program.words}
    words = {word: listed for listed in lists.values() for word in listed}
    return Known(signatures, words, lists, program.seats.names, reads_of(program))


@frozen(eq=False)
class Change:
    """A mutant, and the rules that the changed line cites."""

    mutant: Mutant
    cites: tuple[str, ...]


def small_changes(site: Site, names: Known, *, only_cited: bool = True) -> Iterator[Change]:
    """Yield every small change of a declaration, each once; or those of lines that cite a rule."""
    local = dict(_locals(site.first))
    loops = {node.variable.text for node in find(site.first, s.ForEach)}
    at = _Place(site, names, local, frozenset(loops))
    seen: set[tuple[int, str, str]] = set()
    for change in _changes_within(at, site.first):
        mutant = change.mutant
        key = mutant.start, mutant.before, mutant.after
        if mutant.before != mutant.after and key not in seen and (change.cites or not only_cited):
            seen.add(key)
            yield change


def _locals(declaration: Node) -> Iterator[tuple[str, str]]:
    """Yield the locals, with the words that a parameter takes or a loop goes through."""
    for node in walk(declaration):
        if isinstance(node, d.Parameter):
            yield node.name.text, node.type.span.text
        elif isinstance(node, simple.Choice | Let | d.ValueLet):
            yield node.name.text, ""
        elif isinstance(node, s.ForEach):
            yield node.variable.text, node.subject.span.text
    if isinstance(declaration, d.Action):
        yield declaration.by.text, ""


@frozen(eq=False)
class _Place:
    """Where a change is made: a declaration, its locals, the rules that are cited there."""

    site: Site
    names: Known
    locals: Mapping[str, str]
    loops: frozenset[str]  # the locals of loops over a set, whose order doesn't matter
    cites: tuple[str, ...] = field(default=())

    def becomes(self, node: Node, after: str, kind: str) -> Change:
        """Return the change of a node into another text."""
        start = node.span.start - self.site.span.start
        return Change(Mutant(self.site, kind, start, node.span.text, after), self.cites)

    def drops(self, start: int, end: int, kind: str) -> Change:
        """Return the change that leaves out a stretch of the source."""
        begin = self.site.span.start
        before = self.site.text[start - begin : end - begin]
        return Change(Mutant(self.site, kind, start - begin, before, ""), self.cites)


def _changes_within(at: _Place, node: Node) -> Iterator[Change]:
    """Yield the changes of a node and of all in it."""
    if isinstance(node, UNCHANGED):
        return
    at = evolve(at, cites=_cites_of(node) or at.cites)
    yield from _changes_of_node(at, node)
    for part, instead in dispensable(node):
        cites = _cites_of(part) or at.cites
        yield Change(without(at.site, part, instead), cites)
        if isinstance(node, s.Block | s.Body) and isinstance(part, s.Statement):
            yield from _statement(evolve(at, cites=cites), part)
    for child in children(node):
        yield from _changes_within(at, child)


def _cites_of(node: Node) -> tuple[str, ...]:
    """Return the citations of a line or a clause itself."""
    marks = getattr(node, "marks", None)
    return tuple({cite.text: None for cite in marks.cites}) if isinstance(marks, Marks) else ()


def _changes_of_node(at: _Place, node: Node) -> Iterator[Change]:
    match node:
        case x.Number() | d.Cell() if node.span.text.isdigit():
            for number in (int(node.span.text) + 1, max(0, int(node.span.text) - 1)):
                yield at.becomes(node, str(number), "a number")
        case d.Cell(text):
            yield from (at.becomes(node, word, "a cell") for word in at.names.others(text))
        case x.Truth(value):
            yield at.becomes(node, "no" if value else "yes", "a constant")
        case x.Apply(function, (of,)) if function.text == "opponent":
            yield at.becomes(node, of.span.text, "the other player")
        case x.Apply(function, arguments):
            brackets = node.span.text[len(function.span.text) :] if arguments else ""
            yield from _other_names(at, node, function, brackets)
            for first, second in pairwise(() if function.text in OTHER else arguments):
                yield Change(exchanged(at.site, first, second), at.cites)
        case x.Binary() | x.And() | x.Or() | x.Not() | x.Compare():
            yield from _operation(at, node)
        case x.Is(left, right, negated) | x.IsIn(left, right, negated):
            word = "is" if isinstance(node, x.Is) else "is in"
            sign = word if negated else word.replace("is", "is not", 1)
            yield at.becomes(node, f"{left.span.text} {sign} {right.span.text}", "the opposite")
        case x.IsEmpty(operand, negated):
            sign = "is empty" if negated else "is not empty"
            yield at.becomes(node, f"{operand.span.text} {sign}", "the opposite")
        case x.Where(subject, _) | x.EachWhere(_, subject, _):
            yield at.becomes(node, subject.span.text, "a dropped condition")
        case x.WhenOtherwise(value, condition, otherwise):
            yield at.becomes(node, value.span.text, "a dropped case")
            yield at.becomes(node, otherwise.span.text, "a dropped case")
            if isinstance(value, x.Number) and isinstance(condition, x.Apply):
                brackets = condition.span.text.removeprefix(condition.function.span.text)
                for members in at.names.sets_like(condition.function.text):
                    each = f"number of {members}{brackets}"
                    yield at.becomes(node, each, "a term for each member")
        case x.Braces(items) if len(items) > 1:
            for item in items:
                rest = ", ".join(other.span.text for other in items if other is not item)
                yield at.becomes(node, f"{{{rest}}}", "a dropped member")
        case x.Fold(word) | x.Extreme(word) if word in OTHER:
            rest = node.span.text.removeprefix(word)
            yield at.becomes(node, OTHER[word] + rest, "the other end")
    yield from _clause(at, node)
    for child in children(node):
        if isinstance(child, Name) and _is_read(node, child):
            yield from _other_names(at, child, child, "")


def _is_read(node: Node, name: Name) -> bool:
    """Return whether a name in a node is a separate expression."""
    if isinstance(node, x.Expression):
        return not isinstance(node, x.Apply) or name is not node.function
    return not any(getattr(node, each, None) is name for each in BOUND)


BOUND = ("name", "variable", "procedure", "window", "action", "option", "history", "by", "die")


def _other_names(at: _Place, node: Node, name: Name, brackets: str) -> Iterator[Change]:
    """Yield another name of the same sort in place of one, or a constant, or one seat of all."""
    for other in at.names.others(name.text):
        yield at.becomes(node, other + brackets, "another name")
    for constant in at.names.constants(name.text):
        yield at.becomes(node, constant, "a constant")
    if name.text == "players":
        for seat in at.names.seats:
            yield at.becomes(node, f"{{{seat}}}", "a set of one seat")
    if name.text in at.locals or name.text == "you":
        others = [other for other in at.locals if other != name.text]
        for other in others[:MOST_NAMES]:
            yield at.becomes(node, other, "another name")
        for seat in at.names.seats:
            yield at.becomes(node, seat, "a named seat")
        for word in at.names.lists.get(at.locals.get(name.text, ""), ()):
            yield at.becomes(node, word, "a named word")
        if len(at.names.seats) == 2 and name.text not in at.loops:
            yield at.becomes(node, f"opponent({name.text})", "the other player")


def _statement(at: _Place, node: Node) -> Iterator[Change]:
    """Yield a statement of one line done twice, or only for some values of what it is about."""
    line = node.span.text
    if "\n" in line or isinstance(node, Answer | Let | Shuffle | Stop):
        return
    before = node.span.source.text[: node.span.start].rpartition("\n")[2]
    if not before.strip():
        if not is_repeated_in_vain(at.names.reads, node):
            yield at.becomes(node, f"{line}\n{before}{line}", "an effect twice")
        read = {name.text for name in find(node, Name)}
        properties, around = [*at.names.properties()], (*at.locals, "you", "this")
        own = [(name, *each) for each in properties for name in around if name in read]
        others = [(name, *each) for each in properties for name in at.locals if name not in read]
        for name, of, word in (*_spread(own, MOST_GUARDS), *_spread(others, MOST_GUARDS)):
            after = f"if {of}({name}) is not {word}: {line}"
            yield at.becomes(node, after, "a guard on a value of a property")


def _spread(some: Sequence[T], most: int) -> Sequence[T]:
    """Return at most so many, from all parts of a list."""
    return some[:: -(-len(some) // most)] if some else some


def _operation(at: _Place, node: x.Binary | x.And | x.Or | x.Not | x.Compare) -> Iterator[Change]:
    if isinstance(node, x.Not):
        yield at.becomes(node, node.operand.span.text, "the opposite")
        return
    left, right = node.left.span.text, node.right.span.text
    if isinstance(node, x.Compare):
        yield at.becomes(node, f"{left} {BOUNDS[node.operator]} {right}", "the bound")
        for sign in "+-":
            yield at.becomes(node, f"{left} {node.operator} {right} {sign} 2", "the bound by two")
        return
    yield at.becomes(node, left, "a dropped term")
    if isinstance(node, x.And | x.Or) or node.operator in "+*":
        yield at.becomes(node, right, "a dropped term")
    if isinstance(node, x.Binary) and node.operator in "+-":
        yield at.becomes(node, f"{left} {'-' if node.operator == '+' else '+'} {right}", "the sign")


def _clause(at: _Place, node: Node) -> Iterator[Change]:
    """Yield changes of a declaration's condition, copies or audience: left out or altered."""
    unquoted = re.sub('"[^"]*"', lambda quoted: "." * len(quoted[0]), node.span.text)
    start = node.span.start - at.site.span.start
    for found in WORDS.finditer(unquoted.partition("\n")[0]) if hasattr(node, "marks") else ():
        after = OTHER.get(found[0], "")
        yield Change(
            Mutant(at.site, "another word", start + found.start(), found[0], after), at.cites
        )
    copies = re.search(rf"(?<=\sx){getattr(node, 'copies', None)}\b", unquoted)
    if copies is not None:
        place = start + copies.start()
        for number in (int(copies[0]) + 1, int(copies[0]) - 1):
            yield Change(Mutant(at.site, "a number", place, copies[0], str(number)), at.cites)
    condition = getattr(node, "where", None) or getattr(node, "condition", None)
    if isinstance(condition, Node) and not isinstance(node, x.Where | x.EachWhere):
        source = node.span.source.text
        before = source[: condition.span.start].rstrip()
        if before.endswith(" where"):
            yield at.drops(len(before) - len(" where"), condition.span.end, "a dropped condition")
    if isinstance(node, SeenBy):
        for word in ("all", "nobody", "owner"):
            yield at.becomes(node, f"seen by {word}", AUDIENCE)
