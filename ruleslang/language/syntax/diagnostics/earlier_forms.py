"""Earlier forms of the language, and their present ones."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from attrs import evolve, frozen

from ruleslang.language.syntax import keywords
from ruleslang.language.syntax.diagnostics.phrasebook.declared_names import BUILT_IN
from ruleslang.language.syntax.parse_failure import Failure, mask, reads
from ruleslang.source.diagnostic import Diagnostic, error
from ruleslang.source.fix import Certainty, Edit, Fix, write

NAME = r"[A-Za-z_]\w*"
HEAD = re.compile(r"\b(?:choose|chooses|choosing|pick) (?:changeable )?|, (?:changeable )?")
CHOSEN = re.compile(
    rf"(?:exactly )?(?P<count>\d+|(?:(?<=exactly )|\d+\.\.|up to )[^\"]+?) (?P<name>{NAME})"
    r"(?P<label>(?: \"[^\"]*\")?)"
    r"(?P<order> in order)?"
)
ENDS = re.compile(r" so that |(?<!spread) by |  |\n|,| +\[| +designed\b| +#")
EVERY = re.compile(rf"\b(?<!for )every (?={NAME} in )")
HAS = re.compile(r" has |\n")
RANK = re.compile(
    rf"^ +rank (?P<subject>[^\n]*?)(?P<name> as {NAME})(?P<criteria> by [^\n]*?)"
    r"(?=$|  | \[| designed\b)",
    re.MULTILINE,
)
ALONE = re.compile(r"^ +(otherwise: )\S.*?(?=$|  )", re.MULTILINE)
UNDER = re.compile(
    rf"^(?P<margin> *)(?:action|play)\b[^\n]*?"
    rf"(?P<under> only under {NAME} is {NAME}(?: or {NAME})*)"
    r"(?P<rest>(?: *\[[^\]\n]*\])?(?: *designed)? *)$",
    re.MULTILINE,
)
# What precedes a line that is moved below.
MARGIN = re.compile(r"^(?:\[[^\]]*\] ?|designed )+(?=only under)")
WHEN = re.compile(r"^ +when ", re.MULTILINE)
ANY_OF = re.compile(rf"\bmay do any of (?P<actions>{NAME}(?:, {NAME})*)")
OTHER = rf' +lang +(?P<language>{NAME}) +"(?P<words>[^"\n]*)"'
TEXT = re.compile(rf'"(?P<original>[^"\n]*)"(?P<others>(?:{OTHER})+)')
NAMED = re.compile(
    rf"(?:rulebook|action|window|option|reading|kind|card|piece|procedure|phase|check|player)"
    rf" +({NAME})"
)
LAST_TABLE = re.compile(
    r"^table texts\b[^\n]*\n(?P<heading> *\|[^\n]*\|)(?:\n *\|[^\n]*)*\s*\Z", re.MULTILINE
)


def earlier_form(failure: Failure) -> Diagnostic | None:
    """
    A line in an earlier form of the language.

    The present forms: what is counted precedes the name: `p chooses 3 of hand(p) as away`; what may
    be repeated is done `as often as allowed`; `for every k in S: C`; `rank S by E as NAME`; a value
    without a `when` ends in `answer E`; `only under` is a clause. `ruleslang fmt` rewrites such
    lines.
    """
    text = failure.chunk.text
    changes = sorted(_changes(text))
    here = [change for change in changes if failure.line_start <= change[0] <= failure.line_end]
    if not here or (
        not reads(_changed(text, changes)) and not reads(_changed(text[: failure.line_end], here))
    ):
        return None
    start, end = here[0][0], here[-1][1]
    line = _changed(text[start:end], [(a - start, b - start, new) for a, b, new in here])
    diagnostic = error(
        "earlier-form",
        failure.span(start, end),
        "this was written so in an earlier form of the language",
        help=write(MARGIN.sub("", " ".join(line.split()))),
    )
    edits = tuple(Edit(failure.span(start, end), new) for start, end, new in changes)
    return evolve(diagnostic, fix=Fix(edits, Certainty.SURE))


def renewed(text: str) -> str:
    """A chunk with all its earlier forms rewritten."""
    return _changed(text, list(_changes(text)))


def _changes(text: str) -> Iterator[tuple[int, int, str]]:
    """Every span of a chunk in an earlier form, with its replacement."""
    hidden = mask(text)
    for match in ANY_OF.finditer(hidden):
        one_of = "one of " if "," in match["actions"] else ""
        yield *match.span(), f"may do {one_of}{match['actions']} as often as allowed"
    for match in EVERY.finditer(hidden):
        middle = _at_depth(hidden, match.end(), HAS)
        if middle is not None and middle.group() != "\n":
            yield *match.span(), "for every "
            yield *middle.span(), ": "
    for match in RANK.finditer(hidden):
        yield *match.span("name"), ""
        yield match.end("criteria"), match.end("criteria"), match["name"]
    for match in UNDER.finditer(hidden):
        yield *match.span("under"), ""
        line = f"\n{match['margin']}    {match['under'].strip()}"
        yield match.end(), match.end(), line
    if hidden.startswith("value ") and not WHEN.search(hidden):
        for match in ALONE.finditer(hidden):
            value = text[match.end(1) : match.end()]
            yield match.start(1), match.end(), f"answer {value}"
    done = 0
    for head in HEAD.finditer(hidden):
        change = _count_before_name(text, hidden, head) if head.start() >= done else None
        if change is not None:
            done = change[1]
            yield change


def _count_before_name(text: str, hidden: str, head: re.Match[str]) -> tuple[int, int, str] | None:
    """A choice of several with the name between the count and the set."""
    if head.group().startswith(",") and not _in_choosing(hidden, head.start()):
        return None
    source = _at_depth(hidden, head.end(), re.compile(r" from |\n|,| as "))
    if source is None or source.group() != " from ":
        return None
    chosen = CHOSEN.fullmatch(text, head.end(), source.start())
    if chosen is None or chosen["name"] in keywords.KEYWORDS | BUILT_IN:
        return None
    end = _at_depth(hidden, source.end(), ENDS)
    stop = end.start() if end else len(text.rstrip())
    name = f"{chosen['name']}{chosen['label']}{chosen['order'] or ''}"
    return head.end(), stop, f"{chosen['count']} of {text[source.end() : stop].rstrip()} as {name}"


def _in_choosing(hidden: str, at: int) -> bool:
    """Whether a comma separates the choices of an action or a play."""
    line = hidden[hidden.rfind("\n", 0, at) + 1 : at]
    _, choosing, after = line.partition(" choosing ")
    return bool(choosing) and after.count("(") == after.count(")")


def _at_depth(hidden: str, start: int, wanted: re.Pattern[str]) -> re.Match[str] | None:
    """The first match outside brackets."""
    depth = 0
    for at in range(start, len(hidden)):
        depth += (hidden[at] in "({") - (hidden[at] in ")}")
        if depth == 0 and (match := wanted.match(hidden, at)):
            return match
    return None


def _changed(text: str, changes: list[tuple[int, int, str]]) -> str:
    for start, end, new in sorted(changes, reverse=True):
        text = text[:start] + new + text[end:]
    return text


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
    remaining = _without(text, stretches)
    if not here or not (reads(remaining) or reads(renewed(remaining))):
        return None
    start, end, _ = here[0]
    diagnostic = error(
        "earlier-form",
        failure.span(start, end),
        "texts in other languages stood in the line in an earlier form of the language",
        help="move it to `texts.csv` or a `table texts`; `ruleslang fmt` does so",
    )
    rows = [row for _, _, row in stretches]
    if any("|" in part for row in rows for part in (row.original, *dict(row.others).values())):
        return diagnostic
    source = failure.chunk.source
    edits = [Edit(failure.span(start, end), "") for start, end, _ in stretches]
    edits.append(Edit(source.span(len(source.text), len(source.text)), _table(source.text, rows)))
    return evolve(diagnostic, fix=Fix(tuple(edits), Certainty.SURE))


def _stretches(text: str) -> list[tuple[int, int, Row]]:
    """The spans after texts, and the translations in them."""
    named = NAMED.match(text)
    name = named[1] if named else ""
    hidden = mask(text)
    stretches = []
    for match in TEXT.finditer(hidden):
        original = text[match.start("original") : match.end("original")]
        others = re.finditer(OTHER, hidden[match.start("others") : match.end("others")])
        at = match.start("others")
        words = tuple(
            (other["language"], text[at + other.start("words") : at + other.end("words")])
            for other in others
        )
        stretches.append((*match.span("others"), Row(name, original, words)))
    return stretches


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
    translations = dict(row.others)
    return [row.what, row.original, *(translations.get(column, "") for column in columns[2:])]
