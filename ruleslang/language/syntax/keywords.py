"""The keywords of the language.

The lists are generated: `tests/support/probe.py` derives them from the grammar, and a test
compares. Most keywords may be names, because the grammar is unambiguous about them; these may not.
"""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


DECLARATIONS = _words(
    """
    action after always before board card check claim deck dice die example history instead kind
    list measure modify never omit option phase piece player procedure reading rulebook state table
    type value whenever while window words zone
    """
)
"""Begin a declaration."""

STATEMENTS = _words(
    """
    add answer at cancel choose depending eliminate end for if in let limit move note nothing only
    open pays perform pick rank repeat reveal roll set shuffle stop subtract swap take together
    until while
    """
)
"""Begin a line of a procedure."""

EXPRESSIONS = _words(
    """any chance each for highest lowest no none not number set sum there this yes"""
)
"""Begin an expression."""

LINES = _words(
    """
    add answer at cancel changeable choose depending eliminate else end given has if in let move
    note nothing one only open pays perform pick picking rank repeat reveal roll rolling shuffle
    stop subtract swap take then together until up when while
    """
)
"""Begin a line or a choice somewhere."""

CALLS = _words(
    """
    add answer any at cancel choose depending eliminate else end for if in let move no none note
    nothing open perform pick rank repeat reveal roll set shuffle stop subtract swap take this
    together until while yes
    """
)
"""Cannot be the name of a procedure: a line that calls it would be read otherwise."""

SUBJECTS = _words(
    """
    add and answer any at cancel choose depending eliminate end for given if in let limit move no
    none note nothing only open or pays perform pick picking rank repeat reveal roll rolling set
    shuffle stop subtract swap take then this together until when while yes
    """
)
"""Cannot be the name of a player: a line about that player's actions would be read otherwise."""

SMALL_WORDS = _words("""and as at by from in it of on or over per to with""")
"""Occur in every phrase: a thing of that name would confuse readers."""

KEYWORDS = _words(
    """
    action add after agree all allowed always among and answer answers any as asked asks at
    automatic avoid away becomes before board bottom by cancel cannot card cards case chance
    changeable check choice choose chooses choosing claim closes count counted decided decisions
    deck decline declines deep depending designed dice die do does down each eliminate else empty
    end ends every example examples except exclude face firings for from gaps given grid has hexes
    highest history if impossible in include independent instead is kept kind language least left
    let limit line links list lowest map may measure mind modify most move must named neighbours
    never no nobody none not note nothing number of offers often omit on once one only open option
    or order ordered otherwise over owner pass payoff pays per perform phase pick picking piece
    play player players plays possible prefer procedure procedures questions rank ranked reactions
    reading region repeat reset reveal right ring roll rolling rounded row rows rulebook rules
    safety seats see seen sees set shuffle side so space spaces starting starts state stop stops
    subtract sum surely swap table take teams text texts that the then there these this times to
    together top turns type under until up use uses value way were when whenever where while win
    window wins with words worked yes zone
    """
)
"""All of them."""


def why_reserved(name: str, *, begins_line: bool = True) -> str | None:
    """
    Return why `name` cannot be used as a name, or None if it can.

    Names that never begin a line (a field, a word of a list, a branch of a menu) are declared with
    `begins_line=False`, and may then be words that begin a line elsewhere.

    >>> why_reserved("number")
    '`number` begins an expression'
    >>> why_reserved("rank")
    '`rank` begins a line'
    >>> why_reserved("rank", begins_line=False)
    """
    if name in EXPRESSIONS:
        return f"`{name}` begins an expression"
    if name in SMALL_WORDS:
        return f"`{name}` joins the parts of phrases"
    if begins_line and name in LINES:
        return f"`{name}` begins a line"
    return None
