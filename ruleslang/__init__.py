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

games      load, load_text, resume, read_save, rulebooks; Game: start, simulate, in_lock_step, bot,
           options, traits, action_space, perft, from_position
matches    Match: decision, choose, act, view, story, copy, push, pop, before, to_json, hash;
           outcome; Decision, Choice, ChoicePart, Outcome, View, ZoneView, Fact, Start, Made, Save;
           Fault
stories    Entry, Did, Checked, Rolled, Named, Moved, Changed, Laid, Stepped, Carried; Declarations
records    Event: Decided, DecidedTogether or Chanced
many       Report, Estimate, Failure; Bot, load_player; LockStep; Action, ActionSpace
texts      check, check_text, run_examples, run_examples_text, examples, ExampleResult, Checked,
           format_text, message_page; Diagnostic, Severity, Span
as data    as_data; ViewData, DecisionData, ChoiceData, OutcomeData, EntryData, DiagnosticData,
           ZoneData, FactData
words      EngineName
questions  compare, vary, weigh, readings, report, learn, validate, mutate, odds: what the commands
           of these names print, as data
errors     RuleslangError, of which are RulesError, UnknownRulebook, IllegalChoice, Refused,
           WorkerLost, BadPosition
"""

from __future__ import annotations

TYPE_CHECKING = False  # as `typing` has it, which would be imported before Ctrl-C can be heeded
if TYPE_CHECKING:
    from ruleslang.api import *  # noqa: F403
    from ruleslang.evaluation.analyses import compare as compare
    from ruleslang.evaluation.analyses import learn as learn
    from ruleslang.evaluation.analyses import mutate as mutate
    from ruleslang.evaluation.analyses import odds as odds
    from ruleslang.evaluation.analyses import readings as readings
    from ruleslang.evaluation.analyses import report as report
    from ruleslang.evaluation.analyses import validate as validate
    from ruleslang.evaluation.analyses import vary as vary
    from ruleslang.evaluation.analyses import weigh as weigh

ANALYSES = (
    *("compare", "learn", "mutate", "odds", "readings", "report", "validate", "vary", "weigh"),
)

if not TYPE_CHECKING:  # type checkers would take it to have any name

    def __getattr__(name):
        # Names that Python and its tools look for in any module are answered without loading the
        # rest.
        if name == "__version__" or not name.startswith("_"):
            from ruleslang.source.compiled_methods import keep_compiled_methods

            keep_compiled_methods()
            import ruleslang.api as api

            if name in api.__all__:
                return getattr(api, name)
            if name in ANALYSES:
                import ruleslang.evaluation.analyses as analyses

                return getattr(analyses, name)
        raise AttributeError(f"module 'ruleslang' has no attribute {name!r}")


def __dir__() -> list[str]:
    import ruleslang.api as api

    hidden = {"TYPE_CHECKING", "ANALYSES", "annotations"}
    return sorted({*globals(), *api.__all__, *ANALYSES} - hidden)
