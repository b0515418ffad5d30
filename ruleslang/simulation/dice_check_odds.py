"""The exact odds of a dice check (`check`) in a state described by an example's `given` lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction

from attrs import frozen

from ruleslang.engine.choose_engine import engine_for
from ruleslang.engine.match.faults import Fault
from ruleslang.engine.match.position_queries import evaluate_all
from ruleslang.engine.match.runtime_values import Value, name_of, sort_key
from ruleslang.explanation.examples.given_state import GivenFails, give, settings_given
from ruleslang.explanation.odds.distribution import NotCounted
from ruleslang.explanation.odds.exact_odds import distribution
from ruleslang.explanation.odds.repeat_loop import HARDLY_ANY
from ruleslang.program.declarations import Example, GivenLine, RunLine
from ruleslang.program.program import Program


class NoOdds(Exception):
    """The odds cannot be computed; the message says why."""


@frozen
class Odds:
    """
    A possible answer and its exact probability; anything but a number is named. `limits` says how
    the safety limits of all answers count.
    """

    value: int | str
    chance: Fraction
    limits: tuple[str, ...] = ()


def odds(program: Program, example: Example, options: Mapping[str, str]) -> tuple[Odds, ...]:
    """
    Return the odds of the check that an example runs, in the opening state modified by its `given`
    lines.

    Raises `NoOdds` if a player decides during the check or the check changes the match.
    """
    conditions = settings_given(program, example.lines)
    match = engine_for(program).opening(
        options={**options, **conditions.options},
        players=conditions.players,
        automatic=conditions.automatic,
    )
    try:
        for line in example.lines:
            if isinstance(line, RunLine):
                arguments = evaluate_all(match, line.arguments)
                limits: dict[int, Fraction] = {}
                shares = distribution(match, line.procedure, arguments, limits)
                break
            if isinstance(line, GivenLine):
                give(match, line)
        else:
            raise NoOdds("no check is named")
    except (NotCounted, GivenFails, Fault) as problem:
        raise NoOdds(problem.message + _place(program, problem.origin)) from None
    return _as_odds(
        shares, tuple(_of_limit(program, *limit) for limit in limits.items() if limit[1])
    )


def _of_limit(program: Program, loop: int, reached: Fraction) -> str:
    place = _place(program, loop)
    if reached < HARDLY_ANY:
        return f"left out: a safety limit, which less than a millionth of its runs reach{place}"
    return f"as in play: a safety limit, which {float(reached):.3%} of its runs reach{place}"


def odds_of_die(program: Program, name: str) -> tuple[Odds, ...]:
    die = next(kind for kind in program.dice_kinds if kind.name == name)
    words = next((word.words for word in program.words if word.name == name), ())
    shown = Counter(words[face] if die.words else face for face in die.faces)
    return tuple(Odds(face, Fraction(times, len(die.faces))) for face, times in shown.items())


def _place(program: Program, number: int) -> str:
    """Return the place in the text as ` (FILE:LINE)`; empty if unknown."""
    if not 0 <= number < len(program.origins):
        return ""
    origin = program.origins[number]
    return f" ({origin.file}:{origin.line})"


def _as_odds(shares: Mapping[Value, Fraction], limits: tuple[str, ...]) -> tuple[Odds, ...]:
    """Return answers with probabilities, sorted; numbers stay numbers, other values are named."""
    answers = sorted(shares, key=lambda value: (value is None, sort_key(value)))
    return tuple(
        Odds(
            value if isinstance(value, int) and not isinstance(value, bool) else name_of(value),
            shares[value],
            limits,
        )
        for value in answers
    )
