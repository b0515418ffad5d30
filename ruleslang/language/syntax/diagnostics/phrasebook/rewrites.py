"""Candidates from tables of rewrites, for phrases other than card sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ruleslang.language.syntax.diagnostics.candidate import WORDING, Candidate, Kind
from ruleslang.language.syntax.diagnostics.phrasebook.declared_names import is_declared, is_whole
from ruleslang.language.syntax.diagnostics.phrasebook.row import ACTOR, NAME, NEW, Row, compiled
from ruleslang.language.syntax.parse_failure import FAR, Failure
from ruleslang.source.fix import without_citations

HEADS = {
    "card": "card kind",
    "effect": "card kind while until modify",
    "example": "example claim",
    "header": "rulebook",
    "player": "player",
    "value": "value",
    "window": "window",
}
"""First words of the declarations that contain a line of a place."""
FARTHEST = 300  # longest line to match
VAGUE = re.compile(r"\bif it\b")  # `it` is a member of a set, never a thing mentioned before


def rewrites(failure: Failure, rows: tuple[Row, ...]) -> Iterator[Candidate]:
    """Yield the candidates of rows that match near the place where parsing stopped."""
    start, column = failure.line_start, failure.offset - failure.line_start
    if failure.layout not in (None, "EOL") or failure.offset > FAR:
        return
    line = without_citations(failure.written_line)
    if len(line) > FARTHEST:
        return
    head = (re.match(r"[a-z]+", failure.text) or [""])[0]
    for row in rows:
        if head not in HEADS.get(row.place, head):
            continue
        matches = list(compiled(row.pattern).finditer(line))
        for place, match in enumerate(matches):
            near = match.start() - 1 <= column <= match.end() + 1
            if not near or failure.line.count('"', 0, match.start()) % 2:
                continue
            # alone, then with all that follow: `p1 has a and p2 has b`
            for run in dict.fromkeys(((match,), tuple(matches[place:]))):
                put = _rewritten(failure, row, line, run)
                kind = WORDING if row.slug == WORDING.slug else Kind(row.slug, WORDING.message)
                if not VAGUE.search(put):
                    begin, end = start + match.start(), start + run[-1].end()
                    yield Candidate(begin, end, put, kind, sure=row.sure, partial=row.partial)


def _rewritten(failure: Failure, row: Row, line: str, run: tuple[re.Match[str], ...]) -> str:
    """Return the replacement of neighbouring matches by a row, with the text between them."""
    put, at = "", run[0].start()
    for match in run:
        put += line[at : match.start()] + match.expand(row.template)
        at = match.end()
    return put.replace(NEW, _fresh(failure)).replace(ACTOR, _actor(failure))


def changes_known_state(failure: Failure, put: str) -> bool:
    """Return whether what a line changes is declared, as far as the rulebook is known."""
    changed = is_whole(failure) and re.match(
        rf"\s*(?:(?:pays|add|subtract) .+ (?:from|to)|set) \(?({NAME})", put
    )
    if not changed or is_declared(failure, changed[1]):
        return True
    return re.search(rf"\blet {changed[1]}\b", failure.rulebook) is not None


def has_one_opponent(failure: Failure, put: str) -> bool:
    """Return whether each player has one, where a line asks for it, as far as the header says."""
    players = re.search(r"^\s+players (\d+)(\.\.)?", failure.rulebook, re.MULTILINE)
    written = "opponent(" not in put or "opponent(" in failure.written_line
    return written or not players or (players[1] == "2" and not players[2])


def _fresh(failure: Failure) -> str:
    """Return a name that is unused in the declaration."""
    text = failure.text
    return next((name for name in "cdexyz" if not re.search(rf"\b{name}\b", text)), "one")


def _actor(failure: Failure) -> str:
    """Return the acting player in the declaration around a line; on a card, its player."""
    head = failure.text.partition("\n")[0]
    acting = re.match(rf"(?:action|before|after|instead of) [^\n]*? by ({NAME})", head)
    about = acting or re.match(rf"[^\n]*\b({NAME}): player\b", head)
    return about[1] if about else "you"
