"""Why a choice is offered or not, as `why` and `play` say it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Any

from attrs import evolve, frozen

from ruleslang.analysis.resolve_choice import Whether, whether
from ruleslang.api import Choice, Game, Match
from ruleslang.cli.output import origin_json
from ruleslang.match.values import Player
from ruleslang.program.displayed_parts import Origin
from ruleslang.program.program import origin_of
from ruleslang.why.explain_choice import Reason, why_offered


@frozen
class Answer:
    """A sentence, what it rests on, and the same for programs."""

    text: str
    lines: tuple[tuple[str, int], ...]  # a line, and the number of its place in the text
    plain: dict[str, Any]


def printed(game: Game, answer: Answer) -> Iterator[str]:
    """An answer, line by line."""
    yield answer.text
    for line, number in answer.lines:
        yield f"    {line}{_place(origin_of(game.compiled.program, number))}"


def _place(origin: Origin | None) -> str:
    if origin is None:
        return ""
    cites = f" [{', '.join(origin.cites)}]" if origin.cites else ""
    return f"   {origin.file}:{origin.line}{cites}"


# ---------------------------------------------------------------- what is asked


def about_choice(game: Game, match: Match, player: Player, question: str) -> list[Answer] | None:
    """
    Why one choice is there or not: by its id, or by an action or a card and what is chosen for it.

    None: the question is about no choice.
    """
    decision = match.decision
    ids = {_parts(choice.id): choice for choice in decision.choices} if decision else {}
    if decision and player is decision.asked and _parts(question) in ids:
        return [offered(game, match, ids[_parts(question)])]
    tables = match.engine.population
    whole = question in tables.actions or tables.title(question) is not None
    name, *choosing = (question,) if whole else _parts(question)
    if name not in tables.actions and tables.title(name) is None:
        return None
    found = whether(match.engine, decision, player, name, choosing)
    return [_whether(game, _as_asked(match, each, player, name), player) for each in found]


def _parts(question: str) -> tuple[str, ...]:
    """
    The name of what is asked about, and what is chosen for it, however it is written.

    >>> _parts("go(e1, g1)"), _parts("go e1, g1"), _parts("go choosing e1, g1")
    (('go', 'e1', 'g1'), ('go', 'e1', 'g1'), ('go', 'e1', 'g1'))
    >>> _parts("sell french(2, clubs)")
    ('sell', 'french(2, clubs)')
    """
    asked = question.strip()
    head = "".join(takewhile(lambda letter: letter.isalnum() or letter == "_", asked))
    rest = re.sub(r"\Achoosing\b", "", asked[len(head) :].strip()).strip()
    if rest.startswith("(") and rest.endswith(")"):
        rest = rest[1:-1]
    if not re.search(r"[,({\[]", rest):
        return (head, *rest.split())
    return (head, *(each.strip() for each in _at_commas(rest)))


def _at_commas(text: str) -> Iterator[str]:
    """The parts between the commas that stand in no brackets."""
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
    game: Game, match: Match, question: str, index: int | None
) -> Iterator[str] | None:
    """
    What `why` says at the table, of a listed choice or of one that is missing there.

    None: the question is about no choice.
    """
    decision = match.decision
    assert decision is not None
    if question and index is not None:
        return printed(game, offered(game, match, decision.choices[index]))
    answers = about_choice(game, match, decision.asked, _by_name(match, question))
    if answers is None:
        return None
    return (line for answer in answers for line in printed(game, answer))


def _by_name(match: Match, question: str) -> str:
    """What people call an action or a card, at the beginning of a question, as the text does."""
    tables = match.engine.population
    said = {title.text: name for name, title in tables.titles.items()}
    said |= {each.text.text: each.name for each in tables.actions.values() if each.text}
    for text in sorted(said, key=len, reverse=True):
        if question.lower().startswith(text.lower()):
            return said[text] + question[len(text) :]
    return question


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
    return question == choice.action or question in _parts(choice.id)


def offered(game: Game, match: Match, choice: Choice) -> Answer:
    """What offers a choice."""
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
    told = [{"kind": each.kind, "text": each.text, **places(game, each.origin)} for each in reasons]
    lines = tuple(
        (each.text if each.kind in each.text else f"{each.kind}: {each.text}", each.origin)
        for each in reasons
    )
    return Answer(text, lines, {**plain, "reasons": told})


def places(game: Game, number: int) -> dict[str, Any]:
    """Where a reason stands in the text, and the rules it cites, for programs."""
    origin = origin_of(game.compiled.program, number)
    return {"place": origin_json(origin), "cites": list(origin.cites) if origin else []}
