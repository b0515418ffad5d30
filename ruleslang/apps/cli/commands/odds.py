"""`odds`: computes the exact odds of a dice check's answers, or of a die's faces."""

from __future__ import annotations

import re
from collections.abc import Sequence

from attrs import frozen

from ruleslang.apps.cli.error_messages import Fault, as_mistakes
from ruleslang.apps.cli.load_game import compiled_of, lines_of, print_answer
from ruleslang.apps.cli.options import (
    Cards,
    Format,
    From,
    OptionSettings,
    Printed,
    Rulebook,
    argument,
    option,
)
from ruleslang.apps.cli.output import at_work, settings
from ruleslang.evaluation.analyses import odds
from ruleslang.program.program import Compiled
from ruleslang.simulation.dice_check_odds import NoOdds, Odds

BAR = 30


@frozen(kw_only=True)
class Options:
    """The arguments and options of the command."""

    rulebook: Rulebook
    check: tuple[str, ...] = argument(
        ...,
        metavar="CHECK...",
        help="For example `'duel(9, 3, handicap: 0)'`, or a name and its numbers.",
    )
    given: tuple[str, ...] = option(
        (), "--given", metavar="FACT", help="A line as in an example: `'section is 3'`."
    )
    settings: OptionSettings = ()
    cards: Cards = ()
    begin: From = ""
    format: Printed = Format.text


def run(options: Options) -> int:
    """Print the distribution of a check's answers, or of the faces of a die."""
    call, format = call_of(options.check), options.format
    compiled = compiled_of("odds", options.rulebook, options.cards, format)
    try:
        with as_mistakes(ValueError), at_work("counting"):
            distribution = odds(
                options.rulebook,
                call,
                given=options.given,
                position=lines_of(options.begin),
                options=settings(options.settings),
                cards=options.cards,
            )
    except NoOdds as problem:
        raise Fault(f"the odds of `{call}` cannot be counted: {problem}") from None
    return _print_odds(compiled, call, distribution, format)


def _print_odds(compiled: Compiled, call: str, distribution: Sequence[Odds], format: Format) -> int:
    if format is Format.json:
        return print_answer(
            "odds",
            compiled,
            0,
            distribution=[
                {
                    "value": outcome.value,
                    "numerator": outcome.chance.numerator,
                    "denominator": outcome.chance.denominator,
                }
                for outcome in distribution
            ],
            limits=list(distribution[0].limits),
        )
    _show(call, distribution)
    return 0


def call_of(words: Sequence[str]) -> str:
    """
    Return the call that the arguments mean: written out, or as a name with values.

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
    for limit in distribution[0].limits:
        print(limit)
