"""
Mutants that play differently and that nothing notices: no example, no claim, no law.

Examples are tried first that reach what was mutated, then those that noticed a mutant of the same
declaration before; so most mutants are dealt with by one or two.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from attrs import define, evolve, field

from ruleslang.laws.all import LAWS
from ruleslang.laws.law import Subject
from ruleslang.mutation.mutant import Mutant, Site
from ruleslang.mutation.verdict import CHANGED, CRASHED, Original, Verdict
from ruleslang.nodes.budget import UsedUp, budget
from ruleslang.program import expressions as e
from ruleslang.program.passes.locals import parts_of
from ruleslang.program.program import Compiled, Program
from ruleslang.program.serial import plain
from ruleslang.program.walk import find
from ruleslang.proving.examples import run_claim, run_example
from ruleslang.syntax import declarations as d
from ruleslang.syntax import examples

# fmt: off
TRIED = (
    "termination", "conservation", "well_formed_decisions", "view_leak", "offers_leak",
    "simultaneous_leak",
)
UNPLAYED = (examples.Example, examples.Claim, d.Measure, d.Chooser, d.Omit)
LIVES = "lives"  # another program, and nobody notices
FREE = (  # tables of a program in which the order of the text means nothing
    "words", "dice_kinds", "options", "zones", "states", "dice", "values", "procedures", "actions",
    "windows",
)
# fmt: on


@define(eq=False)
class Hunt:
    """What was learnt so far: which example reaches what, and which noticed mutants of what."""

    compiled: Compiled
    games: int = 1
    rules: dict[str, object] = field(init=False)
    reached: dict[int, frozenset[tuple[str, int]]] = field(factory=dict)
    noticed: defaultdict[tuple[int, int], dict[int, int]] = field(factory=lambda: defaultdict(dict))

    @rules.default
    def _whole_rules(self) -> dict[str, object]:
        return _rules(self.compiled)

    def fate(self, judged: Verdict) -> Verdict:
        """The same mutant, with `lives` for a verdict when nobody notices it."""
        try:
            with budget():
                return evolve(judged, verdict=LIVES) if self.lives(judged) else judged
        except UsedUp:  # whoever runs the examples would notice
            return judged
        except Exception as problem:  # what a text may never do
            message = f"{type(problem).__name__}: {problem}"
            return evolve(judged, verdict=CRASHED, message=message)

    def lives(self, judged: Verdict) -> bool:
        """Whether nobody notices a mutant that may be played otherwise."""
        mutated = judged.compiled
        if judged.verdict != CHANGED or judged.doubted or mutated is None:
            return False
        if len(mutated.examples) != len(self.compiled.examples):
            return False
        if _rules(mutated) == self.rules:
            return False
        key = judged.mutant.site.tree, judged.mutant.site.place
        for place in self._order(judged.mutant):
            if run_example(mutated, mutated.examples[place]).message:
                self.noticed[key][place] = self.noticed[key].get(place, 0) + 1
                return False
        if any(run_claim(mutated, claim).message for claim in mutated.claims):
            return False
        return not self._is_unlawful(mutated)

    def _order(self, mutant: Mutant) -> list[int]:
        """All examples, those first that are most likely to notice."""
        noticed = self.noticed[mutant.site.tree, mutant.site.place]
        return sorted(
            range(len(self.compiled.examples)),
            key=lambda place: (-noticed.get(place, 0), not self._reaches(place, mutant)),
        )

    def _reaches(self, place: int, mutant: Mutant) -> bool:
        """Whether an example runs a declaration, as far as it was recorded."""
        if place not in self.reached:
            numbers: set[int] = set()
            run_example(self.compiled, self.compiled.examples[place], numbers.add)
            parts = parts_of(self.compiled.program).all
            origins = {parts[number].origin for number in numbers}
            known = self.compiled.program.origins
            self.reached[place] = frozenset(
                (known[origin].file, known[origin].line)
                for origin in origins
                if 0 <= origin < len(known)
            )
        span = mutant.site.span
        first = span.line
        last = span.source.line_and_column(span.end)[0]
        return any(
            file == mutant.file and first <= line <= last for file, line in self.reached[place]
        )

    def _is_unlawful(self, mutated: Compiled) -> bool:
        """Whether a short run of the laws that a rule can break finds something."""
        subject = Subject(mutated, None, games=self.games, examples=0, tries=1, longest=150)
        return any(True for law in LAWS if law.name in TRIED for _ in law.search(subject))


def _rules(compiled: Compiled) -> dict[str, object]:
    """
    What a match can depend on: a program without values that only players, measures and examples
    read, with each table sorted whose order means nothing.
    """
    tables: dict[str, Any] = plain(compiled.program, with_display=False)
    del tables["name"]
    read = _read(compiled.program)
    for each in tables.get("procedures", ()):
        if each["word"] == "phase":  # a phase is a procedure that is also shown
            each["word"] = "procedure"
    for each in tables.get("options", ()):
        each.pop("reading", None)  # an option that answers an open question is played as any other
    tables["values"] = [each for each in tables.get("values", ()) if each["name"] in read]
    return {name: sorted(map(repr, it)) if name in FREE else it for name, it in tables.items()}


def _read(program: Program) -> set[str]:
    """The values that something of the rules reads, or a value that is read."""
    values = {value.name: value for value in program.values}
    waiting = [program.payoff, *_called(evolve(program, values=()))]
    read: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name not in read:
            read.add(name)
            waiting += _called(values[name]) if name in values else ()
    return read


def _called(node: object) -> list[str]:
    return [call.name for call in find(node, e.CallValue)]


def played(rulebook: Original) -> tuple[Site, ...]:
    """The sites whose text is played."""
    return tuple(site for site in rulebook.sites if not isinstance(site.first, UNPLAYED))
