"""A save: how a match began and the choices so far; whoever plays them again is where it was."""

from __future__ import annotations

from attrs import field, frozen

from ruleslang.records.checksum import Refused, seal, unseal
from ruleslang.records.match_start import (
    CONVERTER,
    Start,
    read,
    refuse_folders,
    refuse_other_form,
)

FORM = 1  # raised with every change of what a save holds, or of what a name in it means
MOST_LETTERS = 10_000_000


@frozen
class Made:
    """A choice that a player was asked for: his seat, and the choice's name in that decision."""

    player: int
    choice: str


@frozen
class Save:
    """
    A match in the middle; `hash` is its state's there, so that a wrong replay is noticed.

    `seats` names who decides at each seat, as the command line does; empty when nobody said.
    """

    start: Start
    choices: tuple[Made, ...]
    hash: str = field(repr=False)
    seats: tuple[str, ...] = ()
    record: str = "save"
    form: int = FORM


def to_text(save: Save, key: bytes | None = None) -> str:
    """The save as one line of JSON, with a key sealed."""
    return seal(CONVERTER.unstructure(save), key)


def from_text(text: str, key: bytes | None = None) -> Save:
    """The save in a text; raises `Refused`."""
    record = unseal(text, key, MOST_LETTERS)
    if record.get("record") != "save":
        raise Refused("it is not a save")
    refuse_other_form(record, FORM)
    found: Save = read(Save, record)
    refuse_folders(found.start.cards)
    return found
