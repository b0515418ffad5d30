"""A name that is read after the end of the block, or outside the line, in which it was made."""

from __future__ import annotations

import re

from ruleslang.language.syntax.node import Name
from ruleslang.source.diagnostic import Diagnostic, Label, Subject, error
from ruleslang.source.span import Span


def ended_name(name: Name, declared_at: Span) -> Diagnostic:
    """A local is read after the end of its block."""
    return error(
        "unknown-name",
        name.span,
        f"nothing here is called `{name.text}` any more",
        help=_preferring(name)
        or _taking_turns(name)
        or _filtering_results(name, declared_at)
        or "a name ends with its block: move this line into it, or make the name before it",
        labels=(Label(declared_at, "it is made here"),),
        about=Subject("name", name.text, needs=("tables", "folders")),
    )


def _preferring(name: Name) -> str | None:
    """The help for a condition of `prefer`, where the name of what is chosen stands nowhere."""
    span = name.span
    before = span.source.text[: span.start].rpartition("\n")[2]
    match = re.match(r"\s*(?:prefer|avoid) (\w+) where\b", before)
    return f"name what is chosen: `{match[1]}({name.text}) where …`" if match else None


def _filtering_results(name: Name, declared_at: Span) -> str | None:
    """`E over s in S where …`: the `where` filters the results, in which `s` is not bound."""
    between = declared_at.source.text[declared_at.end : name.span.start]
    before = declared_at.source.text[: declared_at.start]
    match = re.match(r"\s+in\s+([^\n]*?)\s+where\b[^\n]*\Z", between)
    if not match or not re.search(r"\bover\s+\Z", before):
        return None
    return (
        "this `where` filters the result, of which each member is `it`; to filter what is run "
        f"through, put it in brackets: `over {name.text} in ({match[1]} where …)`"
    )


def _taking_turns(name: Name) -> str | None:
    """The help for the condition of `take turns`, where the name of its player is not bound."""
    span = name.span
    before = span.source.text[: span.start].rpartition("\n")[2]
    match = re.match(r"\s*take turns (\w+) among .*\buntil\b", before)
    if not match or match[1] != name.text:
        return None
    return (
        f"before each turn nobody is `{name.text}`: ask of everybody,"
        f" `until there is q in players where …`, or of whose turn it was, `active`"
    )
