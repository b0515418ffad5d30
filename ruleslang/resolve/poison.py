"""What is unknown of a rulebook because of a mistake, so that nothing that needs it is blamed."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve, field, frozen

from ruleslang.source.diagnostic import Cause, Diagnostic, Need
from ruleslang.source.span import Span


@frozen
class Poison:
    """
    Names that may be missing because of an earlier mistake, with the place of that mistake.

    `names` may be declared where something is wrong; `taken` are names that two things have, so
    that nobody knows what they take; `offered` are words of which some may be choices and branches.
    `needs` are parts of the rulebook of which something could not be read.
    """

    names: Mapping[str, Span] = field(factory=dict)
    taken: Mapping[str, Span] = field(factory=dict)
    offered: Mapping[str, Span] = field(factory=dict)
    needs: Mapping[Need, Span] = field(factory=dict)

    def with_cause(self, diagnostic: Diagnostic, *, offers: bool = False) -> Diagnostic:
        """A diagnostic with the mistake that it follows from, if there is one."""
        span = self._mistake(diagnostic, offers)
        return diagnostic if span is None else evolve(diagnostic, cause=Cause(span))

    def _mistake(self, diagnostic: Diagnostic, offers: bool) -> Span | None:
        about = diagnostic.subject
        if about is None:
            return None
        if about.name in self.names and about.sort in ("name", "field", "call"):
            return self.names[about.name]
        if about.sort == "call" and about.name in self.taken:
            return self.taken[about.name]
        if about.sort == "name" and offers and about.name in self.offered:
            return self.offered[about.name]
        return next((self.needs[each] for each in about.needs if each in self.needs), None)
