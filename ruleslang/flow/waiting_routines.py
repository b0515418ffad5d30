"""
Which routines wait: in which a player may be asked, or a run ended, and those that call
themselves.

What does not wait is a plain function of an engine, and never stands in a frame.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve

from ruleslang.flow.steps import Ask, Call, Cancel, End, Landing, SetIn, Stretch
from ruleslang.flow.tables_and_routines import Routine
from ruleslang.flow.walk import inside, steps_in, with_labels_apart
from ruleslang.flow.words import Invoke
from ruleslang.program.passes.components import circles, components


def coloured(routines: Mapping[str, Routine], entry: str) -> dict[str, Routine]:
    """The same routines, with `waits` as it is."""
    calls = {
        name: {step.routine for step in steps_in(each.steps) if isinstance(step, Call)}
        for name, each in routines.items()
    }
    waiting = {
        name
        for name, each in routines.items()
        if each.waits
        or each.cleanup
        or any(
            isinstance(step, Ask | End | Cancel | Stretch | SetIn) for step in steps_in(each.steps)
        )
    }
    waiting |= {entry, *in_circles(calls)}
    for group in components(calls):  # what they call stands before them
        if any(waiting & calls[name] for name in group):
            waiting.update(group)
    return {
        name: _with_labels_apart(evolve(each, waits=True) if name in waiting else _plain(each))
        for name, each in routines.items()
    }


def _with_labels_apart(routine: Routine) -> Routine:
    """A routine with each label once: what is done in any case stands in several places of it."""
    steps, cleanup = map(with_labels_apart, (routine.steps, routine.cleanup))
    is_same = steps is routine.steps and cleanup is routine.cleanup
    return routine if is_same else evolve(routine, steps=steps, cleanup=cleanup)


def _plain(routine: Routine) -> Routine:
    """A routine that does not wait: no run is ended in it, so nothing lands there."""
    landings = [at for at, each in enumerate(routine.steps) if isinstance(each, Landing)]
    steps = routine.steps[: landings[0]] if landings else routine.steps
    return evolve(routine, steps=steps, waits=False)


def called(routine: Routine) -> set[str]:
    """The routines that a routine calls, as a step or in a word."""
    nodes = inside(routine.steps)
    return {
        each.routine if isinstance(each, Call) else each.function
        for each in nodes
        if isinstance(each, Call | Invoke)
    }


def in_circles(calls: Mapping[str, set[str]]) -> set[str]:
    """Routines that may come to call themselves."""
    return {name for group in circles(calls) for name in group}
