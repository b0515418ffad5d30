"""
Whole lines to begin with, whose words are to be replaced: `${1:name}` is a tab stop of editors.

A snippet can be read and typed as it is where it is offered: a name that it makes is one that is
free, and a name that it uses is one of the rulebook's own, if there is one of that sort.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import chain, count

from attrs import frozen

from ruleslang.language.lower.recorded_types import Locals
from ruleslang.language.resolve.symbol_table import Symbol, Symbols
from ruleslang.language.syntax.keywords import KEYWORDS
from ruleslang.program import types as t
from ruleslang.program.builtins import BUILT_IN_NAMES

PLACE = re.compile(r"\$\{(\d+):([^}]*)\}")
NAME = re.compile(r"[^\W\d]\w*")
MOST_VARIANTS = 4  # names that are tried for one that a snippet uses


@frozen
class Snippet:
    """The words by which it is found, what it is, and its lines."""

    name: str
    what: str
    body: str


DECLARATIONS: tuple[Snippet, ...] = (
    Snippet(
        "rulebook",
        "the header of a rulebook",
        'rulebook ${1:my_game} "${2:My game}"\n    language 1\n    players ${3:2}\n'
        "    starts with ${4:game}\n\nphase ${4:game}\n    nobody wins\n",
    ),
    Snippet("phase", "a phase", "phase ${1:part}\n    ${2:nothing}\n"),
    Snippet("procedure", "a procedure", "procedure ${1:score}(p: player)\n    ${2:nothing}\n"),
    Snippet(
        "action",
        "an action of a player",
        'action ${1:lay} "${2:lay a card}" by p choosing c from ${3:hand(p)}\n'
        "    move c to ${4:pile}\n",
    ),
    Snippet("zone", "a place for cards", "zone ${1:place}(player): cards, seen by owner\n"),
    Snippet("state", "a stored value", "state ${1:marks}(player): 0..${2:100} = 0\n"),
    Snippet("kind", "a family of cards", "kind ${1:beast}\n    has ${2:force}: 0..${3:9} = 0\n"),
    Snippet(
        "card",
        "a card",
        'card ${1:knight} "${2:Knight}" x${3:2}: ${4:figure}\n    text "${5:What it does.}"\n',
    ),
    Snippet("words", "a list of words", "words ${1:Side}: ${2:near_side}, ${3:far_side}\n"),
    Snippet("value", "a value that is computed", "value ${1:total}(p: player): 0..100 = ${2:0}\n"),
    Snippet("die", "a die", "die ${1:disc}: ${2:heads}, ${3:tails}\n"),
    Snippet(
        "board", "a board of spaces", "board ${1:field}: grid ${2:8} by ${3:8}, neighbours ${4:4}\n"
    ),
    Snippet(
        "example",
        "a worked example",
        'example "${1:what it shows}"\n    given ${2:pile} is empty\n    when ${3:game}\n'
        "    then ${2:pile} is empty\n",
    ),
    Snippet(
        "deck",
        "cards of all combinations",
        "deck ${1:deal} of ${2:figure}: ${3:strength} in 1..9\n",
    ),
    Snippet("check", "a roll and its meaning", "check ${1:test}(p: player)\n    ${2:nothing}\n"),
    Snippet(
        "window",
        "an opportunity to react",
        'window ${1:reply} "${2:answer}"\n    asks ${3:players}\n    offers ${4:pass_on}\n'
        "    closes when all pass\n",
    ),
    Snippet(
        "option",
        "a setting of a match",
        "option ${1:length}\n    ${2:short_game} *\n    ${3:long_game}\n",
    ),
    Snippet(
        "reading",
        "an open question of the printed rulebook",
        "reading ${1:question}\n    ${2:one_way} *\n    ${3:another_way}\n",
    ),
    Snippet("after", "an effect after a procedure", "after ${1:turn}\n    ${2:nothing}\n"),
    Snippet("before", "an effect before a procedure", "before ${1:turn}\n    ${2:nothing}\n"),
    Snippet("modify", "a change of a value", "modify ${1:worth}(any): +${2:1}\n"),
    Snippet(
        "always",
        "a condition for every position",
        'always "${1:what it says}": ${2:for every p in players: points(p) >= 0}\n',
    ),
    Snippet(
        "never",
        "a condition that never holds",
        'never "${1:what it says}": ${2:there is p in players where points(p) < 0}\n',
    ),
    Snippet(
        "measure",
        "a number that simulations count",
        'measure "${1:length}" = ${2:number of pile}\n',
    ),
)
"""Declarations to begin with, the most frequent first."""

STATEMENTS: tuple[Snippet, ...] = (
    Snippet("if", "if a condition holds", "if ${1:pile is empty}\n    ${2:nothing}\n"),
    Snippet(
        "take turns",
        "one player after the other, until a condition holds",
        "take turns ${1:p} among ${2:players} until ${3:hand(any) is empty}\n"
        "    ${1:p} chooses ${4:c} from hand(${1:p})\n    move ${4:c} to ${5:pile}\n",
    ),
    Snippet(
        "take turns",
        "one player after the other, until all pass",
        "take turns ${1:p} among ${2:players} until all pass\n    ${1:p} may do ${3:pass_on}\n",
    ),
    Snippet("for each", "for each member", "for each ${1:p} in ${2:players}\n    ${3:nothing}\n"),
    Snippet("repeat", "several times", "repeat ${1:3} times\n    ${2:nothing}\n"),
    Snippet("choose", "a player chooses", "${1:active} chooses ${2:c} from ${3:hand(active)}\n"),
    Snippet(
        "may choose",
        "a player chooses, or declines",
        "${1:active} may choose ${2:c} from ${3:hand(active)}\n    ${4:nothing}\n",
    ),
    Snippet(
        "choose one of",
        "a player chooses what happens",
        "${1:active} chooses one of\n    ${2:one_way}\n        ${3:nothing}\n"
        "    ${4:another_way}\n        ${5:nothing}\n",
    ),
    Snippet("may agree", "yes or no", '${1:active} may agree "${2:a card}?"\n    ${3:nothing}\n'),
    Snippet("may do", "a player does an action, or declines", "${1:active} may do ${2:pass_on}\n"),
    Snippet("move", "cards go to a zone", "move ${1:top(pile)} to ${2:hand(active)}\n"),
    Snippet("shuffle", "put cards in random order", "shuffle ${1:pile}\n"),
    Snippet("reveal", "show cards to everyone", "reveal ${1:hand(active)}\n"),
    Snippet("set", "change a state", "set ${1:points(active)} to ${2:0}\n"),
    Snippet("add", "raise a number", "add ${1:1} to ${2:points(active)}\n"),
    Snippet("let", "name a value", "let ${1:n} = ${2:number of pile}\n"),
    Snippet("roll", "roll a die", "roll ${1:coin} as ${2:face}\n"),
    Snippet("win", "the match ends", "${1:active} wins\n"),
)
"""Lines of a block to begin with, the most frequent first; of equal names the first that fits."""

REFERENCES: dict[str, tuple[tuple[str, ...], str | None]] = {
    "hand": (("zone",), "player"),
    "pile": (("zone",), ""),
    "points": (("state",), "player"),
    "figure": (("kind",), ""),
    "coin": (("die",), ""),
    "turn": (("procedure", "phase", "check"), None),
    "game": (("phase", "procedure"), ""),
    "worth": (("value",), None),
    "pass_on": (("action",), None),
}
"""
For each name that snippets use: the sorts of declarations it stands for, and the types of what is
in brackets behind it; None: any.
"""


def filled(body: str) -> str:
    """
    Return a snippet with its default texts.

    >>> filled("zone ${1:hand}: cards")
    'zone hand: cards'
    """
    return PLACE.sub(lambda found: found[2], body)


def variants(snippet: Snippet, symbols: Symbols, locals: Locals) -> Iterator[str]:
    """Yield the bodies of a snippet with names of the rulebook, those declared first in front."""
    used = {word: list(_candidates(word, symbols, locals)) for word in NAME.findall(snippet.body)}
    most = max(len(candidates) for candidates in used.values())
    for number in range(max(1, min(MOST_VARIANTS, most))):
        chosen = {
            word: candidates[min(number, len(candidates) - 1)]
            for word, candidates in used.items()
            if candidates
        }
        yield "".join(_with_names(snippet.body, chosen, symbols, locals))


def _candidates(word: str, symbols: Symbols, locals: Locals) -> Iterator[str]:
    """Yield the names of the rulebook that can stand for one that a snippet uses."""
    if word == "active":
        yield from (local.name for local in locals.values() if isinstance(local.type, t.Player))
        yield from (symbol.name for symbol in symbols.of("player"))
    elif word == "strength":
        yield from symbols.fields
    elif word in REFERENCES:
        sorts, index = REFERENCES[word]
        declared = [symbol for symbol in symbols.of(*sorts) if index in (None, _index(symbol))]
        yield from (symbol.name for symbol in declared)


def _index(symbol: Symbol) -> str:
    """Return the types of what is in brackets behind a name."""
    places = (*getattr(symbol.node, "index", ()), *getattr(symbol.node, "parameters", ()))
    return ", ".join(place.type.span.text for place in places)


def _with_names(
    body: str, chosen: Mapping[str, str], symbols: Symbols, locals: Locals
) -> Iterator[str]:
    """Yield the parts of a body, with what the rulebook has; names that it makes are free."""
    end = 0
    for found in PLACE.finditer(body):
        default = _renamed(found[2], chosen)
        if default == found[2] and NAME.fullmatch(default) and default not in REFERENCES:
            default = _free(default, symbols, locals)
        yield f"{_renamed(body[end : found.start()], chosen)}${{{found[1]}:{default}}}"
        end = found.end()
    yield _renamed(body[end:], chosen)


def _renamed(text: str, chosen: Mapping[str, str]) -> str:
    return NAME.sub(lambda name: chosen.get(name[0], name[0]), text)


def _free(name: str, symbols: Symbols, locals: Locals) -> str:
    """Return a new name, with a number if it is taken."""
    if name in KEYWORDS or name in BUILT_IN_NAMES:
        return name
    taken = {*symbols.words, *locals}
    numbered = chain([name], (f"{name}_{number}" for number in count(2)))
    return next(each for each in numbered if each not in taken and symbols.get(each) is None)
