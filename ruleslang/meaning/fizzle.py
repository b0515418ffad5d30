"""
Fizzling (docs/reference/windows.md): what held of the choices right after payment and no longer
holds before the body.

`only if` is not tested again, nor what the payment itself made false.
"""

from __future__ import annotations

from ruleslang.meaning.candidates import is_candidate
from ruleslang.meaning.machine import Invocation, Machine


def note_what_holds(m: Machine, run: Invocation) -> None:
    """Remember, after payment, which choices stand in their sets."""
    run.held = tuple(
        not choice.each_alone and is_candidate(m, choice, run.declared) for choice in run.choices
    )
    run.paid_at = m.state.version


def has_fizzled(m: Machine, run: Invocation) -> bool:
    """Whether a choice that stood in its set does so no more."""
    if not run.choices or m.state.version == run.paid_at:
        return False
    return any(
        held and not is_candidate(m, choice, run.env)
        for held, choice in zip(run.held, run.choices, strict=True)
    )
