"""The settings of a match before its first decision, and the strict parsing of records."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import PurePath
from typing import TypeVar

from attrs import field, frozen
from cattrs.gen import make_dict_unstructure_fn, override

from ruleslang.program.program import LANGUAGE_VERSION, Program
from ruleslang.program.serial import digest
from ruleslang.source.checksum import Refused
from ruleslang.source.plain_data import damage, exact_converter, without_lists

T = TypeVar("T")

MOST_LOOKED_AT = 1000  # parts of a damaged list that are looked at for the place of the damage
RELEASE = "0.2.0"  # the package's release; no written file depends on it
ENGINE_VERSION = 1  # raised when the same rules, seed and choices come to mean another match


@frozen
class Start:
    """
    Everything that determines a match except its choices.

    `options` holds those that were set, readings too; `players` and `automatic` count seats.
    `cards` names the card files added to the rulebook, without folders, for people to read.
    """

    rulebook: str
    digest: str
    language: int
    engine: int
    seed: int = field(repr=False)  # who knows it knows what is hidden: no error or log shows it
    players: int
    automatic: int = 0
    options: Mapping[str, str] = field(factory=dict)
    cards: tuple[str, ...] = ()
    position: str = ""  # the lines of the position in which it began, if not in the opening
    chance: str = ""  # `asked`: its outcomes are among the choices, of nobody


def start_of(
    program: Program,
    *,
    seed: int,
    players: int | None = None,
    automatic: int | None = None,
    options: Mapping[str, str] | None = None,
    cards: tuple[str, ...] = (),
    position: str = "",
    chance: str = "",
) -> Start:
    """Return the start of a match of this program with this engine; `None` means the minimum."""
    return Start(
        program.name,
        digest(program),
        LANGUAGE_VERSION,
        ENGINE_VERSION,
        seed,
        program.seats.low if players is None else players,
        program.seats.automatic_low if automatic is None else automatic,
        dict(options or {}),
        cards,
        position,
        chance,
    )


ASKED = "asked"  # a match whose outcomes of chance are chosen


def refuse_asked_chance(start: Start) -> None:
    """Raise `Refused` for a match with asked chance."""
    if start.chance:
        raise Refused("chance is asked for in it, which only programs answer (`Game.resume`)")


def file_names(paths: Iterable[str]) -> tuple[str, ...]:
    """
    Return the file names without their folders, since a record should not reveal the paths of a
    machine.

    >>> file_names(["../mine/lamp.cards"])
    ('lamp.cards',)
    """
    return tuple(PurePath(path).name for path in paths)


def refuse_folders(cards: Sequence[str]) -> None:
    """Raise `Refused` if a record names a card file with a folder or an otherwise unsafe name."""
    for name in cards:
        if not name.isprintable() or name in ("", ".", "..") or set(name) & {"/", "\\"}:
            kept_as = "files of cards, and records name them without their folders"
            raise Refused(f"`{name[:40]}` is among its {kept_as}")


def refuse_other_form(record: Mapping[str, object], form: int) -> None:
    """Raise `Refused` if a record has another format version than the one read here."""
    written = record.get("form")
    if type(written) is not int:
        raise Refused("it is not a record of this kind: its form is not a number")
    if written != form:
        older = "an older release" if written < form else "a newer release"
        raise Refused(f"it was written by {older}, in form {written}, and here it is form {form}")


def refuse_unless_made_with(start: Start, program: Program, position: str = "") -> None:
    """Raise `Refused`, with the first difference, unless `start` was made with this very game."""
    if start.position != position:
        raise Refused(
            "it began in another position"
            if position
            else "it did not begin in the opening, but in a custom position"
        )
    now = start_of(program, seed=start.seed)
    for difference, recorded, here in (
        ("another rulebook", start.rulebook, now.rulebook),
        ("another engine version", start.engine, now.engine),
        ("another language version", start.language, now.language),
        ("another text of the rulebook", start.digest, now.digest),
    ):
        if recorded != here:
            if start.cards and difference.endswith("rulebook") and start.rulebook == now.rulebook:
                options = " ".join(f"--cards {name}" for name in start.cards)
                raise Refused(f"it was made with `{options}`, as the file of cards was then")
            raise Refused(f"it was made with {difference}: {recorded}, and here it is {here}")


def read(kind: type[T], record: Mapping[str, object]) -> T:
    """Return the record as a `kind`; raises `Refused` if a field is missing or has a wrong type."""
    for where in without_lists(kind, record):
        raise Refused(f"it is not a record of this kind: `{where}` is not a list")
    try:
        return STOPS_AT_ONCE.structure(record, kind)
    except Exception:  # cattrs raises many kinds; all of them mean damage
        raise Refused(f"it is not a record of this kind: {_damage(kind, record)}") from None


def _damage(kind: type[object], record: Mapping[str, object]) -> str:
    """Return the damage and its place, by the beginnings of long values, to save time."""
    begun = {
        name: value[:MOST_LOOKED_AT] if isinstance(value, str | list) else value
        for name, value in record.items()
    }
    try:
        CONVERTER.structure(begun, kind)
    except Exception as problem:
        return damage(problem)
    return f"beyond the first {MOST_LOOKED_AT} of a list there is something else"


CONVERTER = exact_converter()
STOPS_AT_ONCE = exact_converter(detailed_validation=False)
CONVERTER.register_unstructure_hook(
    Start,
    make_dict_unstructure_fn(
        Start,
        CONVERTER,
        position=override(omit_if_default=True),
        chance=override(omit_if_default=True),
    ),
)
