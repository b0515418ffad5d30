"""`"…" lang it "…"`: translations in the line itself, an earlier form."""

from __future__ import annotations

import re
from collections.abc import Sequence

from attrs import evolve, frozen

from ruleslang.source.diagnostic import Diagnostic, error
from ruleslang.source.fix import Certainty, Edit, Fix
from ruleslang.syntax.diagnostics.earlier_forms import renewed
from ruleslang.syntax.parse_failure import Failure, hide
from ruleslang.syntax.spelling_correction import reads

NAME = r"[A-Za-z_]\w*"
OTHER = rf' +lang +(?P<language>{NAME}) +"(?P<words>[^"\n]*)"'
TEXT = re.compile(rf'"(?P<original>[^"\n]*)"(?P<others>(?:{OTHER})+)')
NAMED = re.compile(
    rf"(?:rulebook|action|window|option|reading|kind|card|piece|procedure|phase|check|player)"
    rf" +({NAME})"
)
LAST_TABLE = re.compile(
    r"^table texts\b[^\n]*\n(?P<heading> *\|[^\n]*\|)(?:\n *\|[^\n]*)*\s*\Z", re.MULTILINE
)


@frozen
class Row:
    """The row of a text table for one text."""

    what: str
    original: str
    others: tuple[tuple[str, str], ...]


def translation_in_line(failure: Failure) -> Diagnostic | None:
    """A text followed by translations, which now have a table of their own."""
    text = failure.chunk.text
    stretches = list(_stretches(text))
    here = [
        (start, end, row)
        for start, end, row in stretches
        if failure.line_start <= start <= failure.line_end
    ]
    rest = _without(text, stretches)
    if not here or not (reads(rest) or reads(renewed(rest))):
        return None
    start, end, _ = here[0]
    said = error(
        "earlier-form",
        failure.span(start, end),
        "texts in other languages stood in the line in an earlier form of the language",
        help="move it to `texts.csv` or a `table texts`; `ruleslang fmt` does so",
    )
    rows = [row for _, _, row in stretches]
    if any("|" in part for row in rows for part in (row.original, *dict(row.others).values())):
        return said
    source = failure.chunk.source
    edits = [Edit(failure.span(start, end), "") for start, end, _ in stretches]
    edits.append(Edit(source.span(len(source.text), len(source.text)), _table(source.text, rows)))
    return evolve(said, fix=Fix(tuple(edits), Certainty.SURE))


def _stretches(text: str) -> list[tuple[int, int, Row]]:
    """The spans after texts, and the translations in them."""
    named = NAMED.match(text)
    what = named[1] if named else ""
    hidden = hide(text)
    found = []
    for each in TEXT.finditer(hidden):
        original = text[each.start("original") : each.end("original")]
        others = re.finditer(OTHER, hidden[each.start("others") : each.end("others")])
        at = each.start("others")
        words = tuple(
            (other["language"], text[at + other.start("words") : at + other.end("words")])
            for other in others
        )
        found.append((*each.span("others"), Row(what, original, words)))
    return found


def _without(text: str, stretches: Sequence[tuple[int, int, Row]]) -> str:
    for start, end, _ in reversed(stretches):
        text = text[:start] + text[end:]
    return text


def _table(text: str, rows: Sequence[Row]) -> str:
    """The rows to append: to the last text table, if it has their languages."""
    last = LAST_TABLE.search(text)
    needed = list(dict.fromkeys(name for row in rows for name, _ in row.others))
    columns = [cell.strip() for cell in last["heading"].strip(" |").split("|")] if last else []
    gap = "" if text.endswith("\n") else "\n"
    if columns[:2] != ["what", "original"] or not set(needed) <= set(columns[2:]):
        columns = ["what", "original", *needed]
        gap += f"\ntable texts\n    | {' | '.join(columns)} |\n"
    return gap + "".join(f"    | {' | '.join(_cells(row, columns))} |\n" for row in rows)


def _cells(row: Row, columns: Sequence[str]) -> list[str]:
    said = dict(row.others)
    return [row.what, row.original, *(said.get(column, "") for column in columns[2:])]
