"""
One seat of any rulebook as a server of the Model Context Protocol, so that a language model plays.

    python -m ruleslang.apps.adapters.mcp leduc_poker --seat dealer

Its tools return what the seat may know, and nothing else; the other seats are played by bots.
"""

from __future__ import annotations

import json
import os
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from threading import RLock
from typing import Annotated, Any, TypeAlias

try:
    from mcp.server.mcpserver import MCPServer
    from mcp.server.mcpserver.exceptions import ResourceError, ToolError
except ImportError:
    raise ImportError("mcp 2 is not installed: pip install -e '.[mcp]' in the checkout") from None
from pydantic import BeforeValidator, Field

from ruleslang.api import (
    Bot,
    Fault,
    Game,
    IllegalChoice,
    Match,
    RuleslangError,
    __version__,
    as_data,
    load,
)
from ruleslang.apps.cli.why_answers import explained
from ruleslang.apps.printing.plain_text import cards_text, rules_text
from ruleslang.engine.match.runtime_values import name_of

LONGEST = 200  # letters of a choice or a question
BITS = 8  # bytes of a seed

INSTRUCTIONS = (
    "You sit at {seat} in {game}. Begin with `new_match`; then read `view` and `story`, choose one "
    "of `actions`, and make it with `act` and the number of the decision, one at a time. "
    "`why` explains why something is possible or not. "
    "The resources `ruleslang://rules` and `ruleslang://cards` are the rules and the cards."
)

# Models send the choice `4` as a number and `yes` as a truth value. It is declared as a string, as
# `mcp` would parse the text `null` of any other type as JSON.
Action: TypeAlias = Annotated[
    str,
    BeforeValidator(lambda given: name_of(given) if isinstance(given, int) else given),
    Field(description="one of the actions offered"),
]
DecisionNumber: TypeAlias = Annotated[
    int, Field(description="the decision that this answers: 3 if `Decision 3` offered the action")
]


class Seat:
    """
    One seat in a series of matches, with bots at the other seats.

    Its methods' answers depend only on what the seat may know. Without a match, and for impossible
    requests, they raise `ToolError` with a sentence.
    """

    def __init__(
        self,
        game: Game,
        seat: int | str = 0,
        opponents: Sequence[str] = ("random",),
        *,
        seed: int | None = None,
        saves: str | Path | None = None,
        **settings: Any,
    ) -> None:
        self.game, self.settings = game, settings
        self._saves = None if saves is None else Path(saves)
        if self._saves is not None:
            self._saves.touch()  # raises where no file can be
        self._seed, self._begun = seed, 0
        self.decision = 0  # number of the latest decision, counted through all matches
        names = self._start(seed).seats
        number = int(seat) if str(seat).isdecimal() else -1
        if seat in names:
            number = names.index(str(seat))
        if not 0 <= number < len(names):
            raise ValueError(f"`seat` is one of {', '.join(names)}, or its number, not {seat!r}")
        self.seat = number
        self.name, self.seats = names[self.seat], len(names)
        self.opponents = [opponents[at % len(opponents)] for at in range(self.seats)]
        for bot in self.opponents:
            game.bot(bot)  # raises where there is none
        self.match: Match | None = None
        self._bots: list[Bot] = []
        self._lock = RLock()

    def _start(self, seed: int | None) -> Match:
        match: Match = self.game.start(seed=seed, engine="wasm", **self.settings)
        return match

    def _of_match(self) -> Match:
        if self.match is None:
            raise ToolError("there is no match: begin one with `new_match`")
        return self.match

    def new_match(self) -> str:
        """Begin a match, giving up one in progress. Returns what happened so far."""
        with self._lock:
            drawn = int.from_bytes(os.urandom(BITS), "big")
            seed = drawn if self._seed is None else self._seed + self._begun
            self._begun += 1
            self.close()
            self.match = self._start(seed)
            self._bots = [self.game.bot(name, seed=seed) for name in self.opponents]
            return self._play_others(0)

    def close(self) -> None:
        """End the series: a running match is abandoned, and saved."""
        with self._lock:
            if self._saves is not None and self.match is not None:
                with self._saves.open("a", encoding="utf-8") as file:
                    file.write(f"{self.match.to_json()}\n")
            self.match = None

    def view(self) -> str:
        """Return what you see now, as JSON: zones, states, dice, pieces, and your decision."""
        with self._lock:
            seen: dict[str, Any] = {**as_data(self._of_match().view(self.seat))}
            if seen["decision"] is not None:
                seen["decision"]["number"] = self.decision
            return json.dumps(seen)

    def actions(self) -> str:
        """Return the number of your decision and its actions, a line each, for `act`."""
        with self._lock:
            decision = self._of_match().decision
            if decision is None:
                return "Nothing: the match is over."
            actions = "\n".join(choice.id for choice in decision.choices)
            return f"Decision {self.decision}. You may:\n{actions}"

    def act(self, action: Action, decision: DecisionNumber) -> str:
        """
        Do one of `actions`, in answer to the decision with this number.

        Returns what happened until you are asked again. Wait for it before you act again: an answer
        to an earlier decision is refused.
        """
        with self._lock:
            match = self._of_match()
            entries = len(match.story(self.seat))
            try:
                if decision != self.decision and not match.is_over:
                    raise IllegalChoice("illegal", f"decision {decision} is not the current one")
                match.choose(self._short(action), by=self.seat)
            except IllegalChoice as problem:
                may = "" if match.is_over else f"\n\n{self.actions()}"
                raise ToolError(f"{problem}{may}") from None
            return self._play_others(entries)

    def why(self, question: str) -> str:
        """Explain why you may do something now, or not: ask by action, card, or whole choice."""
        with self._lock:
            match = self._of_match()
            decision = match.decision
            if decision is None:
                return "The match is over."
            subject = self._short(question)
            ids = [choice.id for choice in decision.choices]
            place = ids.index(subject) if subject in ids else None
            try:
                with match.engine.inquiry().seen_by(decision.asked):
                    lines = explained(self.game, match, subject, place)
                    answer = None if lines is None else "\n".join(lines)
            except Fault as problem:
                if problem.slug == "unseen":
                    return "It depends on information that you cannot see."
                return f"That can't be shown now: {problem.message}."
            return answer or "That is not an action or card of this game."

    def story(self) -> str:
        """Return all that you saw, were asked and did in this match, in order."""
        with self._lock:
            return self._log_since(0)

    def _log_since(self, first: int) -> str:
        entries = self._of_match().story(self.seat)[first:]
        return "\n".join(f"{entry.kind}: {entry.text}" for entry in entries)

    def _play_others(self, entries: int) -> str:
        """Let the others play until the seat must act or the match ends; returns its new log."""
        match = self._of_match()
        while (decision := match.decision) is not None and decision.player != self.seat:
            match.choose(self._bots[decision.player].choose(match))
        story = self._log_since(entries)
        if match.decision is not None:
            self.decision += 1
            return f"{story}\n\n{self.actions()}"
        if match.outcome is None:
            return f"{story}\n\nThe rules can't continue; the match is over."
        payoff = match.outcome.payoffs[self.seat]
        return f"{story}\n\nThe match is over. You have {payoff}."

    def _short(self, text: str) -> str:
        if len(text) > LONGEST:
            raise ToolError(f"that has {len(text)} characters, more than {LONGEST}")
        return text.strip()


def server(
    rulebook: str | Game,
    seat: int | str = 0,
    opponents: Sequence[str] = ("random",),
    *,
    seed: int | None = None,
    saves: str | Path | None = None,
    options: Mapping[str, str] | None = None,
    players: int | None = None,
    automatic: int | None = None,
) -> MCPServer:
    """
    Return a server with the tools of one seat of a rulebook; `run()` serves it on standard input
    and output.

    `opponents` are names of bots, in turn round the table. Without a `seed` each match is drawn at
    random; with one the matches have consecutive seeds from there on. Every match that has ended or
    was given up is a line in the file `saves`, for `Game.resume`. The rest is as in `Game.start`.
    Raises `ValueError` for an unknown seat or bot.
    """
    game = rulebook if isinstance(rulebook, Game) else load(rulebook)
    program = game.program
    settings = {"options": options, "players": players, "automatic": automatic}
    player = Seat(game, seat, opponents, seed=seed, saves=saves, **settings)

    @asynccontextmanager
    async def until_the_end(_: MCPServer) -> AsyncIterator[None]:
        try:
            yield
        finally:
            player.close()

    serving = MCPServer(
        f"ruleslang_{game.name}",
        title=program.title.text if program.title else game.name,
        instructions=INSTRUCTIONS.format(seat=player.name, game=game.name),
        version=__version__,
        lifespan=until_the_end,
    )
    tools = player.new_match, player.view, player.actions, player.act, player.why, player.story
    for tool in tools:
        serving.tool(structured_output=False)(tool)
    _add_resources(serving, player)
    return serving


def _add_resources(serving: MCPServer, player: Seat) -> None:
    """Add the rules and cards, which no match changes, and answers of `why` by their questions."""

    @serving.resource("ruleslang://rules", mime_type="text/plain")  # type: ignore[untyped-decorator]
    def rules() -> str:
        """Return the rules of the game, in sentences, with the numbers of the printed rulebook."""
        return rules_text(player.game.compiled)

    @serving.resource("ruleslang://cards", mime_type="text/plain")  # type: ignore[untyped-decorator]
    def cards() -> str:
        """Return every card with its copies, its fields, its text and what it does."""
        return cards_text(player.game.compiled)

    @serving.resource("ruleslang://why/{question}", mime_type="text/plain")  # type: ignore[untyped-decorator]
    def why(question: str) -> str:
        """Explain why you may do something now, or not: ask by action, card, or whole choice."""
        try:
            return player.why(question)
        except ToolError as problem:
            raise ResourceError(str(problem)) from None


def main() -> None:
    """Serve one seat on standard input and output."""
    import argparse

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rulebook")
    parser.add_argument("--seat", default="0", help="a name or a number")
    parser.add_argument("--opponents", nargs="+", default=["random"], help="names of bots")
    parser.add_argument("--players", type=int)
    parser.add_argument("--automatic", type=int, help="how many seats play automatically")
    parser.add_argument("--set", action="append", default=[], metavar="OPTION=VALUE")
    parser.add_argument(
        "--seed", type=int, help="the seed of the first match; later matches count up"
    )
    parser.add_argument("--saves", metavar="FILE", help="gets a line for each match")
    arguments = vars(parser.parse_args())
    options = dict(setting.partition("=")[::2] for setting in arguments.pop("set"))
    try:
        serving = server(**arguments, options=options)
    except (RuleslangError, OSError, ValueError) as problem:
        parser.error(str(problem))
    serving.run()


if __name__ == "__main__":
    main()
