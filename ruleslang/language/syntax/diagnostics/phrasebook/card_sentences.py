"""
Answers a sentence of a card with equivalent lines, by its own small grammar.

A proposal contains only names of the rulebook. `@` is a placeholder for the acting player.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import takewhile
from typing import Any, TypeAlias

from attrs import evolve
from lark import Lark, Token, Transformer, v_args
from lark.exceptions import LarkError

from ruleslang.language.syntax.diagnostics.candidate import SENTENCE, Candidate
from ruleslang.language.syntax.diagnostics.phrasebook.declared_names import Vocabulary, number
from ruleslang.language.syntax.grammar import grammar_path
from ruleslang.language.syntax.parse_failure import FAR, Failure, reads
from ruleslang.source.diagnostic import Diagnostic
from ruleslang.source.fix import Certainty, Edit, Fix, write
from ruleslang.source.span import Span

Lines: TypeAlias = tuple[str, ...]

LONGEST = 120  # longest sentence of a card
SIGNS = {"more than": ">", "at most": "<=", "less than": "<", "fewer than": "<", "exactly": "is"}
PARTED = re.compile(r"(?P<head>[^,:]+?)(?:\s*[:,](?: then)?| then)\s+(?P<rest>\S.*)")
COST = re.compile(r"subtract (.+) from (\S+)")
WORDS_ONLY = re.compile(r"[\w ,;.:()+'’]+")


WORDS = {
    "named": "{0}",
    "speaker": "@",
    "opponent": "opponent(@)",
    "next": "next(@)",
    "active": "active",
    "turn": "turn",
    "code": "{0}",
    "discards": "{discards}",
    "pile": "{pile}",
    "hand": "{hand}(@)",
}
"""The meaning of a part of a sentence."""
LINES = {
    "gain": "add {0} to {1}(@)",
    "lose": "subtract {0} from {1}(@)",
    "lose_all": "set {0}(@) to 0",
    "double": "add {0}(@) to {0}(@)",
    "halve": "set {0}(@) to {0}(@) / 2 rounded down",
    "set_to": "set {0}(@) to {1}",
    "rise": "add {1} to {0}(@)",
    "add_points": "add {0} to {2}(@)",
    "gain_for_cards": "add {0} * number of {hand}(@) to {1}(@)",
    "give_this": "move this to {hand}({0})",
    "swap_hands": "swap {hand}(@) with {hand}({0})",
    "swap_with_one": "@ chooses {other} from players except {{@}}"
    "|swap {hand}(@) with {hand}({other})",
    "shuffle": "shuffle {1}",
    "bury": "move this to {0} at bottom",
    "gain_for_each": "add {0} * {2}(@) to {1}(@)",
    "lose_for_each": "subtract {0} * {2}(@) from {1}(@)",
    "buy": "subtract {2} from {3}(@)|add {0} to {1}(@)",
    "sell": "subtract {0} from {1}(@)|add {2} to {3}(@)",
    "add_to_person": "add {0} to {1}({2})",
    "take_from": "subtract {0} from {1}({2})",
    "steal": "subtract {0} from {1}({2})|add {0} to {1}(@)",
    "draw": "move {0} to {hand}(@)",
    "deal_to": "move {0} to {hand}({1})",
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
    "out": "eliminate {0}",
    "first_wins": "if there is {other} in players where {1}({other}) >= {0}|    {other} wins",
    "around": "{0} {1}",
    "end_turn": "end turn",
    "has_none": "if {1}({0}) is 0",
    "has_no_cards": "if {hand}({0}) is empty",
    "is_empty": "if {0} is empty",
    "play": "play",
    "steal_from_one": "@ chooses {other} from players except {{@}}"
    "|subtract {0} from {1}({other})|add {0} to {1}(@)",
}
"""The result of a rule of the grammar; the lines are separated by `|`."""
HEADS = ("play", "before ", "after ")  # they open a block
BELOW = "; the following lines go below it, indented"


def lines_for(sentence: str, known: Vocabulary) -> Iterator[Lines]:
    """Yield the translations of a sentence, best first: as an event, a condition, or deeds."""
    sentence = sentence.strip().rstrip(".!")
    if not sentence or len(sentence) > LONGEST or not WORDS_ONLY.fullmatch(sentence):
        return
    sentence = known.with_cards(sentence[0].lower() + sentence[1:])
    parted = PARTED.fullmatch(sentence)
    if parted and parted["head"].startswith("if "):
        yield from _with_block(_read(parted["head"][3:], "condition", known), parted["rest"], known)
        deeds = _read(parted["rest"], "steps", known)
        yield from [(parted["head"], *(f"    {line}" for line in deeds))] if deeds else ()
    if parted:
        yield from _with_block(_read(parted["head"], "moment", known), parted["rest"], known)
    for start in ("moment", "steps"):
        lines = _read(sentence.rstrip(":"), start, known)
        if lines:
            yield lines


def _with_block(head: Lines, deeds: str, known: Vocabulary) -> Iterator[Lines]:
    """Yield a head with its block: translated deeds, or lines of the language."""
    for lines in (_read(deeds, "steps", known), (deeds,)) if head else ():
        if lines:
            yield (*head, *(f"    {line}" for line in lines))


def _read(sentence: str, start: str, known: Vocabulary) -> Lines:
    """Return the translation of a sentence as one start rule; empty if it does not match."""
    try:
        tree = _parser().parse(sentence, start=start)
        lines: Lines = _Translator(known).transform(tree)
    except LarkError:
        return ()
    return tuple(_line_about(_without_owner(line, known), known.me) for line in lines)


def _without_owner(line: str, known: Vocabulary) -> str:
    """Return a line in which a state that is one for all has no player in brackets."""
    return re.sub(r"\b(\w+)\(@\)", lambda of: of[1] if known.is_for_all(of[1]) else of[0], line)


@cache
def _parser() -> Lark:
    """Make the parser on the first syntax error, not on import."""
    text = grammar_path("sentences.lark").read_text(encoding="utf-8")
    starts = ["steps", "condition", "moment"]
    return Lark(text, parser="earley", lexer="basic", start=starts, maybe_placeholders=False)


def _line_about(line: str, who: str) -> str:
    """Return a line about a player: `you choose`, but `p chooses`."""
    written = line.replace("@", who)
    if who != "you":
        return written
    return written.replace("you chooses", "choose").replace("you wins", "you win")


def _about_player(lines: Lines, who: str) -> Lines:
    return tuple(line.replace("@", who) for line in lines)


def _sign(compared: list[str]) -> str:
    return SIGNS.get("".join(compared), ">=")


def _menu(lines: Lines) -> Lines:
    """Return optional deeds, which are offered only to those who can pay for them."""
    first = takewhile(lambda line: "choose" not in line, lines)
    costs = [f"{cost[2]} >= {cost[1]}" for cost in map(COST.fullmatch, first) if cost]
    head = " ".join(["    do_it", *(["if", " and ".join(costs)] if costs else [])])
    if len(lines) == 1:
        return ("@ chooses one of", f"{head}: {lines[0]}", "    pass: nothing")
    return ("@ chooses one of", head, *(f"        {line}" for line in lines), "    pass: nothing")


@v_args(inline=True)
class _Translator(Transformer[Any, Lines]):
    """Translates the parse tree, leaves first, with the rulebook's own names."""

    def __default__(self, rule: Any, parts: list[Any], meta: object) -> Any:
        """Return the translation of a rule by the tables."""
        if rule in WORDS:
            return WORDS[rule].format(*parts, **self.names)
        line = LINES[rule].format(*parts, **self.names).replace(" 1 * ", " ")
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
        return _about_player(lines, who)

    def may(self, *parts: Any) -> Lines:
        who = "@" if isinstance(parts[0], tuple) else parts[0]
        menu = _menu(tuple(line for part in parts if part is not who for line in part))
        is_everyone = isinstance(who, Token) and who.type == "EVERYONE"
        return self.of_everyone(who, menu) if is_everyone else _about_player(menu, who)

    def of_everyone(self, who: str, lines: Lines) -> Lines:
        others = " except {@}" if re.search("other|opponent|else", who) else ""
        if lines == ("@ wins",):
            raise LarkError("the first winner would win alone")
        return (
            f"for each {self.other} in players{others}",
            *(f"    {line}" for line in _about_player(lines, self.other)),
        )

    def everyone_has(self, who: str, count: str, counter: str) -> Lines:
        return self.of_everyone(who, (f"set {counter}(@) to {count}",))

    def everyone_pays(self, who: str, count: str, counter: str) -> Lines:
        return self.take_from_everyone(count, counter, f"other {who}")

    def take_from_everyone(self, count: str, counter: str, who: str) -> Lines:
        taken = self.of_everyone(who, (f"subtract {count} from {counter}(@)",))
        return (*taken, f"    add {count} to {counter}(@)")

    def of_chosen(self, who: str, lines: Lines) -> Lines:
        return (*self.choose_player(who), *_about_player(lines, self.other))

    def choose_player(self, who: str) -> Lines:
        others = " except {@}" if re.search("other|opponent", who) else ""
        return (f"@ chooses {self.other} from players{others}",)

    # ------------------------------------------------------------ what

    def NUMBER(self, word: str) -> str:
        return number(word)

    def counter(self, name: str) -> str:
        counter = self.known.counter(name)
        if not self.known.counts(counter):
            raise LarkError(f"nothing that is counted is called {name}")
        return counter

    def add_to(self, count: str, counter: str, place: str) -> Lines:
        return (f"add {count} to {self._counted(counter, place)}",)

    def subtract_from(self, count: str, counter: str, place: str) -> Lines:
        return (f"subtract {count} from {self._counted(counter, place)}",)

    def _counted(self, counter: str, place: str) -> str:
        """Return a call that is a counter, or that of the player whom a call names."""
        name = place.partition("(")[0]
        if name in self.known.named("zone"):
            raise LarkError(f"{name} has cards, not {counter}")
        return place if self.known.counts(name) else f"{counter}({place})"

    def top(self, *parts: str) -> str:
        counts = [part for part in parts if part.isdecimal() and part != "1"]
        places = [part for part in parts if not part.isdecimal()]
        place = places[0] if places else self.known.pile()
        if not self.known.has_top(place):
            raise LarkError(f"no card of {place} is the first")
        return f"top({place}, {counts[0]})" if counts else f"top({place})"

    def zone(self, name: str) -> str:
        return f"{name}(@)" if self.known.is_zone_of_player(name) else str(name)

    def draw_from(self, count: str, place: str) -> Lines:
        if place not in self.known.named("zone"):
            place = self.known.pile()
        return self.move_some(count, place, f"{self.names['hand']}(@)")

    def move_some(self, count: str, place: str, to: str) -> Lines:
        if self.known.has_top(place.partition("(")[0]):
            return (f"move {self.top(count, place)} to {to}",)
        single = count == "1"
        chosen = f"c from {place}" if single else f"{count} of {place} as cs"
        return (f"@ chooses {chosen}", f"move {'c' if single else 'cs'} to {to}")

    def give(self, count: str, counter: str, who: str) -> Lines:
        got = f"add {count} to {counter}({who})"
        return (
            (got,) if who in ("@", self.known.me) else (f"subtract {count} from {counter}(@)", got)
        )

    def give_to(self, who: str, count: str, counter: str) -> Lines:
        return self.give(count, counter, who)

    def discard(self, count: str) -> Lines:
        single = count == "1"
        chosen = f"c from {self.names['hand']}(@)"
        several = f"{count} of {self.names['hand']}(@) as cs"
        return (
            f"@ chooses {chosen if single else several}",
            f"move {'c' if single else 'cs'} to {self.names['discards']}",
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
        return self.holds_cards(f"{self.names['hand']}({who})", *parts)

    def holds_cards(self, zone: str, *parts: str) -> Lines:
        *compared, count = parts
        return (f"if number of {zone} {_sign(compared)} {count}",)

    # ------------------------------------------------------------ moments

    def own_deed(self, phrase: str, *_: str) -> Lines:
        words = phrase.split()
        first, verb = words[0], words[-1]
        if verb == "play" and first != "before":
            return ("play",)
        return (self._deed_head("before" if first == "before" else "after", verb, "@"),)

    def anothers_deed(self, phrase: str, *_: str) -> Lines:
        others = f" where {self.other} is not @" if re.search("other|opponent", phrase) else ""
        return (self._deed_head("after", phrase.split()[-1], self.other) + others,)

    def _deed_head(self, when: str, verb: str, who: str) -> str:
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


def sentences(failure: Failure) -> Iterator[Candidate]:
    """Yield the meaning of a card's sentence: `gain 2 coins`, `at the end of your turn`."""
    if failure.layout not in (None, "EOL") or failure.offset > FAR:
        return
    start = failure.line_start + len(failure.margin)
    end = failure.line_start + len(failure.line.rstrip())
    sentence = failure.chunk.text[start:end]
    if sentence.startswith("else"):
        return
    for lines in _meanings(sentence, Vocabulary.of(failure.chunk.source, _speaker(failure))):
        if sentence not in (line.strip() for line in lines):  # a keyword in the wrong place
            put = f"\n{failure.margin}".join(lines)
            yield Candidate(start, end, put, SENTENCE, is_head=_is_head(lines))


def with_sentence(general: Diagnostic, line: Span) -> Diagnostic:
    """Return a message about a line at the margin, with how its event is written, if it is one."""
    known = Vocabulary.of(line.source, "p")
    for head, *below in lines_for(line.text, known):
        if any("(p)" in each for each in below) and known.is_done_to(head.split()[-1]):
            head = f"{head}(p)"
        lines = head, *below
        if head.startswith(HEADS) and reads("\n".join(lines)):
            help = write(*lines).text
            if _is_head(lines):
                return evolve(general, help=help + BELOW)
            fix = Fix((Edit(line, "\n".join(lines)),), Certainty.LIKELY)
            return evolve(general, help=help, fix=fix, instead=general)
    return general


def _meanings(sentence: str, known: Vocabulary) -> Iterator[Lines]:
    """Yield the meanings of a sentence: in its place, or below the head that it needs."""
    for lines in lines_for(sentence, known):
        yield lines
        inside = tuple(f"    {line}" for line in lines)
        opens = lines[0].startswith(HEADS)
        yield (f"while in {known.front()}({known.me})" if opens else "play", *inside)


def _is_head(lines: Lines) -> bool:
    return lines[-1].lstrip().startswith(HEADS)


def _speaker(failure: Failure) -> str:
    """Return the subject: `you` on a card, else the player named by the lines above."""
    above = failure.above
    loops = [
        player[2]
        for player in re.finditer(r"^( *)(?:for each|take turns) (\w+)", above, re.MULTILINE)
        if len(player[1]) < len(failure.margin)
    ]
    if loops:
        return loops[-1]
    head = above.split("\n", 1)[0]
    if re.match(r"(card|kind)\b", head):
        return "you"
    player = re.search(r"\bby (\w+)", head) or re.search(r"(\w+): player\b", head)
    return player[1] if player else "p"
