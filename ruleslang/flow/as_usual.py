"""`P as usual`: a hook does what it stands in for, perhaps with other arguments."""

from __future__ import annotations

from ruleslang.flow.constant_folding import apply
from ruleslang.flow.context import Body, Usual
from ruleslang.flow.hooks import ROWS
from ruleslang.flow.range_checks import checked
from ruleslang.flow.state_layout import SUPPRESSED
from ruleslang.flow.steps import Call, Set, SetIn, Step, Write
from ruleslang.flow.words import Cell, Variable, Word
from ruleslang.program import statements as s


def as_usual(x: s.AsUsual, b: Body) -> list[Step]:
    """What this hook stands in for runs, with its own arguments or those it was called with."""
    usual = b.usual
    if usual is None:
        b.refuse("`as usual` outside of a hook in the place of something")
    arguments: tuple[Word, ...] = usual.given
    if x.arguments is not None:
        last = usual.skipped + len(x.arguments)
        own = zip(x.arguments, usual.given[usual.skipped : last], strict=True)
        changed = (checked(b.word(each), variable.type, -1) for each, variable in own)
        arguments = (*usual.given[: usual.skipped], *changed, *usual.given[last:])
    into = None if x.into is None else b.variable(x.into)
    kept = Variable("suppressed_", ROWS)
    key = apply("tuple", usual.key, type=ROWS)
    held = tuple(b.fresh("given", each.type) for each in arguments)
    return [
        *(Set(variable, each) for variable, each in zip(held, arguments, strict=True)),
        *_given_anew(b, usual, held),
        Set(kept, Cell(SUPPRESSED, (), ROWS)),
        Write(SUPPRESSED, (), apply("joined", Cell(SUPPRESSED, (), ROWS), key, type=ROWS)),
        Call(usual.routine, (*held, usual.rows, usual.at), into),
        *_given_anew(b, usual, usual.given),
        Write(SUPPRESSED, (), kept),
    ]


def _given_anew(b: Body, usual: Usual, held: tuple[Variable, ...]) -> list[Step]:
    """The frame outside learns what the run is now given, where `in any case` reads it."""
    if usual.told is None:
        return []
    outer, parameters = usual.told
    pairs = zip(parameters, held, strict=False)
    return [SetIn(outer, told(each), value) for each, value in pairs]


def told(parameter: Variable) -> Variable:
    """What the frame outside knows of a parameter as the text was given it last."""
    return Variable(f"told__{parameter.name}", parameter.type)
