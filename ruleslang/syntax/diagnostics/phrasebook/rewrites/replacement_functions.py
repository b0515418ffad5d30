"""
Replacements that a function computes from what the pattern matched, where a template is not enough.
"""

from __future__ import annotations

import re
from typing import TypeAlias

from ruleslang.syntax import keywords
from ruleslang.syntax.diagnostics.phrasebook.declared_names import Vocabulary, number

Found: TypeAlias = re.Match[str]

AT_HAND = 2  # letters of a name that some line above has made
OF = r"\b([^\W\d]\w*) of ([^\W\d]\w*)\b(?!\()"
FOLDS = {"sum": "sum", "max": "highest", "min": "lowest", "set": "set"}


def name_of_title(found: Found) -> str:
    """
    The name that a text in quotes may stand for.

    >>> name_of_title(re.match('"(.*)"', '"Red Fox"'))
    'red_fox'
    """
    return re.sub(r"\W+", "_", found[1].strip()).lower()


def digits_only(found: Found) -> str:
    """A number without the signs that part its thousands."""
    return re.sub(r"\D", "", found[0])


def with_commas(found: Found) -> str:
    """A list whose items are parted by commas only."""
    return re.sub(r",?\s+(?:and|or)\s+|\s*[;&]\s*", ", ", found[0])


def call_of(found: Found) -> str:
    """`score of p` as `score(p)`; `number of p` stays."""
    return found[0] if found[1] in keywords.EXPRESSIONS else f"{found[1]}({found[2]})"


def every_call_of(found: Found) -> str:
    """
    All of a line's `f of x` as `f(x)`.

    >>> every_call_of(re.match(".*", "add income of p to coins of p"))
    'add income(p) to coins(p)'
    """
    return re.sub(OF, call_of, found[0])


def held_in_zone(found: Found) -> str:
    """
    `p has thief in hand` as a condition.

    >>> held_in_zone(re.match("(p) has (thief) in (hand)", "p has thief in hand"))
    'there is c in hand(p) where c is thief'
    """
    return _there_is(f"{found[3]}({found[1]})", found[2], found.string)


def one_in_zone(found: Found) -> str:
    """`hand(p) has a thief` as a condition."""
    return _there_is(found[1], found[2], found.string)


def none_in_zone(found: Found) -> str:
    """
    `thief not in hand` as a condition.

    >>> none_in_zone(re.match(r"(thief) not in (hand)", "thief not in hand"))
    'not (there is c in hand where c is thief)'
    """
    if len(found[1]) <= AT_HAND or found[1] == "is":
        return f"{found[1]} is not in {found[2]}"
    return f"not (there is c in {found[2]} where c is {found[1]})"


def _there_is(zone: str, card: str, line: str) -> str:
    """A card called by its name is one of several copies; a name of one letter is a variable."""
    if len(card) == 1:
        return f"{card} is in {zone}"
    meant = f"there is c in {zone} where c is {card}"
    return f"({meant})" if " or " in line else meant


def does_action(found: Found) -> str:
    """
    `when anna sells {silver}` as an example has it.

    >>> does_action(re.match(r"(when anna) (sells) ({silver})", "when anna sells {silver}"))
    'when anna does sell choosing {silver}'
    """
    done = f"{found[1]} does {Vocabulary('', 'p').deed(found[2])}"
    return f"{done} choosing {found[3]}" if found[3] else done


def fold_over(found: Found) -> str:
    """`max(cost(c) for c in pile)` as `highest of cost(c) over c in pile`."""
    return f"{FOLDS[found[1]]} of {found[2]} over {found[3]} in {found[4]}"


def head_with_name(found: Found) -> str:
    """A head with a name where a text in quotes stands."""
    name = re.sub(r"\W+", "_", found[2].strip()).lower()
    return f"{found[1]} {name}"


def state_with_range(found: Found) -> str:
    """A state that only says where it starts, with a range; most go no further than 99."""
    return f"{found[1]}: 0..{max(99, int(found[2]))} = {found[2]}"


def owned_compared(found: Found) -> str:
    """`p's score is at least 9` as `score(p) >= 9`."""
    signs = {"at least": ">=", "at most": "<=", "less than": "<", "under": "<"}
    return f"{found[2]}({found[1]}) {signs.get(found[3], '>')} "


def truth_with_type(found: Found) -> str:
    """A state that has `yes` or `no` for its type, which it begins with."""
    truth = "yes" if found[2] in ("yes", "true") else "no"
    return f"{found[1]}: yes or no = {truth}"


def axes_with_in(found: Found) -> str:
    """A deck whose axes have `=` for `in`."""
    return re.sub(r"\s*=\s*", " in ", found[0])


def set_yes_or_no(found: Found) -> str:
    """`done = true` as `set done to yes`."""
    truth = "yes" if found[3] in ("true", "True", "TRUE", "yes") else "no"
    return f"{found[1]}set {found[2]} to {truth}"


def repeated_subject(found: Found) -> str:
    """`x > 3 and < 9` with its subject said again."""
    return f"{found[0]}{found[1]} "


def resets(found: Found) -> str:
    """`reset each turn, round` as `reset each turn, reset each round`."""
    names = re.findall(r"[^\W\d]\w*", found[1])
    return ", ".join(f"reset each {name}" for name in names if name != "and")


def picked_number(found: Found) -> str:
    """`chooses two cards from hand(p)` as `chooses 2 of hand(p) as picked`."""
    return f"chooses {number(found[1])} of {found[2]} as picked"


def faces_with_copies(found: Found) -> str:
    """
    The faces of a die with how many there are of each in front of them.

    >>> faces_with_copies(re.match("(die w): (.*)", "die w: 3 calm, 1 gale"))
    'die w: calm x3, gale'
    """
    faces = re.findall(r"(\d+) ?[xX×]? ?([^\W\d]\w*)", found[2])
    each = (name if many == "1" else f"{name} x{many}" for many, name in faces)
    return f"{found[1]}: {', '.join(each)}"


def seats_with_number(found: Found) -> str:
    """Names of players without their number, or with it in another place."""
    names = re.findall(r"[^\W\d]\w*", re.sub(r"\b(?:and|or)\b", ",", found[2]))
    return f"{found[1]}players {len(names)}: {', '.join(names)}"


def choose_together(found: Found) -> str:
    """`p1 and p2 choose` as a set that chooses together."""
    return f"{found[1]}{{{', '.join(_names(found[2]))}}} choose together"


def who_wins(found: Found) -> str:
    """
    Who has won, as an example says it of a match that is over.

    >>> who_wins(re.match("(then )(p1 and p2) win", "then p1 and p2 win"))
    'then {p1, p2} win'
    """
    winners = _names(found[2])
    if len(winners) == 1:
        return f"{found[1]}{winners[0]} wins"
    return f"{found[1]}{{{', '.join(winners)}}} win"


def _names(said: str) -> list[str]:
    return re.split(r",? and |, ", said)


def hidden_place(found: Found) -> str:
    """
    Who sees a hidden zone: the player whose it is, or nobody.

    >>> hidden_place(re.search(", hidden", "zone hand(player): cards, hidden"))
    ', seen by owner'
    """
    of_player = re.match(r"zone \w+\((?:\w+: )?player\)", found.string)
    return ", seen by owner" if of_player else ", seen by nobody"
