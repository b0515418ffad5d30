"""The rulebook's names for the common things of card sentences: pile, hand, counters."""

from __future__ import annotations

import re
from collections.abc import Iterator

from attrs import frozen

from ruleslang.language.syntax import keywords
from ruleslang.language.syntax.parse_failure import Failure, mask
from ruleslang.source.span import Source

NUMBERS = ("no", "a", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
POINTS = frozenset({"point", "vp"})
READ = 100_000  # letters of a file searched for names
BUILT_IN = keywords.KEYWORDS | frozenset(
    {
        "active", "bottom", "cell", "clockwise", "first", "holder", "item", "larger", "last",
        "next", "opponent", "owner", "previous", "remainder", "shifted", "smaller", "space",
        "title", "top",
    }
)  # fmt: skip
"""The functions that proposals call, and the words of the language."""
USED = re.compile(r"discard|gone|grave|used|trash|waste|out")


@frozen
class Vocabulary:
    """
    The names used in proposals.

    `me` is the player of a sentence without a subject.
    """

    text: str
    me: str

    @classmethod
    def of(cls, source: Source, me: str) -> Vocabulary:
        """Return the names declared by a file, then by the files beside it."""
        return cls(f"{source.text[:READ]}\n{source.beside[:READ]}", me)

    def named(self, head: str) -> list[str]:
        """Return the names of a sort of declaration, in order."""
        return re.findall(rf"^{head} (\w+)", self.text, re.MULTILINE)

    def counter(self, noun: str) -> str:
        """
        Return the state or value that a word of a sentence names.

        >>> Vocabulary("state gold(player): 0..9 = 0", "p").counter("golds")
        'gold'
        >>> Vocabulary("", "p").counter("coin")
        'coins'
        """
        known = self.named("(?:state|value)")
        singular = noun.lower().removesuffix("s")
        alike = (name for name in known if name.lower().removesuffix("s") == singular)
        return next(alike, self._points() if singular in POINTS else f"{singular}s")

    def is_for_all(self, name: str) -> bool:
        """Return whether a state is declared, and not one for each player."""
        return re.search(rf"^state {name}\b(?!\()", self.text, re.MULTILINE) is not None

    def counts(self, name: str) -> bool:
        """Return whether a number of this name is declared, as far as the rulebook is known."""
        match = re.search(r"^rulebook\b", self.text, re.MULTILINE)
        return not match or name in self.named("(?:state|value)")

    def _points(self) -> str:
        """Return the name for points if none is declared."""
        known = self.named("state")
        return next((name for name in known if re.match("score|vp|victory", name)), "points")

    def pile(self) -> str:
        """Return the draw pile: the first ordered zone without an owner, at best hidden."""
        known = re.findall(r"^zone (\w+):(.*\bordered\b.*)", self.text, re.MULTILINE)
        best = sorted(known, key=lambda zone: "seen by nobody" not in zone[1])
        return str(best[0][0]) if best else "pile"

    def with_cards(self, sentence: str) -> str:
        """Return a sentence that calls a kind's things cards: `draw 2 tiles` as `draw 2 cards`."""
        counted = {name.removesuffix("s") for name in self.named("(?:state|value|zone)")}
        kinds = "|".join(kind for kind in self.named("kind") if kind not in counted)
        return re.sub(rf"\b(?:{kinds})(s?)\b(?!\()", r"card\1", sentence) if kinds else sentence

    def has_top(self, zone: str) -> bool:
        """Return whether a zone is ordered, as far as the file says."""
        match = re.search(rf"^zone {zone}\b[^:\n]*:(.*)", self.text, re.MULTILINE)
        return not match or bool(re.search(r"\bordered\b", match[1]))

    def hand(self) -> str:
        """Return each player's hand: the first zone of a player, preferably one called so."""
        known = re.findall(r"^zone (\w+)\((?:\w+: )?player\)", self.text, re.MULTILINE)
        return "hand" if "hand" in known or not known else str(known[0])

    def discards(self) -> str:
        """Return the discard pile."""
        return next((name for name in self.named("zone") if USED.search(name)), "discards")

    def front(self) -> str:
        """Return the play area of a player: a zone of a player that all see."""
        zones = r"^zone (\w+)\((?:\w+: )?player\):.*\bseen by all"
        return next(iter(re.findall(zones, self.text, re.MULTILINE)), "front")

    def declares(self, name: str) -> bool:
        """Return whether the file declares a procedure or an action of this name."""
        return name in self.named("(?:procedure|phase|check|action)")

    def is_zone_of_player(self, name: str) -> bool:
        """Return whether a zone is indexed by player."""
        declared = rf"^zone {name}\((?:\w+: )?player\)"
        return re.search(declared, self.text, re.MULTILINE) is not None

    def deed(self, verb: str) -> str:
        """
        Return the action or procedure that a verb in any form names.

        >>> Vocabulary("action carry by p", "p").deed("carries")
        'carry'
        >>> Vocabulary("", "p").deed("displays")
        'display'
        """
        known = [*self.named("action"), *self.named("(?:procedure|phase|check)"), "play"]
        stems = [*_stems(verb)]
        return next((stem for stem in stems if stem in known), stems[0])

    def is_done_to(self, deed: str) -> bool:
        """Return whether a deed is a procedure with a player as its parameter."""
        return bool(
            re.search(rf"^(?:procedure|phase|check) {deed}\(\w+: player\)", self.text, re.MULTILINE)
        )


def number(word_or_digits: str) -> str:
    """
    Return a number as digits.

    >>> number("two"), number("an"), number("7")
    ('2', '1', '7')
    """
    if word_or_digits.isdigit():
        return word_or_digits
    word = {"an": "a", "one": "a", "another": "a"}.get(
        word_or_digits.lower(), word_or_digits.lower()
    )
    return str(NUMBERS.index(word))


def _stems(verb: str) -> Iterator[str]:
    """Yield the stems of a verb, most likely first."""
    if verb.endswith(("ies", "ied")):
        yield verb[:-3] + "y"
    if verb.endswith(("ches", "shes", "sses", "xes")):
        yield verb[:-2]
    if verb.endswith("ed"):
        yield verb[:-2]
        yield verb[:-1]
    if verb.endswith("ing"):
        yield verb[:-3]
        yield verb[:-3] + "e"
    if verb.endswith("s") and not verb.endswith("ss"):
        yield verb[:-1]
    yield verb


LOCAL = frozenset({"c", "cs", "q", "p", "this", "you", "it", "do_it", "pass"})
"""Names that a proposal makes itself."""


def names_in_use(text: str) -> set[str]:
    """Return the names in a text, but for those that a proposal makes itself."""
    return set(re.findall(r"(?!x\d|_)[^\W\d]\w*", mask(text))) - BUILT_IN - LOCAL


def has_only_known_names(failure: Failure, names: set[str]) -> bool:
    """
    Return whether names of a proposal occur elsewhere in the rulebook.

    `gain 2 crates` is not proposed as `add 2 to crates(p)` if no other line has `crates`. A text
    without a header is part of an unknown rulebook, and is accepted.
    """
    return not is_whole(failure) or all(is_used_elsewhere(failure, name) for name in names)


def is_declared(failure: Failure, name: str) -> bool:
    """Return whether a declaration of the rulebook has a name."""
    source = failure.chunk.source
    declared = rf"^[a-z]+ {re.escape(name)}\b"
    return re.search(declared, f"{source.text}\n{source.beside}", re.MULTILINE) is not None


def is_whole(failure: Failure) -> bool:
    """Return whether a complete rulebook is at hand, not a fragment."""
    source = failure.chunk.source
    return bool(re.search(r"^rulebook\b", f"{source.text}\n{source.beside}", re.MULTILINE))


def is_used_elsewhere(failure: Failure, name: str) -> bool:
    """Return whether a name occurs in another line of the rulebook's texts."""
    source = failure.chunk.source
    start, end = failure.span(failure.line_start, failure.line_end).start, failure.chunk.start
    end += failure.line_end
    others = f"{source.text[:start][-READ:]}\n{source.text[end:][:READ]}\n{source.beside[:READ]}"
    return re.search(rf"\b{re.escape(name)}\b", mask(others)) is not None
