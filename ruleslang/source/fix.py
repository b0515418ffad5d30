"""
Fixes as data: replacements of parts of the text, and how certain they are.

A pass that proposes something passes a `Proposal` as the help of its diagnostic; the diagnostic's
place turns it into a `Fix`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from enum import Enum

from attrs import evolve, frozen

from ruleslang.source.span import Span

END = re.compile(r' *(\[[A-Z][^\]"]*\] *)?(designed *)?(#[^"]*)?$')  # marks at the end of a line


class Certainty(Enum):
    """Whether a fix may be written without asking: only if it is `SURE`."""

    SURE = "sure"
    LIKELY = "likely"


@frozen
class Edit:
    """One replacement: `text` replaces the text of `span`."""

    span: Span
    text: str


@frozen
class Fix:
    """
    Edits that together fix a mistake; they do not overlap.

    `naming`: it replaces an unknown name by a known one. `renames`: instead of edits, a name for
    the file with the mistake.
    """

    edits: tuple[Edit, ...]
    certainty: Certainty
    naming: bool = False
    renames: str | None = None

    @property
    def is_sure(self) -> bool:
        """Whether it may be written without asking."""
        return self.certainty is Certainty.SURE

    @property
    def is_of_table(self) -> bool:
        """Whether it changes a cell or the name of a table, which are no lines."""
        return bool(self.renames) or any(edit.span.source.is_table for edit in self.edits)


@frozen
class Proposal:
    """
    A help that suggests a replacement.

    `text` is the help, `lines` replace the mistake: further lines are indented as the first one is.
    `replaces` is the word of the mistake's place that is replaced; None: all of it. `naming`: a
    known name is proposed for an unknown one. `whole_line`: the lines replace the line with the
    mistake, up to its citations; `at_end`: they are a declaration, which is added to the file;
    `below`: they are added below the line of another place. `renames`: a name for the file.
    """

    text: str
    lines: tuple[str, ...]
    certainty: Certainty = Certainty.LIKELY
    replaces: str | None = None
    naming: bool = False
    whole_line: bool = False
    at_end: bool = False
    below: Span | None = None
    renames: str | None = None

    @property
    def sure(self) -> Proposal:
        """The proposal, marked as the only possible one."""
        return evolve(self, certainty=Certainty.SURE)


def write(*lines: str) -> Proposal:
    """
    Return the help that suggests a replacement for a mistake, in one line or several.

    >>> write("for each p in players", "    stop", "nothing").text
    'write `for each p in players`, below it `stop`, then further out `nothing`'
    """
    return Proposal(f"write {_one_below_the_other(lines)}", lines)


def _one_below_the_other(lines: Sequence[str]) -> str:
    text, before = "", 0
    for line in lines:
        depth = len(line) - len(line.lstrip())
        joint = ", below it " if depth > before else ", then "
        joint = ", then further out " if depth < before else joint
        text += f"{joint if text else ''}`{line.strip()}`"
        before = depth
    return text


def write_line(line: str, text: str = "write `{}`") -> Proposal:
    """Return the help that shows how the line with the mistake is read."""
    return Proposal(text.replace("{}", line), (line,), whole_line=True)


def declare(*lines: str, more: str = "", before: str = "declare it") -> Proposal:
    """Return help that declares a missing name, with words `before` and `more` behind."""
    text = f"{before}: {_one_below_the_other(lines)}{more}"
    return Proposal(text, lines, at_end=True)


def leave_out(text: str = "leave it out") -> Proposal:
    """Return the help that suggests leaving a mistake's place empty."""
    return Proposal(text, ("",))


def fix_at(span: Span, proposal: Proposal) -> Fix | None:
    """Return a proposal as a fix at a mistake's place; `None` unless its word is there once."""
    start, end = span.start, span.end
    if proposal.renames is not None:
        return Fix((), proposal.certainty, renames=proposal.renames)
    if proposal.replaces is not None:
        at = span.text.find(proposal.replaces)
        if at < 0 or span.text.count(proposal.replaces) > 1:
            return None
        start, end = start + at, start + at + len(proposal.replaces)
    if proposal.at_end:
        end = len(span.source.text)
        added = Edit(span.source.span(end, end), "\n" + "\n".join(proposal.lines) + "\n")
        return Fix((added,), proposal.certainty)
    if proposal.below is not None:
        above = proposal.below
        end = above.start + len(above.source.text[above.start :].partition("\n")[0].rstrip("\r"))
        added = Edit(above.source.span(end, end), "\n" + "\n".join(proposal.lines))
        return Fix((added,), proposal.certainty)
    if proposal.whole_line:
        line = span.source.line(span.line)
        begins = span.start - span.source.line_and_column(span.start)[1] + 1
        start = begins + len(line) - len(line.lstrip())
        end = begins + len(without_citations(line))
    text = f"\n{_margin(span)}".join(proposal.lines)
    if text.startswith(":"):  # no blank is before it
        start = len(span.source.text[:start].rstrip(" "))
    edit = Edit(span.source.span(start, end), text)
    return Fix((edit,), proposal.certainty, proposal.naming)


def without_citations(line: str) -> str:
    """
    Return a line without the citations, `designed` and comment at its end.

    >>> without_citations("    end turn  [GAME-3] designed  # for ever")
    '    end turn'
    """
    end = END.search(line)
    return line[: end.start()].rstrip() if end else line.rstrip()


def _margin(span: Span) -> str:
    line = span.source.line(span.line)
    return line[: len(line) - len(line.lstrip())]


def joined(fixes: Sequence[Fix]) -> Fix | None:
    """
    Return one fix of several for the same mistake in several places; None where there is none.

    Where two write different texts at one place, such as two declarations, the first is meant.
    """
    if not fixes:
        return None
    sure = all(fix.is_sure for fix in fixes)
    edits: dict[Edit, None] = {}
    for fix in fixes:
        new = dict.fromkeys(edit for edit in fix.edits if edit not in edits)
        if {edit.span for edit in new}.isdisjoint({edit.span for edit in edits}):
            edits |= new
    return Fix(tuple(edits), Certainty.SURE if sure else Certainty.LIKELY, fixes[0].naming)


def edited(fixes: Iterable[Fix]) -> tuple[dict[str, str], tuple[Fix, ...]]:
    """
    Return the changed texts, by the names of their sources, and the fixes that were applied.

    If two fixes overlap, the first is applied.

    >>> from ruleslang.source.span import Source
    >>> source = Source("a.rules", "one two")
    >>> edited([Fix((Edit(source.span(4, 7), "three"),), Certainty.SURE)])[0]
    {'a.rules': 'one three'}
    """
    applied: list[Fix] = []
    edits: dict[str, list[Edit]] = {}
    for fix in fixes:
        if not any(_meet(edits.get(edit.span.source.name, ()), edit) for edit in fix.edits):
            applied.append(fix)
            for edit in fix.edits:
                edits.setdefault(edit.span.source.name, []).append(edit)
    return {name: _with_edits(of_file) for name, of_file in edits.items()}, tuple(applied)


def _with_edits(edits: Sequence[Edit]) -> str:
    """Return the text of a source with all its edits, whose new lines end as its own do."""
    text = edits[0].span.source.text
    for edit in sorted(edits, key=lambda edit: edit.span.start, reverse=True):
        written = edit.text.replace("\n", "\r\n") if "\r\n" in text else edit.text
        text = text[: edit.span.start] + written + text[edit.span.end :]
    return text


def _meet(edits: Iterable[Edit], other: Edit) -> bool:
    """Return whether an edit overlaps one of some others, or begins where it does."""
    return any(
        edit.span.start == other.span.start
        or (edit.span.start < other.span.end and other.span.start < edit.span.end)
        for edit in edits
    )
