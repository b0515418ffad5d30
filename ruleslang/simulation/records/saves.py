"""Saves of matches in progress: one line of JSON, sealed if there is a key."""

from __future__ import annotations

from typing import Any

from attrs import field, frozen
from cattrs.gen import make_dict_unstructure_fn, override

from ruleslang.engine.engine_names import INTERPRETER, NAMES
from ruleslang.engine.match.decision import Decision
from ruleslang.simulation.records.match_start import (
    CONVERTER,
    Start,
    read,
    refuse_folders,
    refuse_other_form,
)
from ruleslang.source.checksum import Refused, seal, unseal

FORM = 1  # raised with every change of what a save holds, or of what a name in it means
MOST_LETTERS = 10_000_000


@frozen(eq=False)
class Made:
    """
    A choice made by a player: the seat, and the choice's id.

    `place` is its index in the decision, for a fast replay; -1: unknown.
    """

    player: int
    choice: str
    place: int = field(default=-1, repr=False)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Made):
            return NotImplemented
        return (self.player, self.choice) == (other.player, other.choice)

    def __hash__(self) -> int:
        return hash((self.player, self.choice))


class LateMade(Made):
    """A choice whose id is read when it is asked for."""

    __slots__ = ("_decision",)

    def __init__(self, decision: Decision, place: int) -> None:
        object.__setattr__(self, "player", decision.player)
        object.__setattr__(self, "place", place)
        object.__setattr__(self, "_decision", decision)

    @property
    def choice(self) -> str:
        decision: Decision = self._decision  # type: ignore[attr-defined]
        return decision.choices[self.place].id

    def __repr__(self) -> str:
        return repr(Made(self.player, self.choice))

    def __reduce__(self) -> tuple[Any, ...]:
        return Made, (self.player, self.choice, self.place)


@frozen
class Save:
    """
    A match in progress; `hash` is that of its state, to detect a wrong replay.

    `seats` names who decides at each seat, as on the command line; empty if unknown. `engine` is
    the one that played the match, and resumes it.
    """

    start: Start
    choices: tuple[Made, ...]
    hash: str = field(repr=False)
    seats: tuple[str, ...] = ()
    engine: str = INTERPRETER
    record: str = "save"
    form: int = FORM


CONVERTER.register_unstructure_hook(
    Save, make_dict_unstructure_fn(Save, CONVERTER, engine=override(omit_if_default=True))
)


def to_text(save: Save, key: bytes | None = None) -> str:
    """Return the save as one line of JSON; sealed if there is a key."""
    return seal(CONVERTER.unstructure(save), key)


def from_text(text: str, key: bytes | None = None) -> Save:
    """Parse a save; raises `Refused`."""
    record = unseal(text, key, MOST_LETTERS)
    if record.get("record") != "save":
        raise Refused("it is not a save")
    refuse_other_form(record, FORM)
    save: Save = read(Save, record)
    refuse_folders(save.start.cards)
    if save.engine not in NAMES:
        raise Refused(f"it names no engine: `{save.engine}`")
    return save
