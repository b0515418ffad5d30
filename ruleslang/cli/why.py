"""`why`: why a choice is offered or not, and how a value comes about."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from attrs import frozen

from ruleslang.api import Game, Match
from ruleslang.bots.registry import RANDOM, make_bot
from ruleslang.cli.error_messages import Fault, Mistake
from ruleslang.cli.load_game import game_or_none, lines_of, position_of, seat_name
from ruleslang.cli.output import print_json, settings
from ruleslang.cli.output_format import Format
from ruleslang.cli.rules_text_in_arguments import compiled_with
from ruleslang.cli.why_choices import Answer, about_choice, offered, printed
from ruleslang.cli.why_values import about_value, line_of
from ruleslang.library.record_files import read_text
from ruleslang.match.faults import Fault as RulesFault
from ruleslang.match.values import Player


@frozen
class Asked:
    """What the command line asks for; `at` is a number of decisions, or the file of a save."""

    rulebook: str
    question: str
    at: str
    player: str
    players: int | None
    automatic: int | None
    seed: int
    settings: tuple[str, ...]
    cards: tuple[str, ...]
    lang: str
    begin: str
    format: Format


MOST_DIGITS = 9  # no match has so many decisions


def run(asked: Asked) -> int:
    """Answer the question in the position that is asked about."""
    beginning = _beginning(asked)
    game = game_or_none("why", asked.rulebook, asked.cards, asked.format, asked.lang, beginning)
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
        for line in printed(game, each):
            print(line)
    return 0


def _beginning(asked: Asked) -> str:
    """The lines of the position in which the match begins, or began; empty: the opening."""
    if re.fullmatch(r"[-+]\d+", asked.at):
        raise Mistake(f"`--at {asked.at}`: decisions are counted from the beginning, as 0, 1, 2")
    if asked.at.isdecimal():
        return lines_of(asked.begin)
    if asked.begin:
        raise Mistake("a match that was saved has begun already: leave `--from` out")
    return position_of(asked.at)


def _position(game: Game, asked: Asked) -> Match:
    """The match of a save, or that of the seed after some decisions by chance."""
    if not asked.at.isdecimal():
        if asked.players is not None or asked.automatic is not None:
            raise Mistake(
                "a match that was saved has its players already: "
                "leave `--players` and `--automatic` out"
            )
        return game.resume(read_text(Path(asked.at)))
    try:
        match = game.start(
            seed=asked.seed,
            options=settings(asked.settings),
            players=asked.players,
            automatic=asked.automatic,
        )
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


# ---------------------------------------------------------------- what is asked


def _answers(game: Game, match: Match, asked: Asked) -> Iterator[Answer]:
    """All choices without a question; else the one choice, the action or card, or the value."""
    decision, question = match.decision, asked.question.strip()
    if asked.player:
        _player(game, match, asked.player)  # who is asked about must be there
    if not question:
        for choice in decision.choices if decision else ():
            yield offered(game, match, choice)
        return
    found = about_choice(game, match, _player(game, match, asked.player), question)
    if found is None:
        yield _value(game, match, asked, question)
    else:
        yield from found


def _player(game: Game, match: Match, name: str) -> Player:
    """Whom the question is about: who is asked, if nobody is named."""
    players = match.engine.population.players
    if not name:
        return match.decision.asked if match.decision else players[match.view(0).active]
    names = [seat_name(game, player.order) for player in players]
    if name not in names:
        raise Mistake(f"there is no player `{name}`; there are: {', '.join(names)}")
    return players[names.index(name)]


def _value(game: Game, match: Match, asked: Asked, question: str) -> Answer:
    """What an expression is, and for a named value how it comes about."""
    line = line_of(question)
    compiled = compiled_with("why", asked.rulebook, asked.cards, [line], asked.format)
    assert compiled is not None  # it compiled without the line
    try:
        return about_value(game, match, compiled, question)
    except RulesFault as fault:
        raise Fault(f"`{question}` has no value here: {fault.message}") from None
