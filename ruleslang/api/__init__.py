"""
The public API: load a rulebook, play matches of it, save and resume them, simulate.

In: arguments of a program, of any type.
Out: games, matches, views, reports.
Always: these names are stable, and are the ones that `ruleslang` itself re-exports; a wrong
argument is reported where it is passed, in words.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ruleslang.api.bot import Bot, load_player
    from ruleslang.api.game import Game
    from ruleslang.api.json_data import (
        ChoiceData,
        DecisionData,
        DiagnosticData,
        EntryData,
        FactData,
        OutcomeData,
        ViewData,
        ZoneData,
        as_data,
    )
    from ruleslang.api.loading import (
        BadPosition,
        ExampleResult,
        RulesError,
        check,
        check_text,
        examples,
        format_text,
        load,
        load_text,
        message_page,
        read_save,
        resume,
        rulebooks,
        run_examples,
        run_examples_text,
    )
    from ruleslang.api.match import Match
    from ruleslang.engine.action_space import Action, ActionSpace
    from ruleslang.engine.code.lock_step import LockStep
    from ruleslang.engine.engine_names import EngineName
    from ruleslang.engine.match.choice_by_name import IllegalChoice
    from ruleslang.engine.match.decision import (
        Chanced,
        Decided,
        DecidedTogether,
        Decision,
        Event,
        Fact,
        Outcome,
        View,
        ZoneView,
    )
    from ruleslang.engine.match.decision import Option as Choice
    from ruleslang.engine.match.faults import Fault
    from ruleslang.explanation.story.choice_parts import ChoicePart
    from ruleslang.explanation.story.declared_parts import Declarations
    from ruleslang.explanation.story.entry_types import (
        Carried,
        Changed,
        Checked,
        Did,
        Entry,
        Laid,
        Moved,
        Named,
        Rolled,
        Stepped,
    )
    from ruleslang.library.find_rulebook import UnknownRulebook
    from ruleslang.simulation.records.match_start import RELEASE as __version__
    from ruleslang.simulation.records.match_start import Start
    from ruleslang.simulation.records.saves import Made, Save
    from ruleslang.simulation.simulation_report import Estimate, Failure, Report, WorkerLost
    from ruleslang.source.checksum import Refused
    from ruleslang.source.diagnostic import Diagnostic, Severity
    from ruleslang.source.errors import RuleslangError
    from ruleslang.source.span import Span

__all__ = [
    "Action", "ActionSpace", "BadPosition", "Bot", "Carried", "Chanced", "Changed", "Checked",
    "Choice", "ChoiceData", "ChoicePart", "Decided", "DecidedTogether", "Decision", "DecisionData",
    "Declarations", "Diagnostic", "DiagnosticData", "Did", "EngineName", "Entry", "EntryData",
    "Estimate", "Event", "ExampleResult", "Fact", "FactData", "Failure", "Fault", "Game",
    "IllegalChoice", "Laid", "LockStep", "Made", "Match", "Moved", "Named", "Outcome",
    "OutcomeData", "Refused", "Report", "Rolled", "RulesError", "RuleslangError", "Save",
    "Severity", "Span", "Start", "Stepped", "UnknownRulebook", "View", "ViewData", "WorkerLost",
    "ZoneData", "ZoneView", "__version__", "as_data", "check", "check_text", "examples",
    "format_text", "load", "load_player", "load_text", "message_page", "read_save", "resume",
    "rulebooks", "run_examples", "run_examples_text",
]  # fmt: skip

# Where each name comes from: its module is imported when the name is first asked for.
_HOMES = {
    "api.bot": "Bot load_player",
    "api.game": "Game",
    "api.json_data": "ChoiceData DecisionData DiagnosticData EntryData OutcomeData FactData "
    "ViewData ZoneData as_data",
    "api.loading": "BadPosition ExampleResult RulesError check check_text examples format_text "
    "load load_text message_page read_save resume rulebooks run_examples run_examples_text",
    "api.match": "Match",
    "engine.action_space": "Action ActionSpace",
    "engine.code.lock_step": "LockStep",
    "engine.engine_names": "EngineName",
    "engine.match.choice_by_name": "IllegalChoice",
    "engine.match.decision": "Chanced Choice Decided DecidedTogether Decision Event Outcome Fact "
    "View ZoneView",
    "engine.match.faults": "Fault",
    "explanation.story.choice_parts": "ChoicePart",
    "explanation.story.declared_parts": "Declarations",
    "explanation.story.entry_types": "Carried Changed Checked Did Entry Laid Moved Named Rolled "
    "Stepped",
    "library.find_rulebook": "UnknownRulebook",
    "source.checksum": "Refused",
    "simulation.records.match_start": "Start __version__",
    "simulation.records.saves": "Made Save",
    "simulation.simulation_report": "Estimate Failure Report WorkerLost",
    "source.diagnostic": "Diagnostic Severity",
    "source.errors": "RuleslangError",
    "source.span": "Span",
}
_CALLED_THERE = {"Choice": "Option", "__version__": "RELEASE"}

if not TYPE_CHECKING:  # type checkers would take it to have any name

    def __getattr__(name):
        for home, names in _HOMES.items():
            if name in names.split():
                module = import_module(f"ruleslang.{home}")
                return globals().setdefault(name, getattr(module, _CALLED_THERE.get(name, name)))
        raise AttributeError(f"module 'ruleslang.api' has no attribute {name!r}")
