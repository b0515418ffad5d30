"""
The public API: load a rulebook, play matches of it, save and resume them, simulate.

In: arguments of a program, of any type.
Out: games, matches, views, reports.
Always: these names are stable, and are the ones that `ruleslang` itself re-exports; a wrong
argument is reported where it is passed, in words.
"""

from ruleslang.api.game import Bot, Game
from ruleslang.api.json_data import (
    ChoiceData,
    DecisionData,
    DiagnosticData,
    EntryData,
    OutcomeData,
    ToldData,
    ViewData,
    ZoneData,
    as_data,
)
from ruleslang.api.loading import (
    Proved,
    RulesError,
    check,
    check_text,
    examples,
    format_text,
    load,
    load_text,
    message_page,
    resume,
    rulebooks,
    run_examples,
    run_examples_text,
)
from ruleslang.api.match import Match
from ruleslang.engine.action_space import Action, ActionSpace
from ruleslang.engine.choose_engine import EngineName, LockStep
from ruleslang.engine.match.decision import (
    Chanced,
    Decided,
    DecidedTogether,
    Decision,
    Event,
    Outcome,
    Told,
    View,
    ZoneView,
)
from ruleslang.engine.match.decision import Option as Choice
from ruleslang.engine.match.faults import Fault
from ruleslang.explanation.story.choice_parts import ChoicePart
from ruleslang.explanation.story.declared_parts import Declarations
from ruleslang.explanation.story.entries import (
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
from ruleslang.simulation.records.checksum import Refused
from ruleslang.simulation.records.match_start import RELEASE as __version__
from ruleslang.simulation.records.match_start import Start
from ruleslang.simulation.records.saves import Made
from ruleslang.simulation.replay import IllegalChoice
from ruleslang.simulation.simulate import WorkerLost
from ruleslang.simulation.simulation_report import Estimate, Failure, Report
from ruleslang.source.diagnostic import Diagnostic, Severity
from ruleslang.source.errors import RuleslangError
from ruleslang.source.span import Span

__all__ = [
    "Action", "ActionSpace", "Bot", "Carried", "Chanced", "Changed", "Checked", "Choice",
    "ChoiceData", "ChoicePart", "Decided", "DecidedTogether", "Decision", "DecisionData",
    "Declarations", "Diagnostic", "DiagnosticData", "Did", "EngineName", "Entry", "EntryData",
    "Estimate", "Event", "Failure", "Fault", "Game", "IllegalChoice", "Laid", "LockStep",
    "Made", "Match", "Moved", "Named", "Outcome", "OutcomeData", "Proved", "Refused",
    "Report", "Rolled", "RulesError", "RuleslangError", "Severity", "Span", "Start",
    "Stepped", "Told", "ToldData", "UnknownRulebook", "View", "ViewData", "WorkerLost",
    "ZoneData", "ZoneView", "__version__", "as_data", "check", "check_text", "examples",
    "format_text", "load", "load_text", "message_page", "resume", "rulebooks", "run_examples",
    "run_examples_text",
]  # fmt: skip
