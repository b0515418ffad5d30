"""`play`: plays a match at the terminal, against bots or other people."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from shlex import quote

from attrs import evolve, frozen

from ruleslang.api import Game, IllegalChoice, Match, Refused, argument_checks
from ruleslang.apps.cli.error_messages import Fault, Mistake, as_mistakes
from ruleslang.apps.cli.interrupt import INTERRUPTED
from ruleslang.apps.cli.load_game import (
    again,
    compiled_with,
    game_of,
    lines_of,
    names_of,
    position_of,
    title_of,
)
from ruleslang.apps.cli.options import (
    Automatic,
    Cards,
    Format,
    From,
    Language,
    OptionSettings,
    Rulebook,
    option,
)
from ruleslang.apps.cli.output import settings, width, wrapped
from ruleslang.apps.cli.save_file import Saves
from ruleslang.apps.cli.spectate import ending
from ruleslang.apps.cli.terminal_match import Quit, Session, say
from ruleslang.library.files import read_text
from ruleslang.players.games_in_c import refuse_strangers
from ruleslang.players.learned_bot import seat_learned
from ruleslang.players.preference_bot import Bot
from ruleslang.players.registry import RANDOM, make_bot
from ruleslang.simulation.records.match_start import refuse_asked_chance
from ruleslang.simulation.records.saves import from_text
from ruleslang.simulation.sides import seat_name

YOU = "you"
HOW = "Answer with a number or the start of a word; `look` shows the table, `?` the rest."


@frozen(kw_only=True)
class Options:
    """The arguments and options of the command."""

    rulebook: Rulebook
    players: str = option(
        "",
        metavar="WHO,WHO",
        help="The player at each seat: `you`, `random`, `search` (looks ahead; its first "
        "decision may take some seconds), or a player of the rulebook.",
    )
    seed: int | None = option(None, "--seed", help="Deal with this seed.")
    resume: str = option("", metavar="FILE", help="Continue a saved match.")
    automatic: Automatic = None
    settings: OptionSettings = ()
    cards: Cards = ()
    lang: Language = ""
    begin: From = ""


def run(options: Options) -> int:
    """Play a match to its end, or until somebody leaves; status 1 if a fault stops it."""
    if options.begin and options.resume:
        raise Mistake("a match that is resumed has begun already: leave `--from` out")
    saves = Saves(Path(options.resume)) if options.resume else Saves()
    lines = lines_of(options.begin)
    if lines.lstrip().startswith("{"):  # a save of `validate`, which is left as it is
        options, lines = evolve(options, resume=options.begin), ""
    lines = lines or position_of(options.resume)
    game = game_of("play", options.rulebook, options.cards, Format.text, options.lang, lines)
    match, seats = _resumed(game, options) if options.resume else _started(game, options)
    bots = _bots(game, match, seats)
    with_line = partial(compiled_with, "play", options.rulebook, options.cards, Format.text)
    session = Session(game, match, seats, bots, with_line, saves=saves)
    _greet(session)
    try:
        session.play()
    except (Quit, KeyboardInterrupt, EOFError) as left:
        path = session.save_somehow()
        game_again = again(options.rulebook, options.cards, lang=options.lang)
        print(f"\nContinue the match with: ruleslang play {game_again} --resume {quote(str(path))}")
        return INTERRUPTED if isinstance(left, KeyboardInterrupt) else 0
    return _ended(session, in_position=bool(lines))


def _started(game: Game, options: Options) -> tuple[Match, tuple[str, ...]]:
    """Return a new match, and the player of each seat: a person at the first seat by default."""
    seats = names_of(options.players)
    seat_learned(seats, game.compiled)
    for name in seats:
        if name != YOU and not game.has_bot(name):
            raise Mistake(argument_checks.unknown("player", name, (YOU, *game.bots)))
    seats = seats or (YOU,)
    with as_mistakes(ValueError):
        least = game.fewest(settings(options.settings))
        seats = (*seats, *(RANDOM,) * (least - len(seats)))
        match = game.start(
            seed=options.seed,
            options=settings(options.settings),
            players=len(seats),
            automatic=options.automatic,
        )
        refuse_strangers(game.compiled, match.engine.population.settings, seats)
    return match, seats


def _resumed(game: Game, options: Options) -> tuple[Match, tuple[str, ...]]:
    """Return the match of a save, and who sat at it."""
    if options.players or options.settings or (options.automatic, options.seed) != (None, None):
        raise Mistake("a match that is resumed has its players, settings and seed already")
    text = read_text(Path(options.resume))
    save = from_text(text)
    refuse_asked_chance(save.start)
    match = game.resume(text)
    if len(save.seats or ()) not in (0, match.start.players):
        raise Refused("it has a different number of players from the match")
    for name in save.seats:
        if name != YOU and not game.has_bot(name):
            raise Refused(f"it names a player `{name}`, which the rulebook doesn't have")
    return match, save.seats or (YOU,) * match.start.players


def _bots(game: Game, match: Match, seats: tuple[str, ...]) -> dict[int, Bot]:
    """Return a bot for each other seat, with its stream advanced by the choices made so far."""
    bots = {
        seat: make_bot(name, game.compiled, match.start.seed, seat)
        for seat, name in enumerate(seats)
        if name != YOU
    }
    if any(choice.player in bots for choice in match.choices):
        replayed = game.replayed(match.start, ())
        for choice in match.choices:
            if choice.player in bots:
                bots[choice.player].choose(replayed.engine)
            try:
                replayed.choose(choice.choice)
            except IllegalChoice as problem:
                raise Refused(f"its choices do not fit the match ({problem})") from None
    return bots


def _greet(session: Session) -> None:
    deciding, program = len(session.seats) - session.match.start.automatic, session.game.program
    who = [
        f"{seat_name(program, seat)} {f'is {name}' if seat < deciding else 'plays by itself'}"
        for seat, name in enumerate(session.seats)
    ]
    seed = session.match.start.seed
    greeting = [f"{title_of(session.game)}: {', '.join(who)}. The deal is seed {seed}."]
    if session.persons:
        greeting.append(HOW)
    for line in greeting:
        say(line)
    session.above = 1 + sum(wrapped(line, width()).count("\n") + 1 for line in greeting)
    if not session.persons:
        print("Only bots play, so every hand is shown.\n")


def _ended(session: Session, *, in_position: bool) -> int:
    """Print the end of the match, or of what the position that it began in goes on with."""
    match = session.match
    if match.outcome is None:
        assert match.fault is not None
        path = session.save_somehow()
        if in_position and match.fault.slug == "no-result":
            raise Fault(
                f"the position's `when …` has finished without a winner; `{path}` has the match "
                "so far"
            )
        raise Fault(f"the rules can't continue: {match.fault}; `{path}` has the match so far")
    print()
    for line in ending(match, match.outcome, session.words, session.persons):
        say(line)
    return 0
