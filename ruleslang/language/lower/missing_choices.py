"""
Makes each statement depend on the choices that it names: it does nothing if one of them is gone.

Of a compound statement the head counts; its blocks are looked into. What a skipped statement would
have named, a `let` or a further choice, is missing as well.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import reduce
from typing import Any, get_args

import attrs
from attrs import define, evolve, field

from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program.locals import Slot
from ruleslang.program.slot_uses import defined_in, used_in

_STATEMENTS = get_args(s.Statement)
_BRANCHES = (s.Case, s.Branch)


def without_gone(block: s.Block, gone: Mapping[Slot, Slot]) -> s.Block:
    """A block whose statements do nothing if what they name is gone, as these locals say."""
    return _Guards({slot: (flag,) for slot, flag in gone.items()}).block(block) if gone else block


@define
class _Guards:
    """The locals that say whether what a slot depends on is gone."""

    flags: dict[Slot, tuple[Slot, ...]] = field(factory=dict)

    def block(self, statements: s.Block) -> s.Block:
        return tuple(self._guarded(statement) for statement in statements)

    def _guarded(self, statement: s.Statement) -> s.Statement:
        head = _mapped(statement, lambda _: ())
        needed = dict.fromkeys(flag for slot in used_in(head) for flag in self.flags.get(slot, ()))
        for slot in defined_in(head):
            self.flags[slot] = tuple(dict.fromkeys((*self.flags.get(slot, ()), *needed)))
        inside: s.Statement = _mapped(statement, self.block)
        if needed:
            flags: list[e.Expr] = [e.Local(flag) for flag in needed]
            is_gone = reduce(e.Or, flags)
            return s.If(e.Not(is_gone), (inside,), (), statement.origin)
        return inside


def _mapped(node: Any, change: Callable[[s.Block], s.Block]) -> Any:
    """A statement, or a branch of one, with each of its blocks changed."""
    changes: dict[str, object] = {}
    for of in attrs.fields(type(node)):
        value: Any = getattr(node, of.name)
        if isinstance(value, tuple) and value and isinstance(value[0], _STATEMENTS):
            changes[of.name] = change(value)
        elif isinstance(value, tuple) and value and isinstance(value[0], _BRANCHES):
            changes[of.name] = tuple(_mapped(branch, change) for branch in value)
    return evolve(node, **changes) if changes else node
