"""Helps for phrases in the place of others."""

from __future__ import annotations

import re
from collections.abc import Callable

from ruleslang.syntax.parse_failure import Failure

HOOKS = ("after", "before", "instead", "whenever")
COMPARES = re.compile(r"[<>=]|\b(is|not|empty)\b")
LOOP = re.compile(r"repeat\b")


def hint(failure: Failure) -> str | None:
    """The first help that applies; None if none does."""
    return next((found for found in (know(failure) for know in KNOWN) if found), None)


def _in_any_case(failure: Failure) -> str | None:
    """`in any case` elsewhere than at the end of a body."""
    if failure.met != "in" or not failure.rest.startswith("in any case"):
        return None
    if failure.text.startswith(HOOKS):
        return (
            "a hook has no `in any case`: write it at the end of what is hooked, or call a"
            " procedure that ends with it"
        )
    return "`in any case` ends the body of a procedure, an action or a play, as its last lines"


def _until_behind_loop(failure: Failure) -> str | None:
    """`until C` below the block of a loop, or `until P ends` in its head."""
    if re.search(r"\brepeat until\s+\w+\s+$", failure.before) and failure.met in ("ends", "starts"):
        return (
            "a loop asks a condition, `repeat until S is empty`; `until P ends` alone holds effects"
        )
    first = failure.first.group() if failure.first else ""
    if first != "until" or "ends" not in failure.expected:
        return None
    above = [line for line in failure.text[: failure.line_start].split("\n") if line.strip()]
    inside = f"{failure.margin} "
    level = next((line for line in reversed(above) if not line.startswith(inside)), "")
    line = failure.before + failure.rest
    if not LOOP.match(level.strip()) and COMPARES.search(line.partition("#")[0]):
        return "write `repeat` before `until`: that is a loop; `until turn ends` holds effects"
    if not LOOP.match(level.strip()):
        return "`until` names what ends the effects below it: `until turn ends`"
    condition = (failure.before + failure.rest).strip().removeprefix("until ")
    return f"the test stands in the head of the loop: `repeat until {condition}`"


def _set_of_sets(failure: Failure) -> str | None:
    """A type of sets of sets."""
    if re.search(r"\b(set|list) of (set|list) of\b", failure.before) is None:
        return None
    return (
        "there are no sets of sets: give each set a place of its own,"
        " `state seen_of(player): set of card`"
    )


def _up_to_of_no_list(failure: Failure) -> str | None:
    """`up to N` after a type that is no collection."""
    if failure.met != "up" or not re.match(r"up to\b", failure.rest):
        return None
    if re.match(r"(state|value) ", failure.text) is None:
        return None
    match = re.search(r"\.\.\s*\w+\s*$", failure.before)
    if match:
        return "a range already says how far it goes; `up to 4` counts the entries of a list"
    return "`up to 4` counts the entries of a list: `list of player up to 4`"


def _several_see(failure: Failure) -> str | None:
    """`then {p, q} see S`, without `only`."""
    if failure.met != "see" or not re.match(r"\s*then (?!only\b)", failure.before):
        return None
    who, what = failure.before.strip().removeprefix("then ").strip(), failure.rest[4:].strip()
    return f"`then only {who} see {what}`; of each by himself, a line with `sees`"


def _more_than_who_wins(failure: Failure) -> str | None:
    """`then p wins and C`: the winner needs a line of its own."""
    if re.match(r"\s*then\s", failure.before) is None:
        return None
    behind = re.search(r"\bthen\s+((\S+)\s+wins?)\s*$", failure.before)
    joined = re.match(r"(?:and|,)\s*(.+?)\s*(?:#.*)?$", failure.rest)
    if behind and joined:
        return f"`{behind[1]}` stands alone; write below it a line `then {joined[1]}`"
    before = re.search(r"\bthen\s+(.+?)\s+and\s+(\S+)\s*$", failure.before)
    if before and failure.met in ("wins", "win"):
        alone = f"then {before[2]} {failure.met}"
        return f"who wins stands alone: write `then {before[1]}`, and below it `{alone}`"
    return None


KNOWN: tuple[Callable[[Failure], str | None], ...] = (
    _in_any_case,
    _until_behind_loop,
    _set_of_sets,
    _up_to_of_no_list,
    _several_see,
    _more_than_who_wins,
)
