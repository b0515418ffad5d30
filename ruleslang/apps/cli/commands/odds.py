"""`odds`: computes the exact odds of a dice check's answers, or of a die's faces."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Annotated

import typer
from attrs import frozen

from ruleslang.apps.cli.error_messages import Fault, Mistake
from ruleslang.apps.cli.load_game import compiled_with, lines_of, whole_digest
from ruleslang.apps.cli.options import Cards, Format, From, OptionSettings, Printed, Rulebook
from ruleslang.apps.cli.output import at_work, print_json, settings
from ruleslang.library.load import load
from ruleslang.program.program import Compiled, Program
from ruleslang.simulation.dice_check_odds import NoOdds, Odds, odds, odds_of_die
from ruleslang.source.suggest import did_you_mean

BAR = 30


@frozen(kw_only=True)
class Options:
    """The arguments and options of the command."""

    rulebook: Rulebook
    check: Annotated[
        tuple[str, ...],
        typer.Argument(
            metavar="CHECK...",
            show_default=False,
            help="For example `'duel(9, 3, handicap: 0)'`, or a name and its numbers.",
        ),
    ]
    given: Annotated[
        tuple[str, ...],
        typer.Option(
            "--given",
            metavar="FACT",
            show_default=False,
            help="A line as in an example: `'section is 3'`.",
        ),
    ] = ()
    settings: OptionSettings = ()
    cards: Cards = ()
    begin: From = ""
    format: Printed = Format.text


def run(options: Options) -> int:
    """Print the distribution of a check's answers, or of the faces of a die."""
    call, format = call_of(options.check), options.format
    bare = load(options.rulebook, cards=options.cards).compiled
    if bare is not None and call in {die.name for die in bare.program.dice_kinds}:
        return _tell(bare, call, odds_of_die(bare.program, call), format)
    if bare is not None:
        _refuse_unless_a_call(bare.program, call)
    position = [line.strip() for line in lines_of(options.begin).splitlines()]
    lines = [*filter(None, position), *(f"given {fact}" for fact in options.given), f"when {call}"]
    compiled = compiled_with("odds", options.rulebook, options.cards, lines, format)
    if compiled is None:
        return 1
    try:
        with at_work("counting"):
            distribution = odds(compiled.program, compiled.examples[-1], settings(options.settings))
    except ValueError as problem:
        raise Mistake(str(problem)) from None
    except NoOdds as problem:
        raise Fault(f"the odds of `{call}` cannot be counted: {problem}") from None
    return _tell(compiled, call, distribution, format)


def _tell(compiled: Compiled, call: str, distribution: Sequence[Odds], format: Format) -> int:
    if format is Format.json:
        return print_json(
            "odds",
            compiled.program.name,
            whole_digest(compiled),
            0,
            distribution=[
                {
                    "value": outcome.value,
                    "numerator": outcome.chance.numerator,
                    "denominator": outcome.chance.denominator,
                }
                for outcome in distribution
            ],
        )
    _show(call, distribution)
    return 0


def _refuse_unless_a_call(program: Program, call: str) -> None:
    """Raise `Mistake` for an undeclared name, listing the checks, or for a condition."""
    known = [procedure.name for procedure in program.procedures]
    name = re.split(r"\W", call.strip(), maxsplit=1)[0]
    if name not in known:
        checks = [
            procedure.name for procedure in program.procedures if procedure.answers is not None
        ]
        names = [*known, *(die.name for die in program.dice_kinds)]
        hint = did_you_mean(name, names) or f"those that answer are: {', '.join(checks)}"
        raise Mistake(f"no check or procedure is called `{name}`; {hint}")
    if re.match(r"\s+(?:is|and|or)\b|\s*[<>=]", call.strip()[len(name) :]):
        raise Mistake(
            f"`{call}` is a condition, and odds are of all answers: ask for `{name}`; "
            f"how likely a condition is, a claim says: `claim: chance of ({call}) is 1 / 6`"
        )


def call_of(words: Sequence[str]) -> str:
    """
    The call that the arguments mean: written out, or as a name with values.

    >>> call_of(["duel", "9", "3"]), call_of(["duel(9, 3)"]), call_of(["throw"])
    ('duel(9, 3)', 'duel(9, 3)', 'throw')
    """
    name, *arguments = words
    if not arguments or not re.fullmatch(r"\w+", name):
        return " ".join(words)
    return f"{name}({', '.join(arguments)})"


def _show(call: str, distribution: Sequence[Odds]) -> None:
    print(call)
    names = [str(outcome.value).replace("_", " ") for outcome in distribution]
    fractions = [str(outcome.chance) for outcome in distribution]
    for name, fraction, outcome in zip(names, fractions, distribution, strict=True):
        bar = "█" * round(float(outcome.chance) * BAR)
        print(
            f"  {name:>{max(map(len, names))}}  {fraction:>{max(map(len, fractions))}}"
            f"  {float(outcome.chance):7.2%}  {bar}"
        )
