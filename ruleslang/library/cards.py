"""Definitions from a file of the user's laid over a rulebook: known ones replaced, others added."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from ruleslang.library.gather import Gathered, parse_file
from ruleslang.source.span import Source
from ruleslang.syntax.declarations import Card, Declaration, Row, Table, Tree


def overlaid(rulebook: Gathered, source: Source) -> Gathered:
    """
    The rulebook with the definitions of `source` over its own.

    Always: a `card` that replaces a `card` stands in its place in the order of the text, so that
    all other definitions are dealt and drawn as before.
    """
    tree, problems = parse_file(source)
    names = set(_definitions([tree]))
    held = {item.name.text for item in _cards(rulebook.trees)}
    cards = {item.name.text: item for item in _cards([tree])}
    added = tuple(
        item
        for item in tree.declarations
        if not (isinstance(item, Card) and item.name.text in held)
    )
    trees = (
        *(_replaced(old, names, cards) for old in rulebook.trees),
        evolve(tree, declarations=added),
    )
    return Gathered(trees, (*rulebook.diagnostics, *problems))


def _cards(trees: tuple[Tree, ...] | list[Tree]) -> Iterator[Card]:
    return (item for tree in trees for item in tree.declarations if isinstance(item, Card))


def _definitions(trees: list[Tree]) -> Iterator[str]:
    """The name of every card and of every row of a table."""
    for tree in trees:
        for item in tree.declarations:
            if isinstance(item, Card):
                yield item.name.text
            elif isinstance(item, Table) and item.rows:
                yield from (_id(item.rows[0], row) for row in item.rows[1:])


def _replaced(tree: Tree, names: set[str], cards: dict[str, Card]) -> Tree:
    """The tree with `cards` in the places of theirs, without other definitions of `names`."""
    changed = (_changed(item, names, cards) for item in tree.declarations)
    return evolve(tree, declarations=tuple(item for item in changed if item is not None))


def _changed(item: Declaration, names: set[str], cards: dict[str, Card]) -> Declaration | None:
    if isinstance(item, Card):
        return cards.get(item.name.text, None if item.name.text in names else item)
    if isinstance(item, Table) and item.rows:
        head, *rows = item.rows
        return evolve(item, rows=(head, *(row for row in rows if _id(head, row) not in names)))
    return item


def _id(head: Row, row: Row) -> str:
    """The name that a row of a table defines; empty when its cell is missing."""
    place = next((place for place, cell in enumerate(head.cells) if cell.text == "id"), 0)
    return row.cells[place].text if place < len(row.cells) else ""
