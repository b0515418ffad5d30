"""Patterns, which match the arguments of an event, a window or a zone."""

from __future__ import annotations

from typing import TypeAlias

from attrs import field, frozen

from ruleslang.program.expressions import Expr
from ruleslang.program.locals import DEFINES, Slot
from ruleslang.program.operation_variants_by_type import Comparing, Subject
from ruleslang.program.references import names
from ruleslang.source.walk import Walked


@frozen
class AnyEntry(Walked):
    """Matches anything."""


@frozen
class BindEntry(Walked):
    """Matches anything and binds it to a local."""

    slot: Slot = field(metadata=DEFINES)


@frozen
class EqualEntry(Walked):
    """Matches a value equal to this (a card matches a title if it counts as it)."""

    value: Expr
    comparing: Comparing = "values"


@frozen
class MemberEntry(Walked):
    """Matches a member of this set."""

    set: Expr
    comparing: Comparing = "values"


@frozen
class KindEntry(Walked):
    """Matches a card of this kind, or a piece of this declaration."""

    kind: str = field(metadata=names("kind or piece"))
    of: Subject = "card"


Entry: TypeAlias = AnyEntry | BindEntry | EqualEntry | MemberEntry | KindEntry
Pattern: TypeAlias = "tuple[Entry, ...] | None"  # None: whatever the arguments
