"""
Mutants that are played otherwise and that nobody notices: no example, no claim, no law.

Examples are tried first that reach what was spoilt, then those that noticed a mutant of the same
declaration before; so most mutants are dealt with by one or two.
"""

from __future__ import annotations

from collections import defaultdict

from attrs import define, field

from ruleslang.laws.all import LAWS
from ruleslang.laws.law import Subject
from ruleslang.meaning.examples import run_claim, run_example
from ruleslang.mutation.mutant import Mutant, Site
from ruleslang.mutation.verdict import CHANGED, Judged, Original
from ruleslang.program.program import Compiled
from ruleslang.syntax import declarations as d

TRIED = ("ending", "cards", "offering", "seeing", "asking", "answers")
UNPLAYED = (d.Example, d.Claim, d.Measure, d.Chooser, d.Omit)


@define(eq=False)
class Hunt:
    """What was learnt so far: which example reaches what, and which noticed mutants of what."""

    compiled: Compiled
    games: int = 1
    reached: dict[int, frozenset[tuple[str, int]]] = field(factory=dict)
    noticed: defaultdict[tuple[int, int], dict[int, int]] = field(factory=lambda: defaultdict(dict))

    def lives(self, judged: Judged) -> bool:
        """Whether nobody notices a mutant that compiles."""
        spoilt = judged.compiled
        if judged.verdict != CHANGED or spoilt is None:
            return False
        if len(spoilt.examples) != len(self.compiled.examples):
            return False
        key = judged.mutant.site.tree, judged.mutant.site.place
        for place in self._order(judged.mutant):
            if run_example(spoilt, spoilt.examples[place]).message:
                self.noticed[key][place] = self.noticed[key].get(place, 0) + 1
                return False
        if any(run_claim(spoilt, claim).message for claim in spoilt.claims):
            return False
        return not self._is_unlawful(spoilt)

    def _order(self, mutant: Mutant) -> list[int]:
        """All examples, those first that are most likely to notice."""
        noticed = self.noticed[mutant.site.tree, mutant.site.place]
        return sorted(
            range(len(self.compiled.examples)),
            key=lambda place: (-noticed.get(place, 0), not self._reaches(place, mutant)),
        )

    def _reaches(self, place: int, mutant: Mutant) -> bool:
        """Whether an example reaches a declaration, as far as that is told."""
        if place not in self.reached:
            origins: set[int] = set()
            run_example(self.compiled, self.compiled.examples[place], origins.add)
            known = self.compiled.program.origins
            self.reached[place] = frozenset(
                (known[each].file, known[each].line) for each in origins if 0 <= each < len(known)
            )
        span = mutant.site.declaration.span
        first = span.source.line_and_column(span.start)[0]
        last = span.source.line_and_column(span.end)[0]
        return any(
            file == mutant.file and first <= line <= last for file, line in self.reached[place]
        )

    def _is_unlawful(self, spoilt: Compiled) -> bool:
        """Whether a short run of the laws that a rule can break finds something."""
        subject = Subject(spoilt, None, games=self.games, examples=0, tries=1, longest=150)
        return any(True for law in LAWS if law.name in TRIED for _ in law.search(subject))


def played(rulebook: Original) -> tuple[Site, ...]:
    """The sites whose text is played."""
    return tuple(site for site in rulebook.sites if not isinstance(site.declaration, UNPLAYED))
