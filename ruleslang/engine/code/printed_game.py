"""The text in C of a program, compiled: what all its matches in C read."""

from __future__ import annotations

from abc import ABC, abstractmethod
from array import array
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from typing import TypeAlias

from ruleslang.engine.cells import compiled_game
from ruleslang.engine.cells.compiled_game import Definition
from ruleslang.engine.cells.key_table import KeyWords
from ruleslang.engine.code.action_table import action_table
from ruleslang.engine.code.given_chance import GivenChance
from ruleslang.engine.code.memory import Code, Compiled, Memory
from ruleslang.engine.code.source import Text, source
from ruleslang.engine.flow.action_numbers import action_numbers
from ruleslang.engine.flow.context import NotLowered, refuse
from ruleslang.engine.flow.lower import Flow
from ruleslang.engine.flow.player_programs import lowered_player
from ruleslang.engine.flow.seen_rows import seen_rows
from ruleslang.program import declarations as d

Choosers: TypeAlias = tuple[d.Chooser, ...]
Soon: TypeAlias = "Callable[[str], Code | None]"

MOST_LETTERS = 200  # in the message


class NotCompiled(Exception):
    """No C was made: no compiler, one that failed, a bug; the message is a line for the user."""


@contextmanager
def bugs_as_refusals() -> Iterator[None]:
    """Raise `NotCompiled` for any other exception, since another engine can play."""
    try:
        yield
    except (NotLowered, NotCompiled):
        raise
    except Exception as bug:
        message = f"{type(bug).__name__}: {bug}".split("\n")[0][:MOST_LETTERS]
        raise NotCompiled(f"a bug in ruleslang keeps C from playing it ({message})") from bug


def routines_of(flow: Flow, chooser: d.Chooser) -> Mapping[int, str]:
    """Return the routines of a player of the rulebook; raises `NotLowered` if C cannot play it."""
    if (routines := lowered_player(flow, chooser)) is None:
        program, player = flow.population.program, f"the player `{chooser.name}`"
        instead = "prefer by a number, and read dice and states of cards in a value that it may see"
        refuse(program, player, chooser.origin, is_of_c=True, instead=instead)
    return routines


class PrintedGame(compiled_game.CompiledGame, ABC):
    """A game printed in C, which a subclass compiles; with its learner if it `learns`."""

    def __init__(
        self,
        flow: Flow,
        definition: Definition,
        level: int | None = 1,
        choosers: Choosers = (),
        *,
        learns: bool = False,
        soon: Soon | None = None,
    ) -> None:
        """Print a game; `soon` makes code of a long text sooner than a compiler, if it can."""
        super().__init__(flow, definition)
        self.choosers, self.learns = choosers, learns
        found_players = [routines_of(self.flow, chooser) for chooser in choosers]
        rows = seen_rows(self.flow) if learns else None
        players = [*zip(choosers, found_players, strict=True)]
        self.text: Text = source(self, players, rows)
        at_once = 1 if learns else self.level_at_once()
        self.level = at_once if level is None else level
        early = soon(self.text.text) if soon is not None and self.level == 0 else None
        self.compiled = Compiled(early or self._code(), self.text.constants)
        self.seconds = 0.0  # for which whole games were played
        self._actions: array[int] | None = None
        self.key_table: KeyWords | None = None

    def level_at_once(self) -> int:
        """Return the level at which the text is compiled soon."""
        return 1

    @abstractmethod
    def _code(self) -> Code:
        """Return the code of the text; raises `NotCompiled`."""

    def number_actions(self) -> None:
        """Write the table of the numbers of actions, so that C finds them."""
        if self._actions is None:
            self._actions = action_table(action_numbers(self.flow))

    @property
    def actions_in_c(self) -> int:
        """The address of the table of the numbers of actions; 0: no match has asked for them."""
        return 0 if self._actions is None else self.compiled.code.lent(self._actions)

    @property
    def keys_in_c(self) -> int:
        """The address of the table of what matters in keys; 0: no match has asked for one."""
        return 0 if self.key_table is None else self.compiled.code.lent(self.key_table.words)

    def reads(self, memory: Memory, of: PrintedGame) -> bool:
        """Return whether this reads what another plays: by the same text, in the same memory."""
        own, other = self.compiled.code, memory.of.code
        are_native = own.is_native and other.is_native
        return self.text.text == of.text.text and (own is other or are_native)

    def number_of_player(self, chooser: d.Chooser | None) -> int:
        """Return the number of a player of the rulebook, from 1; 0: a random one."""
        numbers = [at for at, known in enumerate(self.choosers, start=1) if known is chooser]
        return numbers[0] if numbers else 0

    @cached_property
    def given_chance(self) -> GivenChance:
        """The meaning of the words of a match that wants an outcome."""
        return GivenChance(self)
