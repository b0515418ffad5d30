"""Sentences with a sentence in them: `if you have 3 coins, draw a card`, `each player …`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TypeAlias

from attrs import evolve

from ruleslang.syntax.diagnostics.phrasebook import event_sentences
from ruleslang.syntax.diagnostics.phrasebook.action_sentences import plain_lines
from ruleslang.syntax.diagnostics.phrasebook.declared_names import Vocabulary, number
from ruleslang.syntax.diagnostics.phrasebook.event_sentences import Lines
from ruleslang.syntax.diagnostics.phrasebook.sentences.shared_parts import SAYER, N

Compose: TypeAlias = Callable[[re.Match[str], Vocabulary, int], Iterator[Lines]]

PARTS = 3  # joints of a sentence: a longer list is none
DEEP = 3  # sentences within sentences
EVERYBODY = re.compile(
    r"(?:(?:each|every|all)(?: of the)?(?:(?P<other> other)? players?|(?P<foes> opponents?))"
    r"|everyone|everybody)"
    r"(?P<else> else)? (?:must )?(?P<rest>\w.*)",
    re.IGNORECASE,
)
BEST = re.compile(
    r"(?:the )?players? with (?:the )?(?P<way>most|highest|least|fewest|lowest) (?P<what>\w+) "
    r"(?P<rest>\w.*)",
    re.IGNORECASE,
)
POOR = re.compile(
    r"if (?P<who>you|[^\W\d]\w*) (?:have|has) "
    rf"(?:(?P<way>at least|more than|at most|less than|fewer than|exactly) )?{N}"
    r"(?P<more> or more)? (?:of )?(?P<what>[^\W\d]\w*)(?P<later> or more)?(?: in hand)?[,:]?"
    r"(?: then)?(?: (?P<rest>\w.*))?",
    re.IGNORECASE,
)
PAY = re.compile(
    rf"{SAYER}may (?:pay|spend|lose) {N}(?: (?P<what>(?!to\b|and\b|cards?\b)[^\W\d]\w*))?"
    r"(?: (?:to|and|in order to) (?P<rest>\w.*))?",
    re.IGNORECASE,
)
MAY = re.compile(rf"{SAYER}may (?P<rest>(?!do\b|choose\b)\w.*)", re.IGNORECASE)
UNTIL = re.compile(
    r"until (?:the )?end of (?:(?:the|this|your|that) )?(?P<what>turn|round|phase)s?,?"
    r"(?: (?P<rest>\w.*))?",
    re.IGNORECASE,
)
EITHER = re.compile(
    rf"(?:{SAYER}chooses? one(?: of)?(?: the following)?:? |either )"
    r"(?P<one>.+?),? or (?P<other>.+)",
    re.IGNORECASE,
)
OR = re.compile(r"(?P<one>[^,:]+?),? or (?P<other>[^,:]+)", re.IGNORECASE)
WHO = re.compile(
    r"(?:(?:the )?(?P<active>active|current) player|(?P<foe>(?:your|the) opponent)"
    r"|the (?:next player|player (?:to|on) your (?:left|(?P<right>right))))"
    r" (?P<rest>\w.*)",
    re.IGNORECASE,
)
CHOSEN = re.compile(
    r"(?:target|a chosen|any|one) (?:(?P<foe>opponent|other player)|player)(?: of your choice)?"
    r" (?P<rest>\w.*)",
    re.IGNORECASE,
)
ON_CONDITION = re.compile(
    r"(?P<head>if (?P<condition>[^,:]+?))(?:,|:| then|, then) (?P<rest>\w.*)", re.IGNORECASE
)
ARTICLE = re.compile(r"\b(?:the|an?) (?=\w)", re.IGNORECASE)
MOST = re.compile(
    r"if you have (?:the )?most (?P<what>\w+)[,:]?(?: (?P<rest>\w.*))?", re.IGNORECASE
)
EMPTY = re.compile(
    r"if you have no (?:more )?(?P<what>\w+)(?: left| in (?:your )?hand)?[,:]?(?: (?P<rest>\w.*))?",
    re.IGNORECASE,
)
THIS_TURN = re.compile(
    r"(?:(?:for )?this turn|until (?:the )?end of (?:the |this |your )?turn"
    r"|(?P<next>until your next turn)),? (?P<rest>\w.*)",
    re.IGNORECASE,
)
JOINT = re.compile(r"(?:,? and then |,? then |,? and |[;.,:] )", re.IGNORECASE)
SIGNS = {
    "more than": ">",
    "at most": "<=",
    "less than": "<",
    "fewer than": "<",
    "exactly": "is",
}
WRITTEN = re.compile(r"\w+ wins|\w+\(.*\)|(?:move|add|set|subtract|shuffle|stop|end)\b.*")
"""What is a line already, as far as a glance tells."""
LASTING = "; below it stand effects: `modify …`, `after …`"


def lines_for(said: str, known: Vocabulary, depth: int = DEEP) -> Iterator[Lines]:
    """The lines that do what a sentence says, with what is still to do."""
    plain = said.strip().rstrip(".!")
    yield from plain_lines(plain, known)
    if not depth:
        return
    for pattern, compose in COMPOSED:
        found = pattern.fullmatch(plain)
        if found:
            yield from compose(found, known, depth - 1)
    joints = tuple(JOINT.finditer(plain))
    for joint in joints if len(joints) <= PARTS else ():
        yield from _both(plain[: joint.start()], plain[joint.end() :], known, depth - 1)


def _everybody(found: re.Match[str], known: Vocabulary, depth: int) -> Iterator[Lines]:
    others = found["other"] or found["else"] or found["foes"]
    who = f" except {{{known.me}}}" if others else ""
    name = _another(known)
    yield from _under(f"for each {name} in players{who}", found, evolve(known, me=name), depth)


def _best(found: re.Match[str], known: Vocabulary, depth: int) -> Iterator[Lines]:
    way = "highest" if found["way"].lower() in ("most", "highest") else "lowest"
    name, counted = _another(known), _counted(found["what"], "it", known)
    head = f"for each {name} in players with {way} {counted}"
    yield from _under(head, found, evolve(known, me=name), depth)


def _another(known: Vocabulary) -> str:
    return "p" if known.me != "p" else "q"


def _poor(found: re.Match[str], known: Vocabulary, depth: int) -> Iterator[Lines]:
    who = found["who"].lower()
    owner = evolve(known, me=who) if who not in ("you", "he", "she") else known
    head = f"if {_condition(found, owner)}"
    yield from _under(head, found, known, depth)
    if WRITTEN.fullmatch(found["rest"] or ""):
        yield (head, f"    {found['rest']}"), ""


def _until(found: re.Match[str], known: Vocabulary, depth: int) -> Iterator[Lines]:
    yield (f"until {found['what'].lower()} ends",), LASTING


def _may(found: re.Match[str], known: Vocabulary, depth: int) -> Iterator[Lines]:
    for lines, note in lines_for(found["rest"], known, depth):
        yield _offered("do_it", lines, known), note


def _of_another(found: re.Match[str], known: Vocabulary, depth: int) -> Iterator[Lines]:
    yield from lines_for(found["rest"], evolve(known, me=_who(found, known)), depth)


def _chosen(found: re.Match[str], known: Vocabulary, depth: int) -> Iterator[Lines]:
    """`target player loses 2 life`."""
    name = "q"
    head = "choose" if known.me == "you" else f"{known.me} chooses"
    others = f" except {{{known.me}}}" if found["foe"] else ""
    for lines, note in lines_for(found["rest"], evolve(known, me=name), depth):
        yield (f"{head} {name} from players{others}", *lines), note


def _on_condition(found: re.Match[str], known: Vocabulary, depth: int) -> Iterator[Lines]:
    """`if the pile is empty, reshuffle the discards`: what is asked stays as it is written."""
    asked = ARTICLE.sub("", found["condition"])
    yield from _under(f"if {asked}", found, known, depth)


def _most(found: re.Match[str], known: Vocabulary, depth: int) -> Iterator[Lines]:
    counted = _counted(found["what"], "it", known)
    yield from _under(f"if {known.me} is in (players with highest {counted})", found, known, depth)


def _empty(found: re.Match[str], known: Vocabulary, depth: int) -> Iterator[Lines]:
    counted = f"{known.hand()}({known.me}) is empty"
    if found["what"] not in ("card", "cards"):
        counted = f"{known.counter(found['what'])}({known.me}) is 0"
    yield from _under(f"if {counted}", found, known, depth)


def _who(found: re.Match[str], known: Vocabulary) -> str:
    if found["active"]:
        return "active"
    if found["foe"]:
        return f"opponent({known.me})"
    return f"{'previous' if found['right'] else 'next'}({known.me})"


def _lasting(found: re.Match[str], known: Vocabulary, depth: int) -> Iterator[Lines]:
    """`this turn, gems cost 1 less`."""
    head = f"until turn({known.me}) starts" if found["next"] else "until turn ends"
    for lines, note in event_sentences.lines_for(found["rest"], known):
        yield (head, *(f"    {line}" for line in lines)), note


def _both(one: str, other: str, known: Vocabulary, depth: int) -> Iterator[Lines]:
    """`gain 2 coins and draw a card`."""
    for first, note in lines_for(one, known, depth):
        for second, more in lines_for(other, known, depth):
            yield first + second, note + more


def _either(found: re.Match[str], known: Vocabulary, depth: int) -> Iterator[Lines]:
    """`choose one: gain 2 coins or draw a card`."""
    head = "choose one of" if known.me == "you" else f"{known.me} chooses one of"
    for first, note in lines_for(found["one"], known, depth):
        for second, more in lines_for(found["other"], known, depth):
            if len(first) == len(second) == 1:
                branches = (f"    this_one: {first[0]}", f"    the_other: {second[0]}")
                yield (head, *branches), note + more


def _under(head: str, found: re.Match[str], known: Vocabulary, depth: int) -> Iterator[Lines]:
    """A head, and below it what the rest of the sentence says."""
    if not found["rest"]:
        yield (head,), "; what is done then stands below it, further in"
        return
    for lines, note in lines_for(found["rest"], known, depth):
        yield (head, *(f"    {line}" for line in lines)), note


def _condition(found: re.Match[str], known: Vocabulary) -> str:
    way = (found["way"] or "at least").lower()
    counted = _counted(found["what"], known.me, known)
    return f"{counted} {SIGNS.get(way, '>=')} {number(found['n'])}"


def _counted(what: str, who: str, known: Vocabulary) -> str:
    if what.lower() in ("card", "cards"):
        return f"number of {known.hand()}({who})"
    return f"{known.counter(what)}({who})"


def _paid(found: re.Match[str], known: Vocabulary, depth: int) -> Iterator[Lines]:
    counter = f"{known.counter(found['what'] or 'coins')}({known.me})"
    price = number(found["n"])
    payment = f"subtract {price} from {counter}"
    for lines, note in lines_for(found["rest"] or "nothing happens", known, depth):
        rest = () if lines == ("nothing",) else lines
        yield _offered(f"pay if {counter} >= {price}", (payment, *rest), known), note


def _offered(branch: str, lines: tuple[str, ...], known: Vocabulary) -> tuple[str, ...]:
    """A menu of one thing to do, and of leaving it."""
    head = "choose one of" if known.me == "you" else f"{known.me} chooses one of"
    if len(lines) == 1:
        return (head, f"    {branch}: {lines[0]}", "    pass: nothing")
    inside = tuple(f"        {line}" for line in lines)
    return (head, f"    {branch}", *inside, "    pass: nothing")


COMPOSED: tuple[tuple[re.Pattern[str], Compose], ...] = (
    (EVERYBODY, _everybody),
    (BEST, _best),
    (POOR, _poor),
    (WHO, _of_another),
    (MOST, _most),
    (EMPTY, _empty),
    (THIS_TURN, _lasting),
    (EITHER, _either),
    (OR, _either),
    (UNTIL, _until),
    (PAY, _paid),
    (MAY, _may),
    (CHOSEN, _chosen),
    (ON_CONDITION, _on_condition),
)
"""What tells a sentence with another in it, and what is made of it."""
