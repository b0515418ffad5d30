"""`serve`: serves matches in browsers, for people and bots, stored in a file."""

from __future__ import annotations

import importlib.util
import logging
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from socket import gethostname
from threading import RLock, Thread
from typing import TYPE_CHECKING

from attrs import define, field, frozen

from ruleslang.api import Game, RulesError, UnknownRulebook, load
from ruleslang.apps.cli import interrupt
from ruleslang.apps.cli.error_messages import Mistake
from ruleslang.apps.cli.load_game import game_of, lines_of, title_of
from ruleslang.apps.cli.options import Cards, Format, From, argument, option
from ruleslang.library.find_rulebook import find
from ruleslang.library.follow_saves import state_of
from ruleslang.library.load import load as load_files
from ruleslang.library.read_file import FileAccesses
from ruleslang.players.learned_bot import add_learned, learned_bot, learned_names
from ruleslang.players.learning.saved import NotLearned, read_learned
from ruleslang.source.budget import UsedUp, unbounded

if TYPE_CHECKING:
    from ruleslang.apps.table.sqlite_store import SqliteStore

EXTRA = "`serve` needs the extra `table`: pip install -e '.[table]' in the checkout"
NO_SQLITE = "`serve` keeps matches in SQLite, and this Python was built without it (`_sqlite3`)"
FORMER_STORE, STORE = "ruleslang-table.sqlite", "ruleslang-table/matches.sqlite"


@frozen(kw_only=True)
class Options:
    """The arguments and options of the command."""

    rulebooks: tuple[str, ...] = argument(
        ..., metavar="RULEBOOK...", help="Shipped names, files or folders."
    )
    host: str = option("127.0.0.1", help="The address to listen on.")
    port: int = option(8000, min=0, max=65535, help="The port to listen on.")
    host_name: tuple[str, ...] = option(
        (), metavar="NAME", help="A name of this server, such as a.example."
    )
    proxy: tuple[str, ...] = option(
        ("127.0.0.1", "::1"),
        metavar="ADDRESS",
        help="A proxy whose X-Forwarded-For header is trusted.",
    )
    per_address: int = option(
        100, min=1, help="Maximum number of simultaneous pages and requests from one address."
    )
    store: str = option(STORE, metavar="FILE", help="The SQLite file for the matches.")
    cards: Cards = ()
    begin: From = ""
    learned: tuple[str, ...] = option(
        (), metavar="FILE", help="A bot trained by `learn`, for the tables."
    )


def run(options: Options) -> int:
    """Serve until Ctrl-C; status 1 for errors."""
    if any(
        importlib.util.find_spec(name) is None for name in ("starlette", "uvicorn", "websockets")
    ):
        raise Mistake(EXTRA)
    if importlib.util.find_spec("_sqlite3") is None:
        raise Mistake(NO_SQLITE)
    opening = Opening(options, lines_of(options.begin))
    _serve(opening, options)
    if opening.problem is not None:
        raise opening.problem
    return 0 if opening.is_complete else 1


@define(eq=False)
class Opening:
    """Loads the rulebooks while the server already answers."""

    options: Options
    lines: str
    served: dict[str, ServedText] = field(factory=dict)
    is_complete: bool = False
    problem: BaseException | None = None

    def load_all(self, stop: Callable[[], None]) -> None:
        """Load all of them, in a thread; the server stops if one has errors."""
        try:
            with unbounded():
                self._load()
            self.is_complete = True
        except BaseException as problem:
            self.problem = problem
        finally:
            if not self.is_complete:
                stop()

    def _load(self) -> None:
        options = self.options
        for path in options.rulebooks:
            game = game_of("serve", path, options.cards, Format.text, "", self.lines)
            self.served[game.name] = ServedText(path, options.cards, self.lines, game)
        games = Rulebooks(self.served)
        _seat(games, options.learned)
        print(f"ready: {', '.join(title_of(game) for game in games.values())}", flush=True)


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
    _lock: RLock = field(factory=RLock)  # matches are opened in several threads

    def refresh(self) -> None:
        """Read the text again if its files have changed; one with errors changes nothing."""
        with self._lock:
            state = state_of(self._looked, self.cards)
            if state != self._read:
                self._read = state
                self._load()

    def _load(self) -> None:
        try:
            loaded = load_files(self.path, cards=self.cards)
            self._looked = loaded.files.looked
            game = load(self.path, cards=self.cards, position=self.begin or None)
            for player in learned_names(game.compiled):
                learned_bot(player, game.compiled, 0, 0)
        except (RulesError, UnknownRulebook, ValueError, UsedUp) as problem:
            self.note = f"new matches use the last version without errors: {reason(problem)}"
            return
        trees = loaded.files.trees
        self.files = tuple((tree.source.name, tree.source.text) for tree in trees)
        self.game, self.note = game, ""


def reason(problem: BaseException) -> str:
    """Return the mistake in one line; if there are several, the first."""
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
        """Return the game of a rulebook that starts in a position; raises `ValueError`."""
        text = self.served[name]
        try:
            return load(text.path, cards=text.cards, position=lines)
        except RulesError as problem:
            raise ValueError(reason(problem)) from None


def _serve(opening: Opening, options: Options) -> None:
    """Serve until Ctrl-C, which ends the process, whatever its threads still do."""
    from ruleslang.apps.table.allowed_hosts import HostNames
    from ruleslang.apps.table.connections import Address, Connections, most_connections, server_of
    from ruleslang.apps.table.limits import Guests, OncePerMinute
    from ruleslang.apps.table.lobby import Lobby
    from ruleslang.apps.table.web_app import Gate, application

    kept, games = _store_of(options.store), Rulebooks(opening.served)
    lobby = Lobby(
        games,
        kept,
        rules=lambda name: games.served[name].files,
        note=lambda name: games.served[name].note,
        positioned=games.positioned,
        folder=lambda name: find(games.served[name].path).folder,
    )
    own = (*options.host_name, options.host, gethostname(), f"{gethostname()}.local")
    names = HostNames(frozenset(name.lower().rstrip(".") for name in own))
    connections = Connections(most_connections())
    gate = Gate(names, options.proxy, Guests(options.per_address), connections)
    address = Address(options.host, options.port)
    is_open = partial(getattr, opening, "is_complete")
    server = server_of(application(lobby, gate, is_open), connections, address)
    lines = logging.StreamHandler()
    lines.addFilter(OncePerMinute())
    lines.addFilter(lambda record: not server.should_exit or not record.name.startswith("uvicorn"))
    logging.basicConfig(level=logging.WARNING, handlers=[lines], format="%(asctime)s %(message)s")
    at = f"http://{options.host}:{options.port}/"
    print(f"{at} (Ctrl-C ends it; matches stay in {options.store})", flush=True)
    stop = partial(setattr, server, "should_exit", True)
    Thread(target=opening.load_all, args=(stop,), daemon=True).start()
    try:
        with unbounded():
            server.run()
    except KeyboardInterrupt:
        interrupt.are_threads_left = True
        raise
    finally:
        kept.close()


def _store_of(path: str) -> SqliteStore:
    """Return the store at a path; reports who else can read it."""
    from ruleslang.apps.table.sqlite_store import SqliteStore
    from ruleslang.apps.table.store import StoreFault

    if path == STORE and Path(FORMER_STORE).exists() and not Path(STORE).exists():
        print(f"older matches are in `{FORMER_STORE}`: name it with `--store`", file=sys.stderr)
    try:
        if path == STORE:
            Path(STORE).parent.mkdir(mode=0o700, exist_ok=True)
        store = SqliteStore(path)
    except (StoreFault, OSError) as problem:
        raise Mistake(str(problem)) from None
    for warning in store.warnings():
        print(f"warning: {warning}", file=sys.stderr)
    return store


def _seat(games: Mapping[str, Game], learned: Sequence[str]) -> None:
    """Register learned players with their games."""
    for name in learned:
        try:
            of = read_learned(name)[0].rulebook
            if of in games:
                add_learned(name, games[of].compiled, Path(name).name)  # clients see no paths
        except NotLearned as problem:
            raise Mistake(f"`{name[:200]}` is not a learned player: {problem}") from None
        if of not in games:
            raise Mistake(f"`{name[:200]}` plays {of[:60]}, which is not served")
