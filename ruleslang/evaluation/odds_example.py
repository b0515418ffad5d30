"""Builds the example whose odds are counted: the rulebook with a last example that runs a call."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ruleslang.api import RulesError
from ruleslang.library.load import POSITION, load_position
from ruleslang.program.program import Compiled, Program
from ruleslang.source.suggest import did_you_mean


def refuse_unless_a_call(program: Program, call: str) -> None:
    """Raise `ValueError` for a name without answers, listing the checks, or for a condition."""
    answers = {procedure.name: procedure.answers for procedure in program.procedures}
    name = re.split(r"\W", call, maxsplit=1)[0]
    checks = ", ".join(check for check, answer in answers.items() if answer is not None)
    checks = checks or "none; declare one, such as `check lucky answers yes or no`"
    if name not in answers:
        names = [*answers, *(die.name for die in program.dice_kinds if die.name != name)]
        hint = did_you_mean(name, names) or f"those with results: {checks}"
        raise ValueError(f"no check or procedure is called `{name}`; {hint}")
    if re.match(r"\s+(?:is|and|or)\b|\s*[<>=]", call[len(name) :]):
        raise ValueError(
            f"`{call}` is a condition, but odds list all results: ask for `{name}`, or have `test` "
            f"compare it with your number: `claim: chance of ({call}) is 1 / 6`"
        )
    if answers[name] is None and re.fullmatch(r"\w+(\(.*\))?", call):
        raise ValueError(f"`{name}` answers nothing; those with results: {checks}")


def compiled_with(
    rulebook: str, cards: Sequence[str], call: str, given: Sequence[str], position: str
) -> Compiled:
    """
    Return the rulebook with a last example that runs the call, after the lines of a position and
    these facts. Raises `ValueError` for what cannot be read.
    """
    if any("\n" in line for line in (call, *given)):
        raise ValueError("expected one line of the language, found several")
    lines = [line.strip() for line in position.splitlines()]
    lines = [*filter(None, lines), *(f"given {fact}" for fact in given), f"when {call}"]
    loaded = load_position(rulebook, "\n".join(lines), cards=cards)
    if loaded.compiled is not None:
        return loaded.compiled
    for diagnostic in loaded.diagnostics:
        if diagnostic.is_error and diagnostic.span.source.name == POSITION:
            raise ValueError("; ".join(filter(None, (diagnostic.message, diagnostic.help))))
    raise RulesError(loaded.diagnostics)
