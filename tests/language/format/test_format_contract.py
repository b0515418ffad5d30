"""The contract of the printer: plain fields of nodes contain what the node classes declare."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import get_args, get_type_hints

import pytest

from ruleslang.language.syntax import statements
from ruleslang.language.syntax.node import Node
from ruleslang.language.syntax.walk import walk
from tests.language.format.format_texts import readable, tree_of
from tests.support.every import every

SOME = 6  # every sixth text is read by default
PLAIN = (int, str, bool, type(None))


@every("name", lambda: readable(SOME))
def test_plain_fields_of_every_sixth_text_hold_plain_values(name: str) -> None:
    plain_fields_hold_plain_values(name)


@pytest.mark.long
@every("name", readable)
def test_plain_fields_hold_plain_values(name: str) -> None:
    plain_fields_hold_plain_values(name)


def plain_fields_hold_plain_values(name: str) -> None:
    """No field of a node of a text holds what its class does not say."""
    nodes = (node for top in tree_of(name).declarations for node in walk(top))

    assert {found for node in nodes for found in _wrong(node)} == set()


def _wrong(node: Node) -> Iterator[str]:
    for name, kinds in _plain(type(node)).items():
        value = getattr(node, name)
        if not isinstance(value, kinds):
            yield f"{type(node).__name__}.{name} is a {type(value).__name__}"


@cache
def _plain(node: type[Node]) -> dict[str, tuple[type, ...]]:
    """The plain fields of a class of nodes, and what they may hold."""
    hints = get_type_hints(node, localns=vars(statements))
    kinds = {name: get_args(hint) or (hint,) for name, hint in hints.items()}
    return {name: each for name, each in kinds.items() if set(each) <= set(PLAIN)}
