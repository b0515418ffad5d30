"""The answers of `why`: why a choice is offered or not, and how a value is computed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile
from typing import Any

from attrs import evolve, frozen

from ruleslang.api import Choice, Game, Match
from ruleslang.apps.cli.error_messages import Mistake
from ruleslang.apps.cli.output import origin_json
from ruleslang.engine.match.entities import options_of
from ruleslang.engine.match.faults import Fault
from ruleslang.engine.match.position_queries import evaluate_all
from ruleslang.engine.match.runtime_values import Player, shown
from ruleslang.explanation.why.explain_choice import Reason, Whether, whether, why_offered
from ruleslang.explanation.why.explain_value import (
    Derivation,
    Part,
    Ranking,
    Step,
    case_of,
    parts_of,
    ranking_of,
    why_no,
    why_value,
)
from ruleslang.explanation.why.sentence import Name, Sentence, sentence
from ruleslang.program.declarations import Option, ThenLine
from ruleslang.program.expressions import CallValue, Equal, Expr
from ruleslang.program.numbered_rules import rules_by_number
from ruleslang.program.program import Compiled, origin_of
from ruleslang.program.references import Origin
from ruleslang.program.statements import Menu
from ruleslang.program.walk import find
from ruleslang.source.suggest import plain_name


@frozen
class Answer:
    """A sentence, the lines that support it, and the same as data."""

    text: Sentence | str
    lines: tuple[tuple[Sentence | str, int], ...]  # with the number of its place in the text
    plain: dict[str, Any]


def printed(game: Game, answer: Answer, render: Callable[[Sentence], str] = str) -> Iterator[str]:
    """Yield the lines of an answer, with its sentences as `tell` words them."""
    message = [answer.text, *(line for line, _ in answer.lines)]
    text, *lines = (render(line) if isinstance(line, Sentence) else line for line in message)
    yield text
    origins = [origin_of(game.compiled.program, number) for _, number in answer.lines]
    for line, origin in zip(lines, origins, strict=True):
        yield f"    {line}{_place(origin)}"
    rules = rules_by_number(game.compiled)
    cites = dict.fromkeys(cite for origin in origins if origin for cite in origin.cites)
    yield from (f"    {cite}: {rules[cite].text}" for cite in cites if cite in rules)


def _place(origin: Origin | None) -> str:
    if origin is None:
        return ""
    cites = f" [{', '.join(origin.cites)}]" if origin.cites else ""
    return f"   {origin.file}:{origin.line}{cites}"


def about_choice(game: Game, match: Match, player: Player, question: str) -> list[Answer] | None:
    """
    Explain a choice given by its id, or an action or a card with its choices.

    `None`: the question is about no choice.
    """
    decision = match.decision
    ids = {_parts(choice.id): choice for choice in decision.choices} if decision else {}
    if decision and player is decision.asked and _parts(question) in ids:
        return [offered(game, match, ids[_parts(question)])]
    tables = match.engine.population
    is_value = _parts(question)[0] in {*tables.values, *tables.states}
    if tables.title(question) is None and tables.title(plain_name(question)) and not is_value:
        question = plain_name(question)  # `french(2,clubs)`
    is_name = question in tables.actions or tables.title(question) is not None
    name, *choosing = (question,) if is_name else _parts(question)
    found = _of_branch(match, player, question)
    if name in tables.actions or tables.title(name) is not None:
        found = list(whether(match.engine, decision, player, name, choosing))
    return [_allowed(game, _as_asked(match, each, player, name), player) for each in found] or None


def _of_branch(match: Match, player: Player, name: str) -> list[Whether]:
    """Return a menu's branch, with why it is not offered if the player is asked with this menu."""
    tables, decision = match.engine.population, match.decision
    menus = [] if {name} & {*tables.values, *tables.states} else find(tables.program, Menu)
    found = [(menu, branch) for menu in menus for branch in menu.branches if branch.name == name]
    closed = sentence("its condition does not hold, or its cost cannot be paid")
    here = decision.origin if decision and decision.asked is player else -1
    reasons = (Reason("menu", closed, each.origin) for menu, each in found if menu.origin == here)
    return [Whether(sentence("`{name}`", name=Name(name)), tuple(reasons))] if found else []


def _parts(question: str) -> tuple[str, ...]:
    """
    Return the name and the choices in a question, in any notation.

    >>> _parts("go(e1, g1)"), _parts("go e1, g1"), _parts("go choosing e1, g1")
    (('go', 'e1', 'g1'), ('go', 'e1', 'g1'), ('go', 'e1', 'g1'))
    >>> _parts("sell french(2, clubs)")
    ('sell', 'french(2, clubs)')
    """
    text = question.strip()
    head = "".join(takewhile(lambda letter: letter.isalnum() or letter == "_", text))
    choices = re.sub(r"\Achoosing\b", "", text[len(head) :].strip()).strip()
    if choices.startswith("(") and choices.endswith(")"):
        choices = choices[1:-1]
    if not re.search(r"[,({\[]", choices):
        return (head, *choices.split())
    return (head, *(comma.strip() for comma in _at_commas(choices)))


def _at_commas(text: str) -> Iterator[str]:
    """Yield the parts between the top-level commas."""
    depth, begun = 0, ""
    for letter in text:
        depth += (letter in "([{") - (letter in ")]}")
        if letter == "," and not depth:
            yield begun
            begun = ""
        else:
            begun += letter
    yield begun


def explained(
    game: Game,
    match: Match,
    question: str,
    index: int | None,
    render: Callable[[Sentence], str] = str,
) -> Iterator[str] | None:
    """
    Return the answer of `why` at the table, about a listed choice or a missing one, as `tell` words
    it.

    `None`: the question is about no choice.
    """
    decision = match.decision
    assert decision is not None
    if question and index is not None:
        return printed(game, offered(game, match, decision.choices[index]), render)
    answers = about_choice(game, match, decision.asked, _by_name(match, question))
    if answers is None:
        return None
    return (line for answer in answers for line in printed(game, answer, render))


def _by_name(match: Match, question: str) -> str:
    """Replace a displayed name at the start of a question by its name in the text."""
    tables = match.engine.population
    by_title = {title.text: name for name, title in tables.titles.items()}
    by_title |= {action.text.text: action.name for action in tables.actions.values() if action.text}
    for text in sorted(by_title, key=len, reverse=True):
        if question.lower().startswith(text.lower()):
            return by_title[text] + question[len(text) :]
    return question


def _as_asked(match: Match, answer: Whether, player: Player, question: str) -> Whether:
    """Add the reason that the pending decision asks somebody else or something else, if so."""
    decision = match.decision
    if decision is None:
        return evolve(
            answer, reasons=(Reason("asked", sentence("the match is over")), *answer.reasons)
        )
    who = decision.asked
    if player is not who:
        asked, other = Name(who.name), Name(player.name)
        message = sentence("{asked} is asked now, not {other}", asked=asked, other=other)
        reason = Reason("asked", message, decision.origin)
        return evolve(answer, reasons=(reason, *answer.reasons))
    is_listed = any(question in (each.action, *_parts(each.id)) for each in decision.choices)
    if not answer.reasons and not is_listed:
        message = sentence("it is not among the choices now: `{prompt}`", prompt=decision.prompt)
        return evolve(answer, reasons=(Reason("asked", message, decision.origin),))
    return answer


def offered(game: Game, match: Match, choice: Choice) -> Answer:
    assert match.decision is not None
    reasons = why_offered(match.engine, match.decision, choice)
    message = sentence("{choice}: offered", choice=Name(choice.id, choice.text))
    return _answer_with_reasons(game, message, reasons, {"choice": choice.id, "offered": True})


def _allowed(game: Game, answer: Whether, player: Player) -> Answer:
    plain = {
        "choice": str(answer.what).replace("`", ""),
        "player": player.order,
        "offered": not answer.reasons,
    }
    who, what = Name(player.name), answer.what
    message = sentence("{player} may do {what} now", player=who, what=what)
    if answer.reasons:
        message = sentence("{player} may not do {what} now", player=who, what=what)
    return _answer_with_reasons(game, message, answer.reasons, plain)


def _answer_with_reasons(
    game: Game, message: Sentence, reasons: Sequence[Reason], plain: dict[str, Any]
) -> Answer:
    reasons_json = [
        {"kind": reason.kind, "text": reason.text, **places(game, reason.origin)}
        for reason in reasons
    ]
    lines = tuple(
        (
            reason.sentence
            if reason.kind in reason.text
            else sentence("{it}", it=Name(f"{reason.kind}: {reason.text}", reason.sentence)),
            reason.origin,
        )
        for reason in reasons
    )
    return Answer(message, lines, {**plain, "reasons": reasons_json})


def places(game: Game, number: int) -> dict[str, Any]:
    """Return the place of a reason in the text, and the rules it cites, as data."""
    origin = origin_of(game.compiled.program, number)
    return {"place": origin_json(origin), "cites": list(origin.cites) if origin else []}


def about_value(game: Game, match: Match, compiled: Compiled, question: str) -> Answer:
    """
    Return the value of an expression and, for a named value, how it is computed.

    The question is the condition `(E) is (E)` on the last line of the last example of `compiled`.
    Raises the rules' fault if it has no value.
    """
    expression = _asked_expression(compiled, question)
    played = match.engine
    if isinstance(expression, CallValue):
        arguments = evaluate_all(played, expression.arguments)
        derivation = why_value(played, expression.name, arguments)
        case = case_of(played, expression.name, arguments)
        parts = parts_of(played, expression.name, arguments)
        ranking = ranking_of(played, expression.name, arguments)
        no = why_no(played, expression.name, arguments)
        return _with_more(_derivation(game, match, question, derivation, case, parts), ranking, no)
    value = shown(played.evaluate(expression))
    return Answer(f"{question} is {value}", (), {"value": value, "base": value, "steps": []})


def seen_value(
    game: Game, match: Match, compiled: Compiled, question: str, player: Player
) -> Iterator[str]:
    """Yield the answer of `about_value`, line by line, as far as a player may know it."""
    try:
        with match.engine.inquiry().seen_by(player):
            answer = about_value(game, match, compiled, question)
    except Fault as fault:
        known = fault.slug != "unseen"
        reason = fault.message if known else "it depends on information that you cannot see"
        yield f"`{question}` has no value here: {reason}" if known else f"`{question}`: {reason}"
        return
    yield from printed(game, answer)


def line_of(question: str) -> str:
    """Return the line of an example that evaluates the expression of a question."""
    return f"then ({question}) is ({question})"


def _asked_expression(compiled: Compiled, question: str) -> Expr:
    (line,) = compiled.examples[-1].lines
    if not isinstance(line, ThenLine) or not isinstance(line.condition, Equal):
        raise Mistake(f"`{question}` is not a value, action or card")
    return line.condition.left


def _derivation(
    game: Game,
    match: Match,
    question: str,
    derivation: Derivation,
    case: tuple[int, int],
    parts: Sequence[Part],
) -> Answer:
    place, number = case
    among = f", by line {place} of its {number} cases" if number > 1 else ""
    lines = [(f"{shown(derivation.base)} as declared{among}", derivation.origin)]
    lines += [("  " + f"{p.sign} {shown(p.value)}: {p.text}".strip(), -1) for p in parts]
    lines += [(_step(step), step.origin) for step in derivation.steps]
    decided = _decided_by(game, derivation.name)
    played = options_of(game.compiled.program, match.engine.population.settings)
    lines += [(_decision(option, played[option.name]), option.origin) for option in decided]
    steps = [
        {
            "stage": step.stage,
            "amount": shown(step.amount),
            "after": shown(step.after),
            "source": step.source or None,
            "counted": step.counted,
            **places(game, step.origin),
        }
        for step in derivation.steps
    ]
    plain: dict[str, Any] = {
        "value": shown(derivation.value),
        "base": shown(derivation.base),
        "steps": steps,
        "decided_by": [option.name for option in decided],
        "case": place,
        "parts": [{"sign": p.sign, "text": p.text, "value": shown(p.value)} for p in parts],
    }
    return Answer(f"{question} is {shown(derivation.value)}", tuple(lines), plain)


def _with_more(answer: Answer, ranking: Ranking | None, no: Sentence | None) -> Answer:
    """Return the answer extended by the ranking, or by what does not hold."""
    declared, *others = answer.lines
    more, plain = [], dict(answer.plain)
    if no:
        more.append((f"  since {no}", -1))
        plain["since"] = str(no)
    if ranking is not None:
        more.append((f"  of {shown(ranking.candidates)}", -1))
        more += [
            (f"  {each.text}, {shown(each.best)}: leaves {shown(each.leaves)}", -1)
            for each in ranking.measures
        ]
        plain["candidates"] = shown(ranking.candidates)
        plain["measures"] = [
            {"measure": measure.text, "best": shown(measure.best), "leaves": shown(measure.leaves)}
            for measure in ranking.measures
        ]
    return Answer(answer.text, (declared, *more, *others), plain)


def _decided_by(game: Game, value: str) -> list[Option]:
    declared = next(
        candidate for candidate in game.compiled.program.values if candidate.name == value
    )
    return [
        option for option in game.compiled.program.options if option.name in declared.decided_by
    ]


def _decision(option: Option, played: str) -> str:
    others = " or ".join(value for value in option.values if value != played)
    prompt = f", {option.text.text}" if option.text else ""
    return f"decided by {option.name}{prompt} {played} is played, it could be {others}"


def _step(step: Step) -> str:
    source = f" by {step.source}" if step.source else ""
    outdone = "" if step.counted else ", overridden by a later one"
    return f"{step.stage} {shown(step.amount)}{source}{outdone}: {shown(step.after)}"
