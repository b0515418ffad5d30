"""What the printer relies on: plain fields of nodes hold what the node classes say."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args, get_type_hints

from format_texts import readable

from ruleslang.source.span import Source
from ruleslang.syntax.node import Node
from ruleslang.syntax.parse import parse
from ruleslang.syntax.walk import walk
from tests.support.every import every

PLAIN = (int, str, bool, type(None))


@every("name", readable)
def test_plain_fields_hold_plain_values(name: str) -> None:
    tree, _ = parse(Source(name, readable()[name]))
    nodes = (node for top in tree.declarations for node in walk(top))

    assert {found for node in nodes for found in _wrong(node)} == set()


def _wrong(node: Node) -> Iterator[str]:
    hints: dict[str, Any] = get_type_hints(type(node))
    for name, hint in hints.items():
        kinds = get_args(hint) or (hint,)
        value = getattr(node, name)
        if set(kinds) <= set(PLAIN) and not isinstance(value, kinds):
            yield f"{type(node).__name__}.{name} is a {type(value).__name__}"
