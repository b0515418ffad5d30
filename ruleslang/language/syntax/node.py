"""
The base class of nodes, the nodes that all others use, and the written forms of a class.

Nodes are built and printed by the forms above their class.
`@form("move {subject:setphrase} to {target:postfix} [{position}]")` says how the grammar's rule of
the class's name (`move`; another is given as `rule`) is written:

- `{field}` is a part of the rule, in the order in which the rule has them.
- `{field:sum}` is an expression that binds at least as tightly as the grammar's `sum`; other words
  after a colon are explained where they are printed (`format/expressions.py`); for a yes-or-no
  field they are the words written for yes.
- `{field*}` takes all remaining parts. `{field?}` is one of several parts that may occur in any
  order, each once: it takes the parts of its class, or the `Part` of its name.
- `[ … ]` is left out where its fields are empty; a blank before the bracket belongs to it.
- A newline precedes fields with lines of their own. `{{` is a brace.

A class may have several forms. `fixed` fields are implied by the choice of a form; a field that a
form does not name is empty in it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from enum import IntEnum
from functools import cached_property
from typing import TypeAlias, TypeVar

from attrs import field, frozen

from ruleslang.source.span import Span
from ruleslang.source.walk import Walked, field_names, written_types

# Marks the fields of statements that hold assignment targets.
WRITTEN = {"place": "written"}
K = TypeVar("K", bound="type[Node]")

PIECE = re.compile(
    r"(?P<open> ?\[)|(?P<close>\])|\{(?P<field>\w+)(?P<sign>[*?]?)(?::(?P<style>[^}]*))?\}"
    r"|(?P<text>(?:\{\{|\}\}|[^\[\]{} ]| (?!\[))+)"
)


@frozen(eq=False, kw_only=True)
class Node(Walked):
    """The base class of nodes, with their spans; nodes compare by identity."""

    span: Span = field(repr=False)


@frozen(eq=False)
class Name(Node):
    """A declared or used name."""

    text: str


@frozen(eq=False)
class Text(Node):
    """`"…"`: display text, without meaning for the rules."""

    text: str


@frozen(eq=False)
class Marks(Node):
    """`[RULE-1, RULE-2] designed`: the sources of a line. Its span is empty if there are none."""

    cites: tuple[Name, ...] = ()
    designed: bool = False


class Level(IntEnum):
    """The precedence of an expression, loosest first, by the names of the grammar's rules."""

    BRACKETED = 0  # always in brackets
    QUANTIFIED = 1
    SETPHRASE = 2
    SEXPR = 3
    OR_E = 4
    AND_E = 5
    NOT_E = 6
    IMAGINED = 7
    COMP = 8
    RANGEX = 9
    SUM = 10
    PROD = 11
    UNARY = 12
    POSTFIX = 13


@frozen
class Slot:
    """
    The place of a field of a class of nodes.

    `sign` is `*`, `?` or empty; `style` determines how the field is printed; `type` is its
    annotation.
    """

    field: str
    sign: str
    style: str
    type: str

    @property
    def empty(self) -> object:
        """The field's value if nothing is written."""
        return () if self.type.startswith("tuple") else False if self.type == "bool" else None

    @property
    def classes(self) -> frozenset[str]:
        """The node classes of a field whose parts may be in any order."""
        return frozenset(re.findall(r"\w+", self.type)) - {"Name", "Expression"}


@frozen
class Group:
    """An optional stretch, printed only if one of its fields is not empty."""

    pieces: tuple[str | Slot, ...]

    @property
    def slots(self) -> tuple[Slot, ...]:
        """The places of fields in it."""
        return tuple(piece for piece in self.pieces if isinstance(piece, Slot))

    def is_empty(self, node: Node) -> bool:
        """Return whether all its fields are empty in a node."""
        values = [getattr(node, slot.field) for slot in self.slots]
        return all(value is None or value is False or value == () for value in values)


Piece: TypeAlias = str | Slot | Group


@frozen(slots=False)
class Form:
    """One form of a class: the grammar rules of that form, and its template."""

    kind: type[Node]
    rules: tuple[str, ...]
    template: str
    level: Level
    fixed: dict[str, object] = field(hash=False)

    @cached_property
    def head(self) -> tuple[Piece, ...]:
        """The pieces on the line itself."""
        return tuple(self._pieces(self.template.partition("\n")[0]))

    @cached_property
    def below(self) -> tuple[Slot, ...]:
        """The fields with lines of their own."""
        pieces = self._pieces(self.template.partition("\n")[2])
        return tuple(piece for piece in pieces if isinstance(piece, Slot))

    @cached_property
    def slots(self) -> tuple[Slot, ...]:
        """All places of fields, in order."""
        slots: list[Slot] = []
        for piece in self.head:
            if isinstance(piece, Group):
                slots += piece.slots
            elif isinstance(piece, Slot):
                slots.append(piece)
        return (*slots, *self.below)

    @cached_property
    def required(self) -> tuple[str, ...]:
        """The fields that cannot be empty in this form."""
        places = (piece for piece in self.head if isinstance(piece, Slot))
        return tuple(place.field for place in places)

    @cached_property
    def left_out(self) -> dict[str, object]:
        """The fields that it does not name, with their implied values."""
        named = {slot.field for slot in self.slots}
        names = [name for name in field_names(self.kind) or () if name not in ("span", "marks")]
        empty = {name: self._slot(name).empty for name in names if name not in named}
        return empty | self.fixed

    def can_print(self, node: Node) -> bool:
        """Return whether it can print all of a node."""
        if any(getattr(node, name) != value for name, value in self.left_out.items()):
            return False
        values = (getattr(node, name) for name in self.required)
        return not any(value is None or value is False for value in values)

    def _slot(self, field: str, sign: str = "", style: str = "") -> Slot:
        return Slot(field, sign, style, written_types(self.kind)[field])

    def _pieces(self, template: str) -> Iterator[Piece]:
        group: list[str | Slot] | None = None
        for match in PIECE.finditer(template):
            piece: str | Slot
            if match["open"]:
                group = [match["open"][:-1]]
            elif match["close"]:
                yield Group(tuple(group or ()))
                group = None
            else:
                if match["field"]:
                    piece = self._slot(match["field"], match["sign"], match["style"] or "")
                else:
                    piece = match["text"].replace("{{", "{").replace("}}", "}")
                if group is None:
                    yield piece
                else:
                    group.append(piece)


FORMS: dict[type[Node], tuple[Form, ...]] = {}


def form(
    template: str, *, rule: str = "", level: Level = Level.POSTFIX, **fixed: object
) -> Callable[[K], K]:
    """
    Return a decorator that declares a form; `rule` names the grammar's rules, if not the class's
    own.
    """

    def declare(kind: K) -> K:
        rules = tuple(rule.split()) or (re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower(),)
        FORMS[kind] = (Form(kind, rules, template, level, fixed), *FORMS.get(kind, ()))
        return kind

    return declare


def form_of(node: Node) -> Form:
    """Return the first form that can print a node."""
    forms = FORMS[type(node)]
    return forms[0] if len(forms) == 1 else next(form for form in forms if form.can_print(node))
