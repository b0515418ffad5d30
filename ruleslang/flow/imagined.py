"""`E after P`: evaluates a function in the position that a procedure leads to."""

from __future__ import annotations

from ruleslang.flow.context import Body
from ruleslang.flow.procedures import procedure_routine
from ruleslang.flow.range_checks import checked
from ruleslang.flow.steps import Return
from ruleslang.flow.tables_and_routines import Routine
from ruleslang.flow.visible_reads import needs_eyes
from ruleslang.flow.walk import assigned, inside, read
from ruleslang.flow.words import Invoke, Variable, Word, WouldBe
from ruleslang.program import expressions as e


def what_would_be(x: e.WhatWouldBe, b: Body) -> Word:
    """
    `E after P(a, b)`; the locals that E reads are those of the body.

    A rule that acts at once looks at the answer; nothing is noted of what is read to find it.
    """
    if b.has_eyes and needs_eyes(b.whole, b.whole.derived.reads.imagined.reads(x.procedure)):
        b.refuse("what would be, to a player of the language who does not see all of it")
    declared = b.whole.everyone.procedures[x.procedure]
    arguments = tuple(
        checked(each, parameter.type, x.origin)
        for each, parameter in zip(b.words(x.arguments), declared.parameters, strict=True)
    )
    watches, b.watches = b.watches, False
    seen = invoked(b, "seen", b.word(x.value))
    b.watches = watches
    return b.read(WouldBe(procedure_routine(b.whole, declared), arguments, seen, seen.type))


def invoked(b: Body, name: str, word: Word) -> Invoke:
    """A word as the answer of a function of its own, which is given the locals that it reads."""
    needed = read(word) - assigned(word).keys()
    known = {each.name: each for each in inside(word) if isinstance(each, Variable)}
    given = tuple(known[each] for each in sorted(needed))
    name = b.whole.fresh(name)
    b.whole.routines[name] = Routine(name, given, (Return(word),), is_pure=True, origin=b.origin)
    return Invoke(name, given, word.type)
