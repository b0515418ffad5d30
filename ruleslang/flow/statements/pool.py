"""What may be chosen: the members of a set, and its sub-sets."""

from __future__ import annotations

from ruleslang.flow.context import Body
from ruleslang.flow.order import standard
from ruleslang.flow.words import Through, Word
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.walk import find


def pool(b: Body, choice: s.Choice) -> Word:
    """The members that `from` and `where` allow, in standard order."""
    whole = b.word(choice.source)
    if type(choice.source) is not e.Subsets:
        whole = standard(b, whole, choice.sorting, whole.type)
    if choice.where is None or choice.member is None:
        return whole
    member = b.variable(choice.member)
    return Through("members", member, whole, b.word(choice.where), None, whole.type)


def one_of_each(b: Body, choice: s.Choice, several: Word) -> Word:
    """Of candidates that the chooser cannot tell apart the first."""
    of = several.type
    if any(True for _ in find(of, t.DieIn)):
        return b.refuse("a choice of dice")  # type: ignore[no-any-return]
    if any(True for _ in find(of, t.Card)) and _has_copies(b):
        return b.refuse("a choice of cards of which there are several copies")  # type: ignore[no-any-return]
    return several


def _has_copies(b: Body) -> bool:
    return any(one.copies > 1 for one in b.whole.everyone.program.definitions)
