"""The phases of a match, as people read them."""

from __future__ import annotations

from ruleslang.match.match import Match
from ruleslang.match.position import Run
from ruleslang.match.values import Player
from ruleslang.program.events import ProcedureRun


def phase_text(played: Match, run: Run) -> str:
    """
    A phase as it is shown, with the player whose turn it is; empty: it is none, or the match.

    Of several players that it is given none is named: that it is one's turn does not say who acts.
    """
    if not isinstance(run.event, ProcedureRun):
        return ""
    procedure = played.population.procedures[run.event.name]
    if procedure.word != "phase" or procedure.name == played.population.program.start:
        return ""
    values = (run.locals.get(slot) for slot in range(len(procedure.parameters)))
    turn = played.position.active
    is_turn = [each for each in values if isinstance(each, Player)] == [turn]
    return (f"{procedure.name}({turn.name})" if is_turn else procedure.name).replace("_", " ")
