"""
What stands on a procedure, and whether it applies (docs/reference/effects.md).

The hooks of a step are listed when the step begins; span, pattern and `where` of each are tested
when its turn comes. A hook that runs `as usual` does not apply to what it starts by that.
"""

from __future__ import annotations

from ruleslang.match.range_checks import or_empty
from ruleslang.match.values import Env, Value
from ruleslang.meaning.blocks import run_block
from ruleslang.meaning.effects_in_force import Force, carried, lasting, span_env
from ruleslang.meaning.evaluate import evaluate
from ruleslang.meaning.machine import Answered, Frame, Invocation, Machine, Usual, Work
from ruleslang.meaning.patterns import all_fit, fits
from ruleslang.program import statements as s
from ruleslang.program.events import CardPlay


def listed(m: Machine, moment: str, name: str) -> list[Force]:
    """
    The hooks on a procedure, in standard order, but for those that may not apply to themselves.
    """
    sources = m.tables.hooks.get((moment, name), ())
    if not sources and not m.state.lasting:
        return []
    found = [*carried(m, sources), *lasting(m, s.Hook, name, moment)]
    if m.suppressed:
        found = [force for force in found if force.key not in m.suppressed]
    found.sort(key=_standard_order)
    return found


def listed_instead(m: Machine, name: str) -> list[Force]:
    """The hooks in place of a procedure: the outermost, begun last, is the last."""
    found = listed(m, "instead of", name)
    found.sort(key=_begun)
    return found


def _standard_order(force: Force) -> tuple[int, ...]:
    return force.order


def _begun(force: Force) -> tuple[int, tuple[int, ...]]:
    return force.begun


def applies(m: Machine, force: Force, invocation: Invocation, answer: Value = None) -> Env | None:
    """
    The names with which a hook runs, if its span, pattern, `by` and `where` fit now.

    A hook after something may read what it answered.
    """
    env = span_env(m, force)
    if env is None:
        return None
    hook: s.Hook = force.effect
    if hook.answer is not None:
        env[hook.answer] = or_empty(answer, force.locals[hook.answer].type)
    if not all_fit(m, hook.pattern, arguments_of(invocation), env):
        return None
    if hook.by is not None and not fits(m, hook.by, invocation.by, env):
        return None
    return env if hook.condition is None or evaluate(m, hook.condition, env) else None


def arguments_of(invocation: Invocation) -> tuple[Value, ...]:
    """What patterns compare: parameters, an action's choices, or the card of a play."""
    if isinstance(invocation.event, CardPlay):
        return (invocation.card,)
    return tuple(invocation.env.get(slot) for slot in invocation.places.values())


def run_hook(m: Machine, force: Force, env: Env, usual: Usual | None = None) -> Work:
    """A hook's block; its answer, if it gave one, is the signal."""
    m.reached(force.effect)
    if force.source is not None:
        m.reached(force.source.standing)
    frame = Frame(env, force.locals, usual)
    m.frames.append(frame)
    signal = yield from run_block(m, force.effect.block, frame)
    m.frames.pop()
    return signal


def run_all(m: Machine, moment: str, invocation: Invocation, answer: Value = None) -> Work:
    """All `before` or `after` hooks of a step; they cannot change the answer."""
    for force in listed(m, moment, invocation.name):
        env = applies(m, force, invocation, answer)
        if env is not None:
            yield from run_hook(m, force, env)
    return None


def answer_of(signal: object) -> Value:
    """What a signal answers."""
    return signal.value if isinstance(signal, Answered) else None
