"""`serve`: serves matches in browsers, for people and bots, stored in a file."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated

import typer
from attrs import define, frozen

from ruleslang.api import Game, RulesError, UnknownRulebook, load
from ruleslang.apps.cli.error_messages import Mistake
from ruleslang.apps.cli.load_game import game_or_none, lines_of, title_of
from ruleslang.apps.cli.options import Cards, Format, From
from ruleslang.library.follow_saves import state_of
from ruleslang.library.load import load as load_files
from ruleslang.library.read_file import FileAccesses
from ruleslang.players.learned_bot import add_learned, learned_bot, learned_names
from ruleslang.players.learning.saved import NotLearned, read_learned
from ruleslang.source.budget import UsedUp, unbounded

EXTRA = "`serve` needs what the extra `table` has: pip install 'ruleslang[table]'"
LONGEST_FRAME = 65536  # bytes of a message; more closes the socket


@frozen(kw_only=True)
class Options:
    """The arguments and options of the command."""

    rulebooks: Annotated[
        tuple[str, ...],
        typer.Argument(
            metavar="RULEBOOK...", show_default=False, help="Shipped names, files or folders."
        ),
    ]
    host: Annotated[str, typer.Option(help="The address to listen at.")] = "127.0.0.1"
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port to listen at.")] = 8000
    store: Annotated[str, typer.Option(metavar="FILE", help="The SQLite file for the matches.")] = (
        "ruleslang-table.sqlite"
    )
    cards: Cards = ()
    begin: From = ""
    learned: Annotated[
        tuple[str, ...],
        typer.Option(
            metavar="FILE", show_default=False, help="A player that `learn` kept, for the tables."
        ),
    ] = ()


def run(options: Options) -> int:
    """Serve until Ctrl-C; status 1 for errors."""
    if any(
        importlib.util.find_spec(name) is None for name in ("starlette", "uvicorn", "websockets")
    ):
        raise Mistake(EXTRA)
    lines = lines_of(options.begin)
    served: dict[str, ServedText] = {}
    for path in options.rulebooks:
        game = game_or_none("serve", path, options.cards, Format.text, "", lines)
        if game is None:
            return 1
        served[game.name] = ServedText(path, options.cards, lines, game)
    games = Rulebooks(served)
    _seat(games, options.learned)
    titles = ", ".join(title_of(game) for game in games.values())
    _serve(games, f"{titles}: http://{options.host}:{options.port}/", options)
    return 0


@define(eq=False)
class ServedText:
    """A rulebook, its last text without errors, and what is wrong with the text of now."""

    path: str
    cards: tuple[str, ...]
    begin: str  # the lines of the position in which its matches begin
    game: Game
    files: Sequence[tuple[str, str]] = ()  # with their texts
    note: str = ""
    _looked: FileAccesses = FileAccesses()
    _read: object = None  # the state of what was looked at before it was last read

    def refresh(self) -> None:
        """Read the text again if its files have changed; one with errors changes nothing."""
        state = state_of(self._looked, self.cards)
        if state == self._read:
            return
        self._read = state
        try:
            loaded = load_files(self.path, cards=self.cards)
            self._looked = loaded.files.looked
            game = load(self.path, cards=self.cards, position=self.begin or None)
            for player in learned_names(game.compiled):
                learned_bot(player, game.compiled, 0, 0)
        except (RulesError, UnknownRulebook, ValueError, UsedUp) as problem:
            self.note = f"matches begin with the rules as they were before this: {told(problem)}"
            return
        trees = loaded.files.trees
        self.files = tuple((tree.source.name, tree.source.text) for tree in trees)
        self.game, self.note = game, ""


def told(problem: BaseException) -> str:
    """What is wrong, in one line; of several mistakes the first."""
    if not isinstance(problem, RulesError):
        return str(problem)
    first = next(diagnostic for diagnostic in problem.diagnostics if diagnostic.is_error)
    return f"{first.span.source.name}:{first.span.line}: {first.message}"


@frozen
class Rulebooks(Mapping[str, Game]):
    """The games that are served, by name, each as its files are now."""

    served: Mapping[str, ServedText]

    def __getitem__(self, name: str) -> Game:
        self.served[name].refresh()
        return self.served[name].game

    def __iter__(self) -> Iterator[str]:
        return iter(self.served)

    def __len__(self) -> int:
        return len(self.served)

    def positioned(self, name: str, lines: str) -> Game:
        """The game of a rulebook that starts in a position; raises `ValueError`."""
        text = self.served[name]
        try:
            return load(text.path, cards=text.cards, position=lines)
        except RulesError as problem:
            raise ValueError(told(problem)) from None


def _serve(games: Rulebooks, says: str, options: Options) -> None:
    """Serve until Ctrl-C."""
    import uvicorn

    from ruleslang.apps.table.lobby import Lobby
    from ruleslang.apps.table.sqlite_store import SqliteStore
    from ruleslang.apps.table.web_app import application

    kept = SqliteStore(Path(options.store))
    lobby = Lobby(
        games,
        kept,
        rules=lambda name: games.served[name].files,
        note=lambda name: games.served[name].note,
        positioned=games.positioned,
    )
    print(f"{says} (Ctrl-C ends it; matches stay in {options.store})", flush=True)
    try:
        with unbounded():
            uvicorn.run(
                application(lobby),
                host=options.host,
                port=options.port,
                log_level="warning",
                ws="websockets-sansio",
                ws_max_size=LONGEST_FRAME,
                ws_max_queue=8,
                limit_concurrency=4000,
                timeout_keep_alive=10,
            )
    finally:
        kept.close()


def _seat(games: Mapping[str, Game], learned: Sequence[str]) -> None:
    """Register learned players with their games."""
    for name in learned:
        try:
            of = read_learned(name)[0].rulebook
            if of in games:
                add_learned(name, games[of].compiled, Path(name).name)  # clients see no paths
        except NotLearned as problem:
            raise Mistake(f"`{name[:200]}` is no learned player: {problem}") from None
        if of not in games:
            raise Mistake(f"`{name[:200]}` plays {of[:60]}, which is not served")
