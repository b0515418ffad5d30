"""Patterns: what the arguments of an event, a window or a zone are compared with."""

from __future__ import annotations

from typing import TypeAlias

from attrs import field, frozen

from ruleslang.program.expressions import Expr
from ruleslang.program.locals import DEFINES, Slot
from ruleslang.program.operation_variants_by_type import Comparing, Subject
from ruleslang.program.references import names


@frozen
class AnyEntry:
    """Whatever stands there."""


@frozen
class BindEntry:
    """Whatever stands there, in a local."""

    slot: Slot = field(metadata=DEFINES)


@frozen
class EqualEntry:
    """What stands there must be equal to this (a card to a title: must count as it)."""

    value: Expr
    comparing: Comparing = "values"


@frozen
class MemberEntry:
    """What stands there must be a member of this set."""

    set: Expr
    comparing: Comparing = "values"


@frozen
class KindEntry:
    """What stands there must be of this kind of card, or of this declaration of pieces."""

    kind: str = field(metadata=names("kind or piece"))
    of: Subject = "card"


Entry: TypeAlias = AnyEntry | BindEntry | EqualEntry | MemberEntry | KindEntry
Pattern: TypeAlias = "tuple[Entry, ...] | None"  # None: whatever the arguments
