"""
A rulebook is a text file, and one generic engine plays it.

    import ruleslang

    game = ruleslang.load("path/or/name")
    match = game.start(seed=7)
    while (decision := match.decision) is not None:
        match.choose(decision.choices[0])
    print(match.outcome)

What an embedder needs is here; it is loaded when it is first used. `help(ruleslang.Match)` and so
on have the details; docs/python.md tells it in order.

games      load, load_text, resume, rulebooks; Game: start, simulate, in_lock_step, bot, options,
           traits, action_space, perft, from_position
matches    Match: decision, choose, act, view, told, copy, push, pop, before, to_json, hash;
           outcome; Decision, Choice, ChoicePart, Outcome, View, ZoneView, Told, Start, Made; Fault
stories    Entry, Did, Checked, Rolled, Named, Moved, Changed, Laid, Stepped, Carried; Declarations
records    Event: Decided, DecidedTogether or Chanced
many       Report, Estimate, Failure; Bot; LockStep; Action, ActionSpace
texts      check, check_text, run_examples, run_examples_text, examples, Proved, Checked,
           format_text, message_page; Diagnostic, Severity, Span
as data    as_data; ViewData, DecisionData, ChoiceData, OutcomeData, EntryData, DiagnosticData,
           ZoneData, ToldData
words      EngineName
errors     RuleslangError, of which are RulesError, UnknownRulebook, IllegalChoice, Refused,
           WorkerLost
"""

from __future__ import annotations

TYPE_CHECKING = False  # as `typing` has it, which would be imported before Ctrl-C can be heeded
if TYPE_CHECKING:
    from ruleslang.api import Action as Action
    from ruleslang.api import ActionSpace as ActionSpace
    from ruleslang.api import Bot as Bot
    from ruleslang.api import Carried as Carried
    from ruleslang.api import Chanced as Chanced
    from ruleslang.api import Changed as Changed
    from ruleslang.api import Checked as Checked
    from ruleslang.api import Choice as Choice
    from ruleslang.api import ChoiceData as ChoiceData
    from ruleslang.api import ChoicePart as ChoicePart
    from ruleslang.api import Decided as Decided
    from ruleslang.api import DecidedTogether as DecidedTogether
    from ruleslang.api import Decision as Decision
    from ruleslang.api import DecisionData as DecisionData
    from ruleslang.api import Declarations as Declarations
    from ruleslang.api import Diagnostic as Diagnostic
    from ruleslang.api import DiagnosticData as DiagnosticData
    from ruleslang.api import Did as Did
    from ruleslang.api import EngineName as EngineName
    from ruleslang.api import Entry as Entry
    from ruleslang.api import EntryData as EntryData
    from ruleslang.api import Estimate as Estimate
    from ruleslang.api import Event as Event
    from ruleslang.api import Failure as Failure
    from ruleslang.api import Fault as Fault
    from ruleslang.api import Game as Game
    from ruleslang.api import IllegalChoice as IllegalChoice
    from ruleslang.api import Laid as Laid
    from ruleslang.api import LockStep as LockStep
    from ruleslang.api import Made as Made
    from ruleslang.api import Match as Match
    from ruleslang.api import Moved as Moved
    from ruleslang.api import Named as Named
    from ruleslang.api import Outcome as Outcome
    from ruleslang.api import OutcomeData as OutcomeData
    from ruleslang.api import Proved as Proved
    from ruleslang.api import Refused as Refused
    from ruleslang.api import Report as Report
    from ruleslang.api import Rolled as Rolled
    from ruleslang.api import RulesError as RulesError
    from ruleslang.api import RuleslangError as RuleslangError
    from ruleslang.api import Severity as Severity
    from ruleslang.api import Span as Span
    from ruleslang.api import Start as Start
    from ruleslang.api import Stepped as Stepped
    from ruleslang.api import Told as Told
    from ruleslang.api import ToldData as ToldData
    from ruleslang.api import UnknownRulebook as UnknownRulebook
    from ruleslang.api import View as View
    from ruleslang.api import ViewData as ViewData
    from ruleslang.api import WorkerLost as WorkerLost
    from ruleslang.api import ZoneData as ZoneData
    from ruleslang.api import ZoneView as ZoneView
    from ruleslang.api import __version__ as __version__
    from ruleslang.api import as_data as as_data
    from ruleslang.api import check as check
    from ruleslang.api import check_text as check_text
    from ruleslang.api import examples as examples
    from ruleslang.api import format_text as format_text
    from ruleslang.api import load as load
    from ruleslang.api import load_text as load_text
    from ruleslang.api import message_page as message_page
    from ruleslang.api import resume as resume
    from ruleslang.api import rulebooks as rulebooks
    from ruleslang.api import run_examples as run_examples
    from ruleslang.api import run_examples_text as run_examples_text

# No `__all__`: `help` would print all classes with all that they inherit.
_NAMES = [
    "__version__",
    "Action",
    "ActionSpace",
    "Bot",
    "Carried",
    "Chanced",
    "Changed",
    "Checked",
    "Choice",
    "ChoiceData",
    "ChoicePart",
    "Decided",
    "DecidedTogether",
    "Decision",
    "DecisionData",
    "Declarations",
    "Diagnostic",
    "DiagnosticData",
    "Did",
    "EngineName",
    "Entry",
    "EntryData",
    "Estimate",
    "Event",
    "Failure",
    "Fault",
    "Game",
    "IllegalChoice",
    "Laid",
    "LockStep",
    "Made",
    "Match",
    "Moved",
    "Named",
    "Outcome",
    "OutcomeData",
    "Proved",
    "Refused",
    "Report",
    "Rolled",
    "RulesError",
    "RuleslangError",
    "Severity",
    "Span",
    "Start",
    "Stepped",
    "Told",
    "ToldData",
    "UnknownRulebook",
    "View",
    "ViewData",
    "WorkerLost",
    "ZoneData",
    "ZoneView",
    "as_data",
    "check",
    "check_text",
    "examples",
    "format_text",
    "load",
    "load_text",
    "message_page",
    "resume",
    "rulebooks",
    "run_examples",
    "run_examples_text",
]

if not TYPE_CHECKING:  # of which type checkers would believe that it knows any name

    def __getattr__(name):
        if name not in _NAMES:
            raise AttributeError(f"module 'ruleslang' has no attribute {name!r}")
        from ruleslang import api

        return getattr(api, name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_NAMES} - {"TYPE_CHECKING", "annotations"})
