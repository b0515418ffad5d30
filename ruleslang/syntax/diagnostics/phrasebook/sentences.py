"""Translates card sentences by a small grammar of their own.

`@` is a placeholder for the acting player.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, TypeAlias

from lark import Lark, Transformer, v_args
from lark.exceptions import LarkError

from ruleslang.syntax.diagnostics.phrasebook.declared_names import Vocabulary, number
from ruleslang.syntax.grammar import grammar_path

Lines: TypeAlias = tuple[str, ...]

LONGEST = 120  # longest sentence of a card
SIGNS = {
    "more than": ">",
    "at most": "<=",
    "less than": "<",
    "fewer than": "<",
    "exactly": "is",
}
PARTED = re.compile(r"(?P<head>[^,:]+?)(?:\s*[:,](?: then)?| then)\s+(?P<rest>\S.*)")
WORDS_ONLY = re.compile(r"[\w ,;.:()+'’]+")


WORDS = {
    "named": "{0}",
    "speaker": "@",
    "opponent": "opponent(@)",
    "next": "next(@)",
    "turn": "turn",
    "code": "{0}",
    "discards": "{discards}",
    "pile": "{pile}",
    "hand": "{hand}(@)",
}
"""What a part of a sentence stands for."""
LINES = {
    "gain": "add {0} to {1}(@)",
    "lose": "subtract {0} from {1}(@)",
    "lose_all": "set {0}(@) to 0",
    "add_to_person": "add {0} to {1}({2})",
    "take_from": "subtract {0} from {1}({2})",
    "steal": "subtract {0} from {1}({2})|add {0} to {1}(@)",
    "draw": "move {0} to {hand}(@)",
    "discard_this": "move this to {discards}",
    "discard_by_chance": "pick c from {hand}(@) by chance|move c to {discards}",
    "discard_hand": "move {hand}(@) to {discards}",
    "discard_top": "move {0} to {discards}",
    "show_hand": "reveal {hand}(@)",
    "show": "reveal {0}",
    "look": "reveal {0} to @",
    "move": "move {0} to {1}",
    "move_this": "move this to {0}",
    "lay_this": "move this to {front}(@)",
    "shuffle_into": "move {0} to {1}|shuffle {1}",
    "shuffle_this": "move this to {0}|shuffle {0}",
    "win": "@ wins",
    "be_out": "eliminate @",
    "end_turn": "end turn",
    "has_none": "if {1}({0}) is 0",
    "has_no_cards": "if {hand}({0}) is empty",
    "is_empty": "if {0} is empty",
    "play": "play",
    "steal_from_one": "@ chooses {other} from players except {{@}}"
    "|subtract {0} from {1}({other})|add {0} to {1}(@)",
}
"""What a rule of the grammar comes to; the lines are parted by `|`."""


def lines_for(said: str, known: Vocabulary) -> Iterator[Lines]:
    """The translations of a sentence, best first: as an event, a condition, or deeds."""
    said = said.strip().rstrip(".!")
    if not said or len(said) > LONGEST or not WORDS_ONLY.fullmatch(said):
        return
    said = said[0].lower() + said[1:]
    parted = PARTED.fullmatch(said)
    if parted and parted["head"].startswith("if "):
        yield from _under(_read(parted["head"][3:], "condition", known), parted["rest"], known)
    if parted:
        yield from _under(_read(parted["head"], "moment", known), parted["rest"], known)
    for start in ("moment", "steps"):
        lines = _read(said.rstrip(":"), start, known)
        if lines:
            yield lines


def _under(head: Lines, rest: str, known: Vocabulary) -> Iterator[Lines]:
    """A head with its block: translated deeds, or lines of the language."""
    for lines in (_read(rest, "steps", known), (rest,)) if head else ():
        if lines:
            yield (*head, *(f"    {line}" for line in lines))


def _read(said: str, start: str, known: Vocabulary) -> Lines:
    """The translation of a sentence as one start rule; empty if it does not match."""
    try:
        tree = _parser().parse(said, start=start)
        lines: Lines = _Translator(known).transform(tree)
    except LarkError:
        return ()
    return tuple(_of(line, known.me) for line in lines)


@cache
def _parser() -> Lark:
    """Made on the first syntax error, not on import."""
    text = grammar_path("sentences").read_text(encoding="utf-8")
    starts = ["steps", "condition", "moment"]
    return Lark(text, parser="earley", lexer="basic", start=starts, maybe_placeholders=False)


def _of(line: str, who: str) -> str:
    """A line about a player: `you choose`, but `p chooses`."""
    told = line.replace("@", who)
    if who != "you":
        return told
    return told.replace("you chooses", "choose").replace("you wins", "you win")


def _told(lines: Lines, who: str) -> Lines:
    return tuple(line.replace("@", who) for line in lines)


def _sign(compared: list[str]) -> str:
    return SIGNS.get("".join(compared), ">=")


def _menu(lines: Lines) -> Lines:
    """An optional deed."""
    if len(lines) == 1:
        return ("@ chooses one of", f"    do_it: {lines[0]}", "    pass: nothing")
    inside = (f"        {line}" for line in lines)
    return ("@ chooses one of", "    do_it", *inside, "    pass: nothing")


@v_args(inline=True)
class _Translator(Transformer[Any, Lines]):
    """Translates the parse tree, leaves first, with the rulebook's own names."""

    def __default__(self, rule: Any, parts: list[Any], meta: object) -> Any:
        """The translation of a rule by the tables."""
        if rule in WORDS:
            return WORDS[rule].format(*parts, **self.names)
        line = LINES[rule].format(*parts, **self.names)
        return tuple(line.split("|"))

    def __init__(self, known: Vocabulary) -> None:
        super().__init__()
        self.known = known
        self.other = "q" if known.me != "q" else "p"
        self.names = {
            "hand": known.hand(),
            "discards": known.discards(),
            "front": known.front(),
            "pile": known.pile(),
            "other": self.other,
        }

    def steps(self, *parts: Lines) -> Lines:
        return tuple(line for lines in parts for line in lines)

    # ------------------------------------------------------------ who

    def of_person(self, who: str, lines: Lines) -> Lines:
        return _told(lines, who)

    def may(self, *parts: Any) -> Lines:
        return _told(_menu(parts[-1]), parts[0] if len(parts) > 1 else "@")

    def of_everyone(self, who: str, lines: Lines) -> Lines:
        others = " except {@}" if re.search("other|opponent|else", who) else ""
        return (
            f"for each {self.other} in players{others}",
            *(f"    {line}" for line in _told(lines, self.other)),
        )

    def everyone_may(self, who: str, lines: Lines) -> Lines:
        return self.of_everyone(who, _menu(lines))

    def of_chosen(self, who: str, lines: Lines) -> Lines:
        return (*self.choose_player(who), *_told(lines, self.other))

    def choose_player(self, who: str) -> Lines:
        others = " except {@}" if re.search("other|opponent", who) else ""
        return (f"@ chooses {self.other} from players{others}",)

    # ------------------------------------------------------------ what

    def NUMBER(self, said: str) -> str:
        return number(said)

    def counter(self, name: str) -> str:
        counter = self.known.counter(name)
        if not self.known.counts(counter):
            raise LarkError(f"nothing that is counted is called {name}")
        return counter

    def add_to(self, count: str, _: str, place: str) -> Lines:
        return (f"add {count} to {self._counted(place)}",)

    def subtract_from(self, count: str, _: str, place: str) -> Lines:
        return (f"subtract {count} from {self._counted(place)}",)

    def _counted(self, place: str) -> str:
        self.counter(place.partition("(")[0])
        return place

    def top(self, *parts: str) -> str:
        counts = [part for part in parts if part.isdecimal() and part != "1"]
        places = [part for part in parts if not part.isdecimal()]
        place = places[0] if places else self.known.pile()
        if not self.known.has_top(place):
            raise LarkError(f"no card of {place} is the first")
        return f"top({place}, {counts[0]})" if counts else f"top({place})"

    def zone(self, name: str) -> str:
        return f"{name}(@)" if self.known.is_of_player("zone", name) else str(name)

    def draw_from(self, count: str, place: str) -> Lines:
        if place not in self.known.named("zone"):
            place = self.known.pile()
        if self.known.has_top(place):
            return (f"move {self.top(count, place)} to {self.names['hand']}(@)",)
        one = count == "1"
        asked = f"c from {place}" if one else f"{count} of {place} as cs"
        return (f"@ chooses {asked}", f"move {'c' if one else 'cs'} to {self.names['hand']}(@)")

    def give(self, count: str, counter: str, who: str) -> Lines:
        got = f"add {count} to {counter}({who})"
        return (got,) if who == "@" else (f"subtract {count} from {counter}(@)", got)

    def discard(self, count: str) -> Lines:
        one = count == "1"
        asked = f"c from {self.names['hand']}(@)"
        several = f"{count} of {self.names['hand']}(@) as cs"
        return (
            f"@ chooses {asked if one else several}",
            f"move {'c' if one else 'cs'} to {self.names['discards']}",
        )

    def deal(self, top: str, who: str) -> Lines:
        return self.of_everyone(who, (f"move {top} to {self.names['hand']}(@)",))

    def deal_everyone(self, who: str, top: str) -> Lines:
        return self.deal(top, who)

    def best_wins(self, best: str, counter: str) -> Lines:
        way = "highest" if best in ("most", "highest") else "lowest"
        return (f"(players with {way} {counter}(it)) win",)

    # ------------------------------------------------------------ conditions

    def has(self, who: str, *parts: str) -> Lines:
        *compared, count, counter = parts
        return (f"if {counter}({who}) {_sign(compared)} {count}",)

    def has_cards(self, who: str, *parts: str) -> Lines:
        *compared, count = parts
        return (f"if number of {self.names['hand']}({who}) {_sign(compared)} {count}",)

    # ------------------------------------------------------------ moments

    def own_deed(self, said: str, *_: str) -> Lines:
        words = said.split()
        first, verb = words[0], words[-1]
        if verb == "play" and first != "before":
            return ("play",)
        return (self._done("before" if first == "before" else "after", verb, "@"),)

    def anothers_deed(self, said: str, *_: str) -> Lines:
        others = f" where {self.other} is not @" if re.search("other|opponent", said) else ""
        return (self._done("after", said.split()[-1], self.other) + others,)

    def _done(self, when: str, verb: str, who: str) -> str:
        deed = self.known.deed(verb)
        if not self.known.declares(deed):
            raise LarkError(f"nothing that is done is called {verb}")
        return f"{when} {deed}({who})" if self.known.is_done_to(deed) else f"{when} {deed} by {who}"

    def at_edge(self, edge: str, name: str) -> Lines:
        return (f"{'after' if edge.startswith('end') else 'before'} {name}",)

    def at_edge_turned(self, name: str, edge: str) -> Lines:
        return self.at_edge(edge, name)

    at_edge_of_call = at_edge_turned

    def at_own_edge(self, edge: str, name: str) -> Lines:
        mine = "(@)" if self.known.is_done_to(name) or not self.known.declares(name) else ""
        return self.at_edge(edge, f"{name}{mine}")

    def at_own_edge_turned(self, name: str, edge: str) -> Lines:
        return self.at_own_edge(edge, name)
