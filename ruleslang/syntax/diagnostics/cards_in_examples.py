"""An example states how many cards a zone has, but must say which."""

from __future__ import annotations

import re

from ruleslang.syntax.parse_failure import Failure

GIVEN = re.compile(
    r"\s*given (?P<zone>(?P<name>\w+)(?:\([^()]*\))?) (?:is|has|have|holds|contains)"
    r" (?P<number>\d{1,2}) \w+\s*"
)
CARD = re.compile(r'^card (\w+) "[^"\n]*"(?: x(\d+))?: (\w+)', re.MULTILINE)
KIND = re.compile(r"^kind (\w+)(?:: (\w+))?", re.MULTILINE)
MOST = 6  # most cards that a help lists


def hint(failure: Failure) -> str | None:
    """The line that puts as many cards there: any that fit."""
    met = GIVEN.fullmatch(failure.before + failure.rest)
    if met is None or not failure.text.startswith(("example", "claim")):
        return None
    source = failure.chunk.source
    text = f"{source.text}\n{source.beside}"
    zone = re.search(rf"^zone {met['name']}(?:\([^)]*\))?: (\w+)", text, re.MULTILINE)
    if zone is None:
        return None
    above = dict(KIND.findall(text))
    fitting = (
        name
        for name, copies, kind in CARD.findall(text)
        if zone[1] in ("cards", *_line(kind, above))
        for _ in range(int(copies or 1))
    )
    number = int(met["number"])
    cards = [name for name, _ in zip(fitting, range(min(number, MOST)), strict=False)]
    if not cards or number > MOST:
        return None
    return f"say which cards lie there: `given {met['zone']} is {{{', '.join(cards)}}}`"


def _line(kind: str, above: dict[str, str]) -> list[str]:
    """A kind and its ancestors."""
    line = [kind]
    while (kind := above.get(kind, "")) and kind not in line:
        line.append(kind)
    return line
