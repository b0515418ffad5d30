"""
What other declarations ask of one, and declarations of which only that is known yet.

A deferred declaration has its class, its place and its names. What else stands in it is read from
its chunk when somebody asks; most of a rulebook is asked for nothing more when one line of it has
changed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, TypeAlias, cast, get_args
from weakref import WeakKeyDictionary

from attrs import frozen

from ruleslang.nodes.fields import field_names
from ruleslang.syntax import declarations as d
from ruleslang.syntax.build import build
from ruleslang.syntax.chunk import Chunk
from ruleslang.syntax.expressions import Number
from ruleslang.syntax.node import Misread, Name, Node, defer, is_deferred
from ruleslang.syntax.statements import (
    MenuItem,
    Modify,
    Whenever,
)
from ruleslang.syntax.walk import find

Said: TypeAlias = "int | str | bool | tuple[str, int, int] | None"
"""A small field: a number, a word, nothing, or a name with its place in the chunk."""
Typing: TypeAlias = Literal["said", "unsaid", "number", "no value"]

SORTS = {each.__name__: each for each in get_args(d.Declaration)}
OF_WORDS = (d.Words, d.Die, d.Option)
READ_AT_ONCE = (d.Header, d.Table, d.TextTable, d.Junk)


@frozen
class Outline:
    """
    The class of a declaration, its place in its chunk, and its small fields.

    `modifies` are the values that a `modify` in it is about, `branches` the names of the branches
    of its menus; `words` those that it declares; `acts_at_once`: a `whenever` stands in it.
    `typing`: whether a value says its type; one that is only a number needs none.
    """

    sort: type[Node]
    start: int
    end: int
    fields: tuple[tuple[str, Said], ...]
    modifies: tuple[str, ...]
    branches: tuple[str, ...]
    acts_at_once: bool
    typing: Typing
    words: tuple[tuple[str, int, int], ...]


_OUTLINES: WeakKeyDictionary[Node, Outline] = WeakKeyDictionary()
_WORDS: WeakKeyDictionary[Node, tuple[Name, ...]] = WeakKeyDictionary()  # of what is not read yet


def outline(node: d.Declaration) -> Outline:
    """The outline of a declaration; nothing of it is read for that which is not read yet."""
    found = _OUTLINES.get(node)
    if found is None:
        found = _OUTLINES[node] = _outline(node)
    return found


def _outline(node: d.Declaration) -> Outline:
    """Nothing is walked over for what its text has no word for."""
    text = node.span.text
    at_once = isinstance(node, d.TopWhenever) or (
        "whenever" in text and any(True for _ in find(node, Whenever))
    )
    return Outline(
        type(node),
        0,
        0,
        (),
        tuple(each.value.text for each in find(node, Modify)) if "modify" in text else (),
        tuple(each.name.text for each in find(node, MenuItem)) if "choose" in text else (),
        at_once,
        _typing(node),
        (),
    )


def declared_words(node: d.Declaration) -> tuple[Name, ...]:
    """The words of a list, of a die or of an option; none where it has other values."""
    known = _WORDS.get(node)
    if known is not None:
        return known
    match node:
        case d.Words():
            return node.words
        case d.Die():
            return tuple(face.word for face in node.faces if face.word)
        case d.Option(numbers=None):
            names = tuple(value.name for value in node.values)
            return () if {name.text for name in names} == {"yes", "no"} else names
        case _:
            return ()


def _typing(node: d.Declaration) -> Typing:
    if not isinstance(node, d.Value):
        return "no value"
    if isinstance(node.expression, Number):
        return "number"
    return "unsaid" if node.type is None else "said"


def to_lists(node: d.Declaration, chunk: Chunk) -> list[Any]:
    """The outline of a declaration in a chunk as lists, words and numbers."""
    facts = outline(node)
    return [
        facts.sort.__name__,
        node.span.start - chunk.start,
        node.span.end - chunk.start,
        [[name, said] for name, said in _small_fields(node, chunk.start)],
        list(facts.modifies),
        list(facts.branches),
        facts.acts_at_once,
        facts.typing,
        [_written_name(name, chunk.start) for name in declared_words(node)],
    ]


def _written_name(name: Name, start: int) -> list[Any]:
    return [name.text, name.span.start - start, name.span.end - start]


def _small_fields(node: Node, start: int) -> Iterator[tuple[str, Any]]:
    for field in field_names(type(node)) or ():
        value = getattr(node, field)
        if isinstance(value, Name):
            yield field, _written_name(value, start)
        elif value is None or type(value) in (int, str, bool):
            yield field, value


def from_lists(plain: Any) -> Outline:
    """The outline that was written so; raises `Misread` when it is none."""
    try:
        sort, start, end, fields, modifies, branches, acts_at_once, typing, words = plain
        if typing not in get_args(Typing) or type(acts_at_once) is not bool:
            raise Misread
        return Outline(
            SORTS[sort],
            _number(start),
            _number(end),
            tuple((_word(name), _said(said)) for name, said in fields),
            tuple(map(_word, modifies)),
            tuple(map(_word, branches)),
            acts_at_once,
            typing,
            tuple(map(_said_name, words)),
        )
    except (TypeError, ValueError, LookupError) as problem:
        raise Misread from problem


def _word(plain: Any) -> str:
    if type(plain) is not str:
        raise Misread
    return plain


def _number(plain: Any) -> int:
    if type(plain) is not int or plain < 0:
        raise Misread
    return plain


def _said(plain: Any) -> Said:
    if type(plain) is list:
        return _said_name(plain)
    if plain is not None and type(plain) not in (int, str, bool):
        raise Misread
    return cast("Said", plain)


def _said_name(plain: Any) -> tuple[str, int, int]:
    text, start, end = plain
    return _word(text), _number(start), _number(end)


# ---------------------------------------------------------------- declarations of outlines


def deferred(chunk: Chunk, outline: Outline) -> d.Declaration:
    """The declaration of a chunk, of which the outline is known; raises `Misread`."""
    if issubclass(outline.sort, READ_AT_ONCE):
        return build(chunk)
    node = object.__new__(outline.sort)
    known = dict(outline.fields)
    if not set(known) <= set(field_names(outline.sort) or ()):
        raise Misread
    for field, said in known.items():
        object.__setattr__(node, field, _name(chunk, said) if isinstance(said, tuple) else said)
    object.__setattr__(node, "span", chunk.span(outline.start, outline.end))
    _OUTLINES[node] = outline
    if issubclass(outline.sort, OF_WORDS):
        _WORDS[node] = tuple(_name(chunk, said) for said in outline.words)
    defer(node, lambda: build(chunk))
    return cast("d.Declaration", node)


def _name(chunk: Chunk, said: tuple[str, int, int]) -> Name:
    text, start, end = said
    span = chunk.span(start, end)
    if span.text != text or span.end > chunk.end:
        raise Misread
    return Name(text, span=span)


def read_declarations(tree: d.Tree) -> Iterator[d.Declaration]:
    """The declarations of a tree that are not deferred."""
    return (node for node in tree.declarations if not is_deferred(node))
