"""Writes the words of a list where another list names it: `words Contract: Suit, grand, null`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import evolve

from ruleslang.resolve import diagnostics as say
from ruleslang.source.diagnostic import Diagnostic
from ruleslang.syntax import declarations as syntax
from ruleslang.syntax.node import Name


def with_contained_words(
    order: Sequence[syntax.Declaration], diagnostics: list[Diagnostic]
) -> tuple[tuple[syntax.Declaration, ...], Mapping[str, frozenset[str]]]:
    """
    The declarations with all words of each list written out, and which lists each list contains.

    A word that a list brings keeps its place in the text, in the list where it is declared.
    """
    lists: dict[str, syntax.Words] = {}
    for node in order:
        if isinstance(node, syntax.Words):
            lists.setdefault(node.name.text, node)
    contained = {name: frozenset(_inside(node, lists)) for name, node in lists.items()}
    for name, inside in contained.items():
        if name in inside:
            diagnostics.append(say.list_in_circle(lists[name].name.span, name=name))
            words = tuple(word for word in lists[name].words if word.text not in contained)
            lists[name] = evolve(lists[name], words=words)
    complete = {
        name: evolve(node, words=_words(node, lists, diagnostics)) if contained[name] else node
        for name, node in lists.items()
    }
    written = tuple(
        complete[node.name.text]
        if isinstance(node, syntax.Words) and contained[node.name.text]
        else node
        for node in order
    )
    return written, {name: inside for name, inside in contained.items() if inside}


def _inside(node: syntax.Words, lists: Mapping[str, syntax.Words]) -> set[str]:
    """The lists that a list names, and those that they name."""
    seen: set[str] = set()
    ahead = [node]
    while ahead:
        named = {word.text for word in ahead.pop().words if word.text in lists} - seen
        seen |= named
        ahead.extend(lists[name] for name in sorted(named))
    return seen


def _words(
    node: syntax.Words, lists: Mapping[str, syntax.Words], diagnostics: list[Diagnostic]
) -> tuple[Name, ...]:
    """All words of a list; one that it has already is told where the list says it again."""
    brought_by: dict[str, tuple[Name, Name]] = {}  # beside each word what brings it here
    for written in node.words:
        brought = _words(lists[written.text], lists, []) if written.text in lists else (written,)
        for word in brought:
            first = brought_by.setdefault(word.text, (word, written))[1]
            if first is not written:
                message = say.repeated_word if word is written else say.brought_word
                diagnostics.append(
                    message(written.span, at=first.span, name=word.text, list=written.text)
                )
    return tuple(word for word, _ in brought_by.values())
