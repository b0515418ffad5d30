"""How a value comes about, as `why` and `play` say it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ruleslang.api import Game, Match
from ruleslang.cli.error_messages import Mistake
from ruleslang.cli.why_choices import Answer, places, printed
from ruleslang.match.entities import options_of
from ruleslang.match.faults import Fault
from ruleslang.match.position_queries import evaluate_all
from ruleslang.match.value_text import shown
from ruleslang.match.values import Player
from ruleslang.program.declarations import Option, ThenLine
from ruleslang.program.expressions import CallValue, Equal, Expr
from ruleslang.program.program import Compiled
from ruleslang.why.explain_false_condition import why_no
from ruleslang.why.explain_ranked_sets import Measure, Ranking, ranking_of
from ruleslang.why.explain_value import Step, Story, why_value
from ruleslang.why.value_cases_and_addends import Part, case_of, parts_of


def about_value(game: Game, match: Match, compiled: Compiled, question: str) -> Answer:
    """
    What an expression is, and for a named value how it comes about.

    The question is the condition of the last line of the last example of `compiled`, `(E) is (E)`.
    Raises the fault of the rules where it has no value.
    """
    expression = _asked_expression(compiled, question)
    played = match.engine
    if isinstance(expression, CallValue):
        arguments = evaluate_all(played, expression.arguments)
        story = why_value(played, expression.name, arguments)
        case = case_of(played, expression.name, arguments)
        parts = parts_of(played, expression.name, arguments)
        ranking = ranking_of(played, expression.name, arguments)
        no = why_no(played, expression.name, arguments)
        return _with_more(_story(game, match, question, story, case, parts), ranking, no)
    value = shown(played.evaluate(expression))
    return Answer(f"{question} is {value}", (), {"value": value, "base": value, "steps": []})


def seen_value(
    game: Game, match: Match, compiled: Compiled, question: str, player: Player
) -> Iterator[str]:
    """The same line by line, as far as a player may know it."""
    try:
        with match.engine.inquiry().seen_by(player):
            answer = about_value(game, match, compiled, question)
    except Fault as fault:
        known = fault.slug != "unseen"
        reason = fault.message if known else "it rests on what you do not see"
        yield f"`{question}` has no value here: {reason}" if known else f"`{question}`: {reason}"
        return
    yield from printed(game, answer)


def line_of(question: str) -> str:
    """The line of an example that makes an expression of a question."""
    return f"then ({question}) is ({question})"


def _asked_expression(compiled: Compiled, question: str) -> Expr:
    (line,) = compiled.examples[-1].lines
    if not isinstance(line, ThenLine) or not isinstance(line.condition, Equal):
        raise Mistake(f"`{question}` is no value, action or card that can be asked about")
    return line.condition.left


def _story(
    game: Game,
    match: Match,
    question: str,
    story: Story,
    case: tuple[int, int],
    parts: Sequence[Part],
) -> Answer:
    place, number = case
    among = f", by line {place} of its {number} cases" if number > 1 else ""
    lines = [(f"{shown(story.base)} as declared{among}", story.origin)]
    lines += [(f"  {part.sign} {shown(part.value)}: {part.text}", -1) for part in parts]
    lines += [(_step(each), each.origin) for each in story.steps]
    decided = _decided_by(game, story.name)
    played = options_of(game.compiled.program, match.engine.population.settings)
    lines += [(_decision(each, played[each.name]), each.origin) for each in decided]
    steps = [
        {
            "stage": each.stage,
            "amount": shown(each.amount),
            "after": shown(each.after),
            "source": each.source or None,
            "counted": each.counted,
            **places(game, each.origin),
        }
        for each in story.steps
    ]
    plain: dict[str, Any] = {
        "value": shown(story.value),
        "base": shown(story.base),
        "steps": steps,
        "decided_by": [each.name for each in decided],
    }
    plain["case"] = place
    plain["parts"] = [
        {"sign": part.sign, "text": part.text, "value": shown(part.value)} for part in parts
    ]
    return Answer(f"{question} is {shown(story.value)}", tuple(lines), plain)


def _with_more(answer: Answer, ranking: Ranking | None, no: str) -> Answer:
    """The answer, and behind what is declared how it ranks, or what of it does not hold."""
    declared, *others = answer.lines
    more, plain = [], dict(answer.plain)
    if no:
        more.append((f"  since {no}", -1))
        plain["since"] = no
    if ranking is not None:
        more.append((f"  of {shown(ranking.candidates)}", -1))
        more += [(f"  {_measure(each)}", -1) for each in ranking.measures]
        plain["candidates"] = shown(ranking.candidates)
        plain["measures"] = [
            {"measure": each.text, "best": shown(each.best), "leaves": shown(each.leaves)}
            for each in ranking.measures
        ]
    return Answer(answer.text, (declared, *more, *others), plain)


def _measure(measure: Measure) -> str:
    return f"{measure.text}, {shown(measure.best)}: leaves {shown(measure.leaves)}"


def _decided_by(game: Game, value: str) -> list[Option]:
    """The options that a value is said to be decided by."""
    declared = next(each for each in game.compiled.program.values if each.name == value)
    return [each for each in game.compiled.program.options if each.name in declared.decided_by]


def _decision(option: Option, played: str) -> str:
    others = " or ".join(each for each in option.values if each != played)
    asked = f", {option.text.text}" if option.text else ""
    return f"decided by {option.name}{asked} {played} is played, it could be {others}"


def _step(step: Step) -> str:
    source = f" by {step.source}" if step.source else ""
    outdone = "" if step.counted else ", outdone by a later one"
    return f"{step.stage} {shown(step.amount)}{source}{outdone}: {shown(step.after)}"
