"""`report`: writes a report on a game as one page that works offline."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from attrs import frozen
from rich.console import Console

from ruleslang.api import Game
from ruleslang.apps.cli.balance_commands import Printer, asked_games, loaded_game
from ruleslang.apps.cli.error_messages import Mistake
from ruleslang.apps.cli.load_game import title_of
from ruleslang.apps.cli.options import DesignerOptions, Format, Rulebook, output_file
from ruleslang.apps.cli.output import plural
from ruleslang.evaluation.analyses import report
from ruleslang.evaluation.balance.game_report import SEARCH, GameReport, Strength
from ruleslang.library.files import write_whole
from ruleslang.players.registry import RANDOM
from ruleslang.simulation.results import Watch
from ruleslang.simulation.simulation_report import Estimate, Tally, share

EXTRA = "the charts of `report` need the extra `report`: pip install -e '.[report]' in the checkout"
MOST_BARS = 24  # bars of a distribution


@frozen(kw_only=True)
class Options(DesignerOptions):
    """The arguments and options of the command."""

    rulebook: Rulebook
    output: str = output_file("RULEBOOK-report.html", "The file for the page.")


def run(options: Options) -> int:
    """Play, and write the page or print the figures."""
    if options.format is not Format.json and find_spec("vl_convert") is None:
        raise Mistake(EXTRA)

    def reported(game: Game, watch: Watch) -> GameReport:
        return report(game, **asked_games(options), engine=options.engine, watch=watch)

    def show(_: Console, played: GameReport, seconds: float) -> None:
        _write_page(played, options.output, seconds)

    game = loaded_game("report", options.rulebook, options.cards, options.format)
    return Printer("report", report_json, show).answer(game, options.format, "games", reported)


def _write_page(played: GameReport, output: str, seconds: float) -> None:
    figures = report_json(played)
    if not figures["games"]:
        print("no game finished, so no page is written")
        for failure in figures["failures"][:1]:
            print(f"game {failure['game']} failed: {failure['message']}")
        return
    from ruleslang.apps.cli.report_page import page

    path = Path(output or f"{played.game.name}-report.html")
    write_whole(path, page(title_of(played.game), figures))
    print(f"wrote {path}{' (stopped early)' if played.stopped else ''}")
    print(f"{plural(figures['games'], 'game')}, {seconds:.0f} s")


def report_json(played: GameReport) -> dict[str, Any]:
    """Return the figures with the keys of docs/formats; the page shows nothing else."""
    counted = played.counted or Tally(len(played.players)).report()
    done = counted.finished
    return {
        "players": list(played.players),
        "seed": played.seed,
        "options": dict(played.options),
        "stopped": played.stopped,
        "games": done,
        "capped": counted.capped,
        "failures": [
            {"game": failure.game, "seed": failure.seed, "message": failure.message}
            for failure in counted.failures
        ],
        "seats": [
            {
                "seat": side.name,
                "player": " and ".join(dict.fromkeys(played.players[seat] for seat in side.seats)),
                **_share(counted.won_by(side), done),
            }
            for side in played.sides
        ],
        "nobody": _share(counted.draws, done),
        "together": _distribution(played.together, None),
        "lengths": _distribution(played.lengths, counted.measures.get("decisions")),
        "measures": [
            {
                "measure": name,
                **_distribution(values, counted.measures.get(name)),
                "course": _means(played.measures_over.get(name, [])),
            }
            for name, values in played.measures.items()
        ],
        "watched": played.watched,
        "choices": {**_distribution(played.choices, None), "course": _means(played.choices_over)},
        "hands": played.watched * len(played.players),
        "cards": _cards(played),
        "strengths": [_strength(strength) for strength in played.strengths if sum(strength.games)],
        "skill": _skill(played.strengths),
    }


def _share(part: int, total: int) -> dict[str, Any]:
    value, low, high = share(part, total)
    return {"count": part, "of": total, "share": value, "low": low, "high": high}


def _distribution(values: Mapping[Any, int], estimate: Estimate | None) -> dict[str, Any]:
    """Return a histogram with bars of equal width, and the mean with its interval if known."""
    bars: list[dict[str, Any]] = []
    if values:
        low, high = min(values), max(values)
        is_whole = all(float(number).is_integer() for number in values)
        width = (high - low + (1 if is_whole else 0)) / MOST_BARS or 1.0
        if is_whole:
            width = max(1, -(-int(high - low + 1) // MOST_BARS))
        heights: Counter[int] = Counter()
        for value, many in values.items():
            heights[min(MOST_BARS - 1, int((value - low) / width))] += many
        last = max(heights)
        bars = [
            {"from": low + at * width, "to": low + (at + 1) * width, "count": heights[at]}
            for at in range(last + 1)
        ]
    mean: dict[str, float | None] | None = None
    if estimate is not None:
        mean = {"mean": estimate.mean, "low": estimate.low, "high": estimate.high}
    elif values:
        total = sum(values.values())
        mean = {"mean": sum(v * n for v, n in values.items()) / total, "low": None, "high": None}
    return {"mean": mean, "least": min(values, default=None), "most": max(values, default=None),
            "bars": bars}  # fmt: skip


def _means(parts: Sequence[Sequence[int]]) -> list[float | None]:
    """Return the mean in each part of a game; `None` without values."""
    return [total / many if many else None for many, total in parts]


def _cards(played: GameReport) -> list[dict[str, Any]]:
    """Return the cards, in order of the win rate of those who held them."""
    titles = {
        definition.name: definition.text.text
        for definition in played.game.program.definitions
        if definition.text is not None
    }
    rows = [
        {
            "card": name,
            "title": titles.get(name) or name,
            "drawn": _share(card.drawn_won, card.drawn),
            "played": _share(card.played_won, card.played),
            "thrown": card.thrown,
            "kept": _share(card.kept_won, card.kept),
        }
        for name, card in played.cards.items()
    ]
    return sorted(rows, key=lambda row: -row["drawn"]["share"])


def _strength(strength: Strength) -> dict[str, Any]:
    seats = [_share(won, many) for won, many in zip(strength.won, strength.games, strict=True)]
    return {
        "player": strength.player,
        **_share(sum(strength.won), sum(strength.games)),
        "seats": seats,
    }


def _skill(strengths: Sequence[Strength]) -> str:
    """Return how much of the game is skill, in a sentence: the least lead over random players."""
    by_name = {
        strength.player: _strength(strength) for strength in strengths if sum(strength.games)
    }
    chance = by_name.pop(RANDOM, None)
    if chance is None or not by_name:
        return "not known"
    best = max(by_name.values(), key=lambda shares: shares["low"])
    name = "the player that looks ahead" if best["player"] == SEARCH else f"`{best['player']}`"
    found = (
        "no player wins significantly more than random play"
        if best["low"] <= chance["high"]
        else "skill matters"
    )
    wins = f"{name} wins {best['share']:.0%} ({best['low']:.0%} to {best['high']:.0%})"
    return f"{found}: {wins} where random play wins {chance['share']:.0%}"
