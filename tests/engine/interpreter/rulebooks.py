"""Rulebooks for tests of the meaning: small ones made on the spot, and all that are shipped."""

from __future__ import annotations

from ruleslang.engine.interpreter.engine import Interpreter
from ruleslang.engine.interpreter.match import InterpretedMatch
from ruleslang.engine.match.chance import Chance, Stream, derive
from ruleslang.library.load import load_text
from ruleslang.program.program import Compiled
from ruleslang.source.diagnostic import Severity
from tests.support.shipped import Shipped

HEADER = 'rulebook t "T"\n    language 1\n    players {players}\n    starts with game\n{more}'


def compiled(body: str, *, players: str = "2: home, away", more: str = "") -> Compiled:
    """A rulebook with a plain header; it must have no error."""
    loaded = load_text(HEADER.format(players=players, more=more) + body)
    errors = [each.message for each in loaded.diagnostics if each.severity is Severity.ERROR]
    assert loaded.compiled is not None, errors
    return loaded.compiled


def started(
    body: str,
    *,
    players: str = "2: home, away",
    more: str = "",
    number: int | None = None,
    chance: Chance | None = None,
) -> InterpretedMatch:
    """A match of such a rulebook."""
    program = compiled(body, players=players, more=more).program
    return Interpreter(program).start(seed=1, players=number, chance=chance)


def offered(match: InterpretedMatch) -> list[str]:
    """The ids of the choices that are offered now."""
    assert match.decision is not None, match.fault or match.outcome
    return [choice.id for choice in match.decision.choices]


def choose(match: InterpretedMatch, *ids: str) -> None:
    """Make these choices, one after the other."""
    for id in ids:
        assert id in offered(match)
        assert match.decision is not None
        match.choose(match.decision.index_of(id))


def shipped() -> Shipped:
    """All rulebooks in the house that can be played."""
    return Shipped()


def random_choices(seed: int) -> Stream:
    """A stream to choose with."""
    return Stream(derive(seed, 99))
