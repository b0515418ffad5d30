"""What a match is made of before its first decision, and what it was made with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import field, frozen
from cattrs import Converter, transform_error

from ruleslang.program.digest import digest
from ruleslang.program.program import LANGUAGE_VERSION, Program
from ruleslang.records.seal import Refused

ENGINE_VERSION = "0.1.0"  # changes with every change that makes a seed mean another match


@frozen
class Start:
    """
    Everything that decides how a match goes, but for the choices of its players.

    `options` holds those that were set, readings too; `players` and `automatic` count seats.
    `cards` names the files of cards laid over the rulebook, for people.
    """

    rulebook: str
    digest: str
    language: int
    engine: str
    seed: int
    players: int
    automatic: int = 0
    options: Mapping[str, str] = field(factory=dict)
    cards: tuple[str, ...] = ()


def start_of(
    program: Program,
    *,
    seed: int,
    players: int | None = None,
    automatic: int | None = None,
    options: Mapping[str, str] | None = None,
    cards: tuple[str, ...] = (),
) -> Start:
    """A start of `program` with this engine; `None` stands for the least the rulebook allows."""
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
    )


def refuse_unless_made_with(start: Start, program: Program) -> None:
    """Raise `Refused`, with the first difference, when `start` was not made with this very game."""
    now = start_of(program, seed=start.seed)
    for what, recorded, here in (
        ("another rulebook", start.rulebook, now.rulebook),
        ("another engine version", start.engine, now.engine),
        ("another language version", start.language, now.language),
        ("another text of the rulebook", start.digest, now.digest),
    ):
        if recorded != here:
            if start.cards and what.endswith("rulebook") and start.rulebook == now.rulebook:
                made = " ".join(f"--cards {name}" for name in start.cards)
                raise Refused(f"it was made with `{made}`, as the file of cards was then")
            raise Refused(f"it was made with {what}: {recorded}, and here it is {here}")


def read(kind: type[Any], record: Mapping[str, Any]) -> Any:
    """The record as a `kind`; raises `Refused` when a field is missing or of another type."""
    try:
        return CONVERTER.structure(record, kind)
    except Exception as problem:  # cattrs raises groups of many kinds; all of them mean damage
        raise Refused(f"it is not a record of this kind: {transform_error(problem)[0]}") from None


def _exactly(kind: type[Any]) -> Any:
    def structure(value: Any, _: Any) -> Any:
        if type(value) is not kind:
            raise TypeError(f"expected {kind.__name__}")
        return value

    return structure


CONVERTER = Converter(forbid_extra_keys=True)
for _kind in (int, str, bool):
    CONVERTER.register_structure_hook(_kind, _exactly(_kind))
