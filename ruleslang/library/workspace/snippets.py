"""Snippets of declarations, in the syntax of editors: `${1:name}` is a tab stop."""

from __future__ import annotations

import re

PLACE = re.compile(r"\$\{\d+:([^}]*)\}|\$\d+")

SNIPPETS: tuple[tuple[str, str, str], ...] = (
    (
        "rulebook",
        "the header of a rulebook",
        'rulebook ${1:my_game} "${2:My game}"\n    players ${3:2}\n    starts with ${4:game}\n',
    ),
    ("words", "a list of words", "words ${1:Side}: ${2:left}, ${3:right}\n"),
    ("die", "a die", "die ${1:coin}: ${2:heads}, ${3:tails}\n"),
    ("zone", "a place of cards", "zone ${1:hand}(player): cards, seen by owner\n"),
    ("state", "a value that is kept", "state ${1:points}(player): 0..${2:100} = 0\n"),
    ("value", "a value that is computed", "value ${1:total}(p: player): 0..100 = ${2:0}\n"),
    ("kind", "a family of cards", "kind ${1:figure}\n    has ${2:strength}: 0..${3:9} = 0\n"),
    (
        "card",
        "a card",
        'card ${1:knight} "${2:Knight}" x${3:2}: ${4:figure}\n    text "${5:What it does.}"\n',
    ),
    ("phase", "a phase", "phase ${1:game}\n    ${2:nothing}\n"),
    ("procedure", "a procedure", "procedure ${1:score}(p: player)\n    ${2:nothing}\n"),
    ("check", "a roll and what it means", "check ${1:test}(p: player)\n    ${2:nothing}\n"),
    (
        "action",
        "what a player may do",
        'action ${1:lay} "${2:lay a card}" by p choosing c from ${3:hand(p)}\n'
        "    move c to ${4:pile}\n",
    ),
    (
        "window",
        "when others may react",
        'window ${1:reply} "${2:answer}"\n    asks ${3:players}\n    offers ${4:pass_on}\n'
        "    closes when all pass\n",
    ),
    (
        "option",
        "what is settled before a match",
        "option ${1:length}\n    ${2:short} *\n    ${3:long}\n",
    ),
    (
        "reading",
        "an open question of the paper rulebook",
        "reading ${1:question}\n    ${2:yes} *\n    ${3:no}\n",
    ),
    ("deck", "cards of all combinations", "deck ${1:french} of ${2:kind}: ${3:rank} in 1..13\n"),
    (
        "example",
        "a worked example",
        'example "${1:what it shows}"\n    given ${2:fact}\n    when ${3:game}\n'
        "    then ${4:result}\n",
    ),
    ("always", "what holds in every position", 'always "${1:what it says}": ${2:condition}\n'),
    ("never", "what holds in no position", 'never "${1:what it says}": ${2:condition}\n'),
    ("measure", "what a simulation counts", 'measure "${1:points}" = ${2:0}\n'),
    ("modify", "a change of a value", "modify ${1:strength}(${2:any}): +${3:1}\n"),
    ("after", "what follows a procedure", "after ${1:turn}\n    ${2:nothing}\n"),
    ("before", "what comes before a procedure", "before ${1:turn}\n    ${2:nothing}\n"),
)


def filled(body: str) -> str:
    """
    A snippet with its default texts.

    >>> filled("zone ${1:hand}: cards")
    'zone hand: cards'
    """
    return PLACE.sub(lambda met: met[1] or "", body)
