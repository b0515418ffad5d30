"""Expressions that may read an unset state, and the value that they then have."""

from __future__ import annotations

from ruleslang.flow.context import Body, Lowering
from ruleslang.flow.steps import Return
from ruleslang.flow.tables_and_routines import Routine
from ruleslang.flow.walk import assigned, inside, read
from ruleslang.flow.words import Attempt, Invoke, Present, Variable, Word, WouldBe

SLUG = "unset-state"


def attempted(b: Body, word: Word, otherwise: Word) -> Word:
    """What a word is; `otherwise` if it reads a state that is not set."""
    if not _may_meet_it(b.whole, word, set()):
        return word
    own = assigned(word)
    needed = read(word) - own.keys()
    known = {each.name: each for each in inside(word) if isinstance(each, Variable)}
    given = tuple(known[name] for name in sorted(needed))
    name = b.whole.fresh("attempt")
    steps = (Return(word),)
    b.whole.routines[name] = Routine(name, given, steps, is_pure=True, origin=b.origin)
    return Attempt(Invoke(name, given, word.type), SLUG, otherwise, word.type)


def _may_meet_it(whole: Lowering, node: object, met: set[str]) -> bool:
    for each in inside(node):
        if isinstance(each, Present) and each.slug == SLUG:
            return True
        if isinstance(each, WouldBe):  # the routine that runs there may still be in the making
            return True
        if isinstance(each, Invoke) and each.function not in met:
            met.add(each.function)
            routine = whole.routines.get(each.function)
            if routine is not None and _may_meet_it(whole, routine.steps, met):
                return True
    return False
