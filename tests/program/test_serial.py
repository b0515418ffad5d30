"""A program survives its JSON, and a damaged text is refused with the place of the damage."""

from __future__ import annotations

import pytest
from attrs import evolve

from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program.program import Compiled, Numbering, Program
from ruleslang.program.references import Origin, Text
from ruleslang.program.serial import DamagedProgram, digest
from tests.program.samples import SOUND, TURN
from tests.support.program_json import from_json, to_json

TEXT = to_json(SOUND)
COMPILED = Compiled(
    SOUND,
    examples=(
        d.Example(
            "a turn",
            (),
            (
                d.GivenState("score", (e.SeatValue(0),), e.Literal(1)),
                d.ScriptLine(e.SeatValue(0), ("lay", e.TitleValue("ace")), False),
                d.RunLine("turn", (e.SeatValue(0),)),
                d.ThenLine(e.Literal(True)),
            ),
        ),
    ),
    numbering=Numbering("GRAN", 134),
)


def test_a_program_is_what_it_was() -> None:
    assert from_json(TEXT, Program) == SOUND


def test_a_compiled_program_is_what_it_was() -> None:
    assert from_json(to_json(COMPILED), Compiled) == COMPILED


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"low":0', '"low":"0"', "expected int, met '0'"),
        ('"is":"Perform"', '"is":"Preform"', "expected one of Answer,"),
        ('"word":"phase"', '"wurd":"phase"', "extra fields found (wurd)"),
        ('"name":"sample"', '"nome":"sample"', "required field missing @ $.name"),
        ('"is":"Program"', '"is":"Compiled"', "expected a Program"),
        ('"value":true', '"value":1.5', "1.5"),
    ],
)
def test_a_damaged_text_is_refused(old: str, new: str, message: str) -> None:
    assert old in TEXT or old == '"value":true'
    text = to_json(evolve(SOUND, states=(evolve(SOUND.states[0], start=e.Literal(True)),)))

    with pytest.raises(DamagedProgram) as refused:
        from_json(text.replace(old, new, 1), Program)

    assert message in str(refused.value)


def test_display_does_not_change_the_digest() -> None:
    other = evolve(
        SOUND,
        title=Text("Another title"),
        origins=(Origin("moved.rules", 9, 9, 9, 9, "phase game"), *SOUND.origins),
        procedures=(SOUND.procedures[0], evolve(TURN, origin=1), SOUND.procedures[2]),
        definitions=(evolve(SOUND.definitions[0], text=Text("As")),),
    )

    assert digest(SOUND) == digest(other)


@pytest.mark.parametrize(
    "changed",
    [
        evolve(SOUND, reaction_depth=9),
        evolve(SOUND, procedure_depth=300),
        evolve(SOUND, firings=2_000),
        evolve(SOUND, definitions=(evolve(SOUND.definitions[0], copies=3),)),
        evolve(SOUND, states=SOUND.states[::-1]),
    ],
)
def test_what_is_played_changes_the_digest(changed: Program) -> None:
    assert digest(SOUND) != digest(changed)


def test_the_digest_is_for_ever() -> None:
    """A change of this number makes every save and replay unreadable: think twice."""
    assert digest(SOUND) == "84d761e0a5f3034a7bdeaaa932baf4c5"
