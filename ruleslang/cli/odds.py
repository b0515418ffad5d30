"""`odds`: a check's answers with their exact chances."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ruleslang.analysis.odds import NoOdds, Odds, odds
from ruleslang.cli.asked import compiled_with
from ruleslang.cli.format import Format
from ruleslang.cli.guard import Fault, Mistake
from ruleslang.cli.rulebook import whole_digest
from ruleslang.cli.shown import print_json, settings
from ruleslang.library.load import load
from ruleslang.source.suggest import did_you_mean

BAR = 30


def run(
    rulebook: str,
    check: Sequence[str],
    given: Sequence[str],
    pairs: Sequence[str],
    cards: Sequence[str],
    format: Format,
) -> int:
    """Print the distribution of a check's answers."""
    call = call_of(check)
    lines = [*(f"given {each}" for each in given), f"when {call}"]
    _refuse_unless_a_call(rulebook, cards, call)
    compiled = compiled_with("odds", rulebook, cards, lines, format)
    if compiled is None:
        return 1
    try:
        found = odds(compiled.program, compiled.examples[-1], settings(pairs))
    except ValueError as problem:
        raise Mistake(str(problem)) from None
    except NoOdds as problem:
        raise Fault(f"the odds of `{call}` cannot be counted: {problem}") from None
    if format is Format.json:
        return print_json(
            "odds",
            compiled.program.name,
            whole_digest(compiled),
            0,
            distribution=[
                {
                    "value": each.value,
                    "numerator": each.chance.numerator,
                    "denominator": each.chance.denominator,
                }
                for each in found
            ],
        )
    _show(call, found)
    return 0


def _refuse_unless_a_call(rulebook: str, cards: Sequence[str], call: str) -> None:
    """What is not declared at all is answered with the checks that there are."""
    compiled = load(rulebook, cards=cards).compiled
    known = [each.name for each in compiled.program.procedures] if compiled else []
    name = re.split(r"\W", call.strip(), maxsplit=1)[0]
    if compiled is not None and name not in known:
        checks = [each.name for each in compiled.program.procedures if each.answers is not None]
        hint = did_you_mean(name, known) or f"those that answer are: {', '.join(checks)}"
        raise Mistake(f"no check or procedure is called `{name}`; {hint}")


def call_of(words: Sequence[str]) -> str:
    """
    The call that a person means: written out, or as a name and what it is given.

    >>> call_of(["duel", "9", "3"]), call_of(["duel(9, 3)"]), call_of(["throw"])
    ('duel(9, 3)', 'duel(9, 3)', 'throw')
    """
    name, *arguments = words
    if not arguments or not re.fullmatch(r"\w+", name):
        return " ".join(words)
    return f"{name}({', '.join(arguments)})"


def _show(call: str, found: Sequence[Odds]) -> None:
    print(call)
    names = [str(each.value).replace("_", " ") for each in found]
    fractions = [str(each.chance) for each in found]
    for name, fraction, each in zip(names, fractions, found, strict=True):
        bar = "█" * round(float(each.chance) * BAR)
        print(
            f"  {name:>{max(map(len, names))}}  {fraction:>{max(map(len, fractions))}}"
            f"  {float(each.chance):7.2%}  {bar}"
        )
