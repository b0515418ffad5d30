"""What lies in several places, looked through without a tuple of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from attrs import frozen

from ruleslang.flow.words import Apply, Word
from ruleslang.program import types as t

if TYPE_CHECKING:
    from ruleslang.native.print_words import WordPrinter


def pieces(word: Word) -> tuple[Word, ...]:
    """The tuples of which one is pieced together; of any other there are none."""
    match word:
        case Apply("pieced together", (Apply("tuple", several),)):
            return several
    return ()


def asked_of_pieces(w: WordPrinter, word: Apply) -> str:
    """What is asked of a tuple that is pieced together, but looks at its parts; else empty."""
    match word.operation, word.operands:
        case "number of", (whole,) if several := pieces(whole):
            return f"({_numbers(w, several)})"
        case "is empty", (whole,) if several := pieces(whole):
            return f"(({_numbers(w, several)}) == 0)"
        case "is in", (member, whole) if several := pieces(whole):
            one = w.atom(member)
            return f"({' | '.join(f'is_in(s, {one}, {each})' for each in _looked_at(w, several))})"
    return ""


def _looked_at(w: WordPrinter, several: tuple[Word, ...]) -> list[str]:
    return [w.looked_at(each) for each in several]


def _numbers(w: WordPrinter, several: tuple[Word, ...]) -> str:
    return " + ".join(f"number_of(s, {each})" for each in _looked_at(w, several))


@frozen
class Parts:
    """An array of C with the tuples of which one is pieced together."""

    name: str
    number: int
    type: t.Type

    @property
    def entries(self) -> str:
        """How many entries they have."""
        return f"entries_in_parts({self.name}, {self.number})"


def parts_of(w: WordPrinter, over: Word) -> Parts:
    """The array of what a word is pieced together of."""
    several, name = pieces(over), w.to.fresh("parts")
    texts = ", ".join(f"T(s, {each})" for each in _looked_at(w, several))
    w.to.line(f"const V *{name}[] = {{{texts}}};")
    return Parts(name, len(several), over.type)


def through_parts(w: WordPrinter, over: Parts, variable: str) -> Iterator[str]:
    """A loop through all of them."""
    part, at = w.to.fresh("part"), w.to.fresh("i")
    w.to.line(f"int64_t {part} = 0, {at} = 0;")
    with w.to.block(f"while (next_in_parts({over.name}, {over.number}, &{part}, &{at}))"):
        w.to.line(f"{variable} = {over.name}[{part}][{at}];")
        yield over.entries
