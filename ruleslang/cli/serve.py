"""`serve`: serves matches in browsers, for people and bots, stored in a file."""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from attrs import frozen

from ruleslang.api import Game, load
from ruleslang.bots.learned_bot import add_learned
from ruleslang.cli.error_messages import Mistake
from ruleslang.cli.load_game import game_or_none, lines_of, title_of
from ruleslang.cli.output_format import Format
from ruleslang.learning.saved import NotLearned, read_learned
from ruleslang.library.load import load as load_files

EXTRA = "`serve` needs what the extra `table` has: pip install 'ruleslang[table]'"
LONGEST_FRAME = 65536  # bytes of a message; more closes the socket


def run(
    rulebooks: list[str],
    host: str,
    port: int,
    store: str,
    cards: tuple[str, ...],
    begin: str,
    learned: tuple[str, ...],
) -> int:
    """Serve until Ctrl-C; status 1 for errors. `learned` are files of learned players."""
    if any(
        importlib.util.find_spec(name) is None for name in ("starlette", "uvicorn", "websockets")
    ):
        raise Mistake(EXTRA)
    lines = lines_of(begin)
    games: dict[str, Game] = {}
    paths: dict[str, str] = {}
    for path in rulebooks:
        game = game_or_none("serve", path, cards, Format.text, "", lines)
        if game is None:
            return 1
        games[game.name], paths[game.name] = game, path
    _seat(games, learned)

    titles = ", ".join(title_of(game) for game in games.values())
    _serve(games, Texts(paths, cards), f"{titles}: http://{host}:{port}/", host, port, store)
    return 0


@frozen
class Texts:
    """The paths of the rulebooks by name, and the cards laid over them."""

    paths: Mapping[str, str]
    cards: tuple[str, ...]

    def positioned(self, name: str, lines: str) -> Game:
        """The game of a rulebook that starts in a position; raises `ValueError`."""
        return load(self.paths[name], cards=self.cards, position=lines)

    def files(self, name: str) -> tuple[tuple[str, str], ...]:
        """The files of a rulebook with their texts, for its players to read."""
        trees = load_files(self.paths[name], cards=self.cards).files.trees
        return tuple((tree.source.name, tree.source.text) for tree in trees)


def _serve(
    games: Mapping[str, Game], texts: Texts, says: str, host: str, port: int, store: str
) -> None:
    """Serve until Ctrl-C."""
    import uvicorn

    from ruleslang.server.app import application
    from ruleslang.server.lobby import Lobby
    from ruleslang.server.sqlite_store import SqliteStore

    kept = SqliteStore(Path(store))
    lobby = Lobby(games, kept, rules=cache(texts.files), positioned=texts.positioned)
    print(f"{says} (Ctrl-C ends it; matches stay in {store})", flush=True)
    try:
        uvicorn.run(
            application(lobby),
            host=host,
            port=port,
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
