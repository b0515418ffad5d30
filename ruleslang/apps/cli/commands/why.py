"""`why`: explains why a choice is offered or not, and how a value is computed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from attrs import frozen

from ruleslang.api import Game, Match
from ruleslang.apps.cli.error_messages import Fault as ShownFault
from ruleslang.apps.cli.error_messages import Mistake, as_mistakes
from ruleslang.apps.cli.load_game import compiled_with, game_of, lines_of, position_of, print_answer
from ruleslang.apps.cli.options import (
    Automatic,
    Cards,
    Format,
    From,
    Language,
    OptionSettings,
    Printed,
    Rulebook,
    Seed,
    argument,
    option,
)
from ruleslang.apps.cli.output import plural, settings
from ruleslang.apps.cli.why_answers import (
    Answer,
    about_choice,
    about_value,
    line_of,
    offered,
    printed,
)
from ruleslang.engine.match.faults import Fault
from ruleslang.engine.match.runtime_values import Player
from ruleslang.library.files import read_text
from ruleslang.players.registry import RANDOM, make_bot
from ruleslang.simulation.records.match_start import refuse_asked_chance
from ruleslang.simulation.sides import seat_name


@frozen(kw_only=True)
class Options:
    """The arguments and options; `at` is a number of decisions, or the file of a save."""

    rulebook: Rulebook
    question: str = argument(
        "",
        help="An action, a card or a value: `play_card`, "
        "`'hand_limit(home)'`; without it, all choices.",
    )
    at: str = option(
        "0",
        metavar="N|FILE",
        show_default=False,
        help="After N decisions of the seed's match, or at a save.",
    )
    player: str = option("", metavar="SEAT", help="The seat that a question about a card is for.")
    players: int | None = option(None, "--players", help="The number of players.")
    automatic: Automatic = None
    seed: Seed = 1
    settings: OptionSettings = ()
    cards: Cards = ()
    lang: Language = ""
    begin: From = ""
    format: Printed = Format.text


MOST_DIGITS = 9  # no match has that many decisions


def run(options: Options) -> int:
    """Answer the question at the given position."""
    beginning = _beginning(options)
    game = game_of("why", options.rulebook, options.cards, options.format, options.lang, beginning)
    match = _position(game, options)
    answers = list(_answers(game, match, options))
    if options.format is Format.json:
        return print_answer(
            "why",
            game.compiled,
            0,
            question=options.question,
            decisions=len(match.choices),
            answers=[answer.plain for answer in answers],
        )
    print(_position_text(game, match))
    for answer in answers:
        for line in printed(game, answer):
            print(line)
    return 0


def _beginning(options: Options) -> str:
    """Return the lines of the position in which the match starts; empty: the opening."""
    if re.fullmatch(r"[-+]\d+", options.at):
        raise Mistake(f"`--at {options.at}`: decisions are counted from the beginning, as 0, 1, 2")
    if options.at.isdecimal():
        return lines_of(options.begin)
    if options.begin:
        raise Mistake("a match that was saved has begun already: leave `--from` out")
    return position_of(options.at)


def _position(game: Game, options: Options) -> Match:
    """Return the match of a save, or that of the seed after some random decisions."""
    if not options.at.isdecimal():
        if options.players is not None or options.automatic is not None:
            raise Mistake(
                "a match that was saved has its players already: "
                "leave `--players` and `--automatic` out"
            )
        match = game.resume(read_text(Path(options.at)))
        refuse_asked_chance(match.start)
        return match
    with as_mistakes(ValueError):
        match = game.start(
            seed=options.seed,
            options=settings(options.settings),
            players=options.players,
            automatic=options.automatic,
        )
    bots = [
        make_bot(RANDOM, game.compiled, options.seed, seat) for seat in range(match.start.players)
    ]
    for _ in range(int(options.at[:MOST_DIGITS])):
        if match.decision is None:
            ended = plural(len(match.choices), "decision")
            raise Mistake(f"the match of seed {options.seed} is over after {ended}")
        match.choose(bots[match.decision.player].choose(match.engine))
    return match


def _position_text(game: Game, match: Match) -> str:
    after = f"after {plural(len(match.choices), 'decision')}"
    if match.decision is None:
        return f"{after} the match is over"
    who = seat_name(game.program, match.decision.player)
    return f"{after}, {who} is asked: {match.decision.prompt}"


def _answers(game: Game, match: Match, options: Options) -> Iterator[Answer]:
    """Yield all choices without a question; else the one choice, action, card, or value."""
    decision, question = match.decision, options.question.strip()
    if options.player:
        _player(game, match, options.player)  # who is asked about must be there
    if not question:
        for choice in decision.choices if decision else ():
            yield offered(game, match, choice)
        return
    answers = about_choice(game, match, _player(game, match, options.player), question)
    if answers is None:
        yield _value(game, match, options, question)
    else:
        yield from answers


def _player(game: Game, match: Match, name: str) -> Player:
    """Return the player that the question is about; by default the one to decide."""
    players = match.engine.population.players
    if not name:
        return match.decision.asked if match.decision else players[match.view(0).active]
    names = [seat_name(game.program, player.order) for player in players]
    if name not in names:
        raise Mistake(f"there is no player `{name}`; choose from: {', '.join(names)}")
    return players[names.index(name)]


def _value(game: Game, match: Match, options: Options, question: str) -> Answer:
    """Return the value of an expression, with how it is computed."""
    line = line_of(question)
    compiled = compiled_with("why", options.rulebook, options.cards, options.format, line)
    try:
        return about_value(game, match, compiled, question)
    except Fault as fault:
        raise ShownFault(f"`{question}` has no value here: {fault.message}") from None
