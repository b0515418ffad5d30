"""`why`: why a choice is offered or not, and how a value comes about."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from attrs import evolve, frozen

from ruleslang.analysis.find_choice import Whether, whether
from ruleslang.analysis.trace import origin_of
from ruleslang.api import Choice, Game, Match
from ruleslang.bots.registry import RANDOM, make_bot
from ruleslang.cli.error_messages import Fault, Mistake
from ruleslang.cli.inline_code import compiled_with
from ruleslang.cli.load_game import game_or_none, seat_name
from ruleslang.cli.output import origin_json, print_json, settings
from ruleslang.cli.output_format import Format
from ruleslang.library.record_files import read_text
from ruleslang.match.faults import Fault as RulesFault
from ruleslang.match.population import options_of
from ruleslang.match.reading import evaluate_all
from ruleslang.match.value_text import shown
from ruleslang.match.values import Player
from ruleslang.program.declarations import Option, ThenLine
from ruleslang.program.display import Origin
from ruleslang.program.expressions import CallValue, Equal, Expr
from ruleslang.program.program import Compiled
from ruleslang.why.explain_addends import Part, case_of, parts_of
from ruleslang.why.explain_choice import Reason, why_offered
from ruleslang.why.explain_value import Step, Story, why_value


@frozen
class Asked:
    """What the command line asks for; `at` is a number of decisions, or the file of a save."""

    rulebook: str
    question: str
    at: str
    player: str
    players: int | None
    seed: int
    settings: tuple[str, ...]
    cards: tuple[str, ...]
    format: Format


MOST_DIGITS = 9  # no match has so many decisions


@frozen
class Answer:
    """A sentence, what it rests on, and the same for programs."""

    text: str
    lines: tuple[tuple[str, int], ...]  # a line, and the number of its place in the text
    plain: dict[str, Any]


def run(asked: Asked) -> int:
    """Answer the question in the position that is asked about."""
    game = game_or_none("why", asked.rulebook, asked.cards, asked.format)
    if game is None:
        return 1
    match = _position(game, asked)
    answers = list(_answers(game, match, asked))
    if asked.format is Format.json:
        return print_json(
            "why",
            game.name,
            game.digest,
            0,
            question=asked.question,
            decisions=len(match.choices),
            answers=[each.plain for each in answers],
        )
    print(_where(game, match))
    for each in answers:
        print(each.text)
        for line, number in each.lines:
            print(f"    {line}{_place(origin_of(game.compiled, number))}")
    return 0


def _position(game: Game, asked: Asked) -> Match:
    """The match of a save, or that of the seed after some decisions by chance."""
    if re.fullmatch(r"[-+]\d+", asked.at):
        raise Mistake(f"`--at {asked.at}`: decisions are counted from the beginning, as 0, 1, 2")
    if not asked.at.isdecimal():
        if asked.players is not None:
            raise Mistake("a match that was saved has its players already: leave `--players` out")
        return game.resume(read_text(Path(asked.at)))
    try:
        match = game.start(seed=asked.seed, options=settings(asked.settings), players=asked.players)
    except ValueError as problem:
        raise Mistake(str(problem)) from None
    bots = [
        make_bot(RANDOM, game.compiled, asked.seed, seat) for seat in range(match.start.players)
    ]
    for _ in range(int(asked.at[:MOST_DIGITS])):
        if match.decision is None:
            raise Mistake(f"the match of seed {asked.seed} has only {len(match.choices)} decisions")
        match.choose(bots[match.decision.player].choose(match.engine))
    return match


def _where(game: Game, match: Match) -> str:
    if match.decision is None:
        return f"after {len(match.choices)} decisions the match is over"
    who = seat_name(game, match.decision.player)
    return f"after {len(match.choices)} decisions, {who} is asked: {match.decision.prompt}"


def _place(origin: Origin | None) -> str:
    if origin is None:
        return ""
    cites = f" [{', '.join(origin.cites)}]" if origin.cites else ""
    return f"   {origin.file}:{origin.line}{cites}"


# ---------------------------------------------------------------- what is asked


def _answers(game: Game, match: Match, asked: Asked) -> Iterator[Answer]:
    """All choices without a question; else the one choice, the action or card, or the value."""
    decision, question = match.decision, asked.question.strip()
    if asked.player:
        _player(game, match, asked.player)  # who is asked about must be there
    if not question:
        for choice in decision.choices if decision else ():
            yield _offered(game, match, choice)
        return
    ids = {choice.id: choice for choice in decision.choices} if decision else {}
    tables = match.engine.population
    player = _player(game, match, asked.player)
    if decision and question in ids and player is decision.asked:
        yield _offered(game, match, ids[question])
    elif question in tables.actions or tables.title(question) is not None:
        for found in whether(match.engine, decision, player, question):
            yield _whether(game, _as_asked(match, found, player, question), player)
    else:
        yield _value(game, match, asked, question)


def _player(game: Game, match: Match, name: str) -> Player:
    """Whom the question is about: who is asked, if nobody is named."""
    players = match.engine.population.players
    if not name:
        return match.decision.asked if match.decision else players[match.view(0).active]
    names = [seat_name(game, player.order) for player in players]
    if name not in names:
        raise Mistake(f"there is no player `{name}`; there are: {', '.join(names)}")
    return players[names.index(name)]


def _as_asked(match: Match, found: Whether, player: Player, question: str) -> Whether:
    """Nobody may do what the decision that is pending does not ask him."""
    decision = match.decision
    if decision is None:
        return evolve(found, reasons=(Reason("asked", "the match is over"), *found.reasons))
    who = decision.asked
    if player is not who:
        reason = Reason("asked", f"{who.name} is asked now, not {player.name}", decision.origin)
        return evolve(found, reasons=(reason, *found.reasons))
    if not found.reasons and not any(_is_about(each, question) for each in decision.choices):
        said = f"{who.name} is asked something else now: {decision.prompt}"
        return evolve(found, reasons=(Reason("asked", said, decision.origin),))
    return found


def _is_about(choice: Choice, question: str) -> bool:
    return question == choice.action or question in choice.id.split()


def _offered(game: Game, match: Match, choice: Choice) -> Answer:
    assert match.decision is not None
    found = why_offered(match.engine, match.decision, choice)
    return _because(game, f"{choice.id}: offered", found, {"choice": choice.id, "offered": True})


def _whether(game: Game, found: Whether, player: Player) -> Answer:
    verb = "may not" if found.reasons else "may"
    plain = {
        "choice": found.what.replace("`", ""),
        "player": player.order,
        "offered": not found.reasons,
    }
    return _because(game, f"{player.name} {verb} do {found.what} now", found.reasons, plain)


def _because(game: Game, text: str, reasons: Sequence[Reason], plain: dict[str, Any]) -> Answer:
    told = [
        {"kind": each.kind, "text": each.text, **_origin_json(game, each.origin)}
        for each in reasons
    ]
    lines = tuple(
        (each.text if each.kind in each.text else f"{each.kind}: {each.text}", each.origin)
        for each in reasons
    )
    return Answer(text, lines, {**plain, "reasons": told})


def _origin_json(game: Game, number: int) -> dict[str, Any]:
    origin = origin_of(game.compiled, number)
    return {"place": origin_json(origin), "cites": list(origin.cites) if origin else []}


# ---------------------------------------------------------------- values


def _value(game: Game, match: Match, asked: Asked, question: str) -> Answer:
    """What an expression is, and for a named value how it comes about."""
    line = f"then ({question}) is ({question})"
    compiled = compiled_with("why", asked.rulebook, asked.cards, [line], asked.format)
    assert compiled is not None  # it compiled without the line
    expression = _asked_expression(compiled, question)
    played = match.engine
    try:
        if isinstance(expression, CallValue):
            arguments = evaluate_all(played, expression.arguments)
            story = why_value(played, expression.name, arguments)
            case = case_of(played, expression.name, arguments)
            parts = parts_of(played, expression.name, arguments)
            return _story(game, match, question, story, case, parts)
        value = shown(played.evaluate(expression))
    except RulesFault as fault:
        raise Fault(f"`{question}` has no value here: {fault.message}") from None
    return Answer(f"{question} is {value}", (), {"value": value, "base": value, "steps": []})


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
            **_origin_json(game, each.origin),
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
