"""
The interface of a declaration: what the lowering of other declarations can depend on.

While the interfaces of the changed declarations are what they were, all others mean what they
meant. The types of values and of choices are compared when they are lowered again: what names one
of another type is lowered again, too.
"""

from __future__ import annotations

from ruleslang.source.span import Span
from ruleslang.syntax import declarations as syntax
from ruleslang.syntax.deferred_declarations import outline
from ruleslang.syntax.examples import Claim, Example
from ruleslang.syntax.node import Node


def interface(node: syntax.Declaration) -> tuple[str, ...] | None:
    """The interface of a declaration; None of those on which any other may depend in any way."""
    own = _own(node)
    if own is None:
        return None
    facts = outline(node)
    more = (*facts.modifies, "|", *facts.branches, "|", str(facts.acts_at_once), facts.typing)
    return (type(node).__name__, *own, "|", *more)


def _own(node: syntax.Declaration) -> tuple[str, ...] | None:
    match node:
        case Example() | Claim() | syntax.Measure():
            return ()
        case syntax.Standing() | syntax.TopHook() | syntax.TopModify() | syntax.TopWhenever():
            return ()
        case syntax.Chooser(name=name):
            return (name.text,)
        case syntax.Procedure(name=name, word=word, parameters=parameters, answers=answers):
            return (word, name.text, *_texts(*parameters), "->", *_texts(answers))
        case syntax.Value(name=name, parameters=parameters, type=type):
            return (name.text, *_texts(*parameters), "of a type" if type else "")
        case syntax.Action(body=body):
            return (_head(node, body),)
        case syntax.Card(name=name, kind=kind, copies=copies, only_under=only_under, items=items):
            plays = (_head(each, each.body) for each in items if isinstance(each, syntax.Play))
            return (name.text, kind.text, _one_or_several(copies), *_texts(only_under), *plays)
        case _:
            return None


def _one_or_several(copies: int | None) -> str:
    """What others see of a number of copies: a name stands for the one copy that there is."""
    number = 1 if copies is None else copies
    return "several" if number > 1 else str(number)


def _texts(*nodes: Node | None) -> tuple[str, ...]:
    return tuple("" if node is None else node.span.text for node in nodes)


def _head(node: Node, body: Node | None) -> str:
    """What stands before a body."""
    if body is None:
        return node.span.text
    return Span(node.span.source, node.span.start, max(node.span.start, body.span.start)).text
