"""Saves the positions that `validate` finds, for `play` to open."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from shlex import quote

from attrs import evolve

from ruleslang.api import Game, Match
from ruleslang.evaluation.consistency.games import Game as Played
from ruleslang.library.files import write_whole
from ruleslang.program.program import Compiled


def written_positions(
    compiled: Compiled, cards: tuple[str, ...], games: Iterable[Played], folder: str
) -> dict[Played, Path]:
    """Save the positions of findings, if a folder was named; returns their paths."""
    if not folder:
        return {}
    game = Game(compiled, cards=cards)
    Path(folder).mkdir(parents=True, exist_ok=True)
    files: dict[Played, Path] = {}
    for played in dict.fromkeys(games):
        path = Path(folder) / f"{game.name}-{len(files) + 1}.save"
        write_whole(path, match_at(game, played).to_json() + "\n")
        files[played] = path
    return files


def match_at(game: Game, played: Played) -> Match:
    """The match before the last choice, which triggers the finding."""
    if played.position is not None:
        game = evolve(game, position=played.position)
    match = game.start(seed=played.seed, options=dict(played.options), players=played.players)
    for pick in played.picks[:-1]:
        match.choose(pick)
    return match


def opening_command(named: str, path: Path) -> str:
    """The command that opens a saved position of a rulebook, as `again` names it."""
    return f"ruleslang play {named} --from {quote(str(path))}"
