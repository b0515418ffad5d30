"""
The smallest change with which a line can be read, where there is only one.

Connecting words are added, removed and moved; names, numbers, texts and meaningful words stay.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import pairwise

from attrs import frozen

from ruleslang.language.syntax import keywords
from ruleslang.language.syntax.diagnostics.candidate import LONGEST, Candidate
from ruleslang.language.syntax.parse_failure import FAR, TOKEN, Failure, examine_text, mask
from ruleslang.source.fix import without_citations

FIRST_WORDS = ("given", "has", "only if", "prefer", "then")
PARTING = frozenset(":,;.")  # a line without another sign may mean something else
UNSURE = frozenset(
    {
        "after", "and", "away", "chooses", "count", "except", "is", "or", "over", "ranked",
        "rounded", "see", "when",
    }
)  # fmt: skip
"""Words that make almost any line readable."""
COMPARES = re.compile(r"[<>=]|\b(?:is|not|there|every)\b")
LISTS = frozenset({"picking", "rolling"})
GOES_ON = frozenset({"at", "decided", "if", "only", "ordered", "reset", "seen", "stops", "then"})
"""Words that continue a line after a comma."""
MOST_WORDS = 12  # most words tried in place of one
MOST_PLACES = 16  # places in a line to which its end is moved
BRACES = ("{", "}")
BACK = 3  # words before the mistake at which a change may begin
FEW = 1500  # letters above a line with which it is read again and again
GROUP = 4  # words that change places together
RANGE_END = re.compile(r"\d+|[a-z]\d+")  # of a range: a number, or a space such as `h8`
ALIKE = 4  # letters with which words of one stem begin
PHRASES = {"as soon as": "whenever", "at random": "by chance", "randomly": "by chance"}
"""English words, and the words of the language that mean the same."""
JOINING = frozenset(
    {
        "a", "an", "are", "as", "at", "be", "by", "default", "equals", "for", "from", "in", "into",
        "is", "of", "on", "onto", "per", "that", "the", "through", "to", "with", ",", ":", "=",
    }
)  # fmt: skip
"""Words and signs that only join others: a change may take them away."""
EFFECTS = frozenset({"after", "before", "instead", "modify", "omit", "while", "whenever"})
MEANT = {"is": {"=", "equals", "be", "are"}, "where": {"that", "with"}}
"""The meanings of words that would fit almost anywhere."""
SORTS = keywords.DECLARATIONS - EFFECTS | {"cards", "player", "players"}
"""Words for sorts of things: a change may leave one out where the thing has its name."""
PUT = frozenset(
    {
        "among", "as", "at", "by", "choosing", "do", "does", "for", "from", "in", "is", "of",
        "over", "to", "where", "with", ",", ":", "=", "..",
    }
)  # fmt: skip
"""Words and signs that a change may put there."""
SEVERAL = re.compile(r"(?<=[:,] )(?!and\b|or\b)\w+(?: (?!and\b|or\b|designed\b)\w+)+(?=,|$)")
JOINS = "(?:and|or|of|to|from|in|with|by)"
NO_NAMES = re.compile(rf"\b(?:a|an|the|random (?:from|to))\b|, {JOINS}\b|\b{JOINS}[,:]")
"""A line in which a word that only joins others is read as a name."""
CLAUSES = frozenset(
    {
        "at least", "at most", "decided", "grid", "hexes", "kept", "limit", "named", "neighbours",
        "only", "ordered", "reset", "seen", "stops",
    }
)  # fmt: skip
"""Words that begin a part of a line and are possible in several places."""


@frozen
class Token:
    """A word or sign of a line, and its offset there."""

    start: int
    text: str

    @property
    def end(self) -> int:
        return self.start + len(self.text)


@frozen
class Line:
    """A line that is read up to a place, and what is expected there."""

    failure: Failure
    above: str
    text: str
    place: int
    expected: frozenset[str]

    @property
    def tokens(self) -> list[Token]:
        return [Token(match.start(), match.group()) for match in TOKEN.finditer(self.text)]

    @property
    def at(self) -> int:
        """The index of the token at the place."""
        starts = (k for k, token in enumerate(self.tokens) if token.start >= self.place)
        return next(starts, len(self.tokens))

    @property
    def left(self) -> int:
        """How many letters are not read."""
        return len(self.text) - self.place

    def unread(self, text: str) -> Failure | None:
        """Return the failure to read another line in its place; a comma continues it."""
        below = self.failure.chunk.text[self.failure.line_end :] if text.endswith(",") else ""
        return examine_text(f"{self.above}{text}{below}")

    def changed(self, start: int, end: int, put: str) -> str:
        """Return the line with another text between two offsets, with blanks where they belong."""
        before, behind = self.text[:start].rstrip(), self.text[end:].lstrip()
        if not put:
            return f"{before} {behind}".rstrip()
        if not before:
            joint = "" if behind[:1] == ":" else " "
            return f"{self.text[:start]}{put}{joint}{behind}".rstrip()
        first = "" if put[:1] in (",", ":") else " "
        last = "" if behind[:1] in (",", ":", ")", "]", "}") or put == ".." else " "
        first = "" if put == ".." else first
        return f"{before}{first}{put}{last}{behind}".rstrip()


def small_edits(failure: Failure) -> Iterator[Candidate]:
    """Yield the line as it can be read, where there is one such change."""
    if failure.layout not in (None, "EOL") or failure.offset > FAR or failure.found in BRACES:
        return
    written = without_citations(failure.written_line)
    if not written.strip() or len(written) > LONGEST:
        return
    place = failure.offset - failure.line_start
    above = _enclosing(failure)
    line = Line(failure, above, written, place, failure.expected)
    if above != failure.written_above and not _stops_there(line):
        return  # the lines above at the same depth count, and are too long
    if repaired := _repaired(line, again=True):
        begins = failure.line_start + len(failure.margin)
        yield Candidate(begins, failure.line_start + len(written), repaired.strip())


def _enclosing(failure: Failure) -> str:
    """Return the lines above, or if many, those whose blocks contain it and the one just above."""
    above = failure.written_above
    if len(above) <= FEW:
        return above
    depth, kept = len(failure.margin), list[str]()
    for line in reversed(above.rstrip("\n").split("\n")):
        far = len(line) - len(line.lstrip())
        if line.strip() and (far < depth or not kept):
            kept.append(line)
            depth = min(depth, far)
    return "".join(f"{line}\n" for line in reversed(kept))


def _stops_there(line: Line) -> bool:
    """Return whether the line is read as far as it was below all lines above it."""
    left = line.unread(line.text)
    return left is not None and left.offset - len(line.above) == line.place


def _repaired(line: Line, *, again: bool) -> str | None:
    """Return the line after the one change with which it reads, or after two if none is enough."""
    for changes in CHANGES:
        readable, further = _read(line, changes(line))
        if not readable and again and changes in (_left_out, _replaced, _inserted):
            readable = {text for after in further if (text := _repaired(after, again=False))}
        if readable:
            return readable.pop() if len(readable) == 1 else None
    return None


def _read(line: Line, texts: Iterator[str]) -> tuple[set[str], list[Line]]:
    """Return the lines that can be read, and those of which more can be read than of a line."""
    readable, further = set(), []
    for text in texts:
        if NO_NAMES.search(mask(text)):
            continue
        left = line.unread(text)
        place = left.offset - len(line.above) if left else len(text)
        if left is None or place > len(text):
            readable.add(text)
        elif left.layout in (None, "EOL") and len(text) - place < line.left - 1:
            further.append(Line(line.failure, line.above, text, place, left.expected))
    return readable, further


def _first_words(line: Line) -> Iterator[str]:
    """Yield the word that begins such a line, before it."""
    margin = line.failure.margin
    for word in FIRST_WORDS if margin and line.failure.layout is None else ():
        if word == "only if" and not COMPARES.search(line.text):
            continue
        yield f"{margin}{word} {line.text.lstrip()}"


def _without_sign(line: Line) -> Iterator[str]:
    """Yield the line without the sign that parts what belongs together."""
    if line.at < len(line.tokens) and line.tokens[line.at].text in PARTING:
        yield line.changed(line.place, line.tokens[line.at].end, "")


def _tail_moved(line: Line) -> Iterator[str]:
    """Yield the line's rest before an earlier word, the last first; only one of them is tried."""
    before, tail = line.text[: line.place].rstrip(), line.text[line.place :].strip()
    if "EOL" not in line.expected or not tail or tail.startswith("("):
        return
    starts = [token.start for token in line.tokens if line.tokens[0].start < token.start]
    for place in reversed([at for at in starts if at < len(before)][-MOST_PLACES:]):
        joint = "" if before[place] == ":" else " "
        moved = f"{before[:place].rstrip()} {tail}{joint}{before[place:]}"
        if balanced(before[:place]) and line.unread(moved) is None:
            yield moved
            return


def balanced(text: str) -> bool:
    """Return whether no bracket or text is open at its end."""
    opened = sum(map(text.count, "({["))
    return opened == sum(map(text.count, ")}]")) and text.count('"') % 2 == 0


def _with_keyword(line: Line) -> Iterator[str]:
    """Yield the word of the language that is missing, or that a connecting word should be."""
    words = [word for word in line.expected - UNSURE if word.isalpha() and word.islower()]
    if "EOL" in line.expected or len(words) > MOST_WORDS or line.at >= len(line.tokens):
        return  # the line could end here: any word is possible
    found = line.tokens[line.at]
    if "where" in words and not COMPARES.search(line.text[found.start :]):
        words.remove("where")  # no condition follows
    for word in words:
        yield line.changed(found.start, found.start, word)
    if found.text in keywords.KEYWORDS | JOINING:
        for word in words:
            yield line.changed(found.start, found.end, word)


def _in_other_words(line: Line) -> Iterator[str]:
    """Yield phrases of English, and names of several words in a list."""
    for phrase, known in PHRASES.items():
        for found in re.finditer(rf"\b{phrase}\b", line.text):
            yield line.changed(found.start(), found.end(), known)
    if line.failure.first_word != "words":
        return
    joined = SEVERAL.sub(lambda words: words[0].replace(" ", "_"), line.text)
    if joined != line.text:
        yield joined


def _with_alike(line: Line) -> Iterator[str]:
    """Yield another form of the word: `choose`, `choosing`."""
    for token in line.tokens[max(0, line.at - 1) : line.at + 1]:
        for known in sorted(_expected(line, token.start)):
            is_form = len(token.text) > 2 and known.startswith(token.text[:ALIKE])
            if known != token.text and known.isalpha() and is_form:
                yield line.changed(token.start, token.end, known)


def _left_out(line: Line) -> Iterator[str]:
    """Yield a word for the sort of thing: `open window reply(p)`, `3 cards of hand(p)`."""
    tokens = [*line.tokens, Token(len(line.text), "")]
    for token, behind in list(pairwise(tokens))[max(1, line.at - 1) : line.at + 1]:
        counted = token.text in ("cards", "players")
        if token.text in SORTS and (not counted or behind.text in ("as", "from", "of")):
            yield line.changed(token.start, token.end, "")


def _replaced(line: Line) -> Iterator[str]:
    """Yield the expected words in place of one to three connecting words."""
    tokens = line.tokens
    for first in range(max(0, line.at - 1), min(line.at + 1, len(tokens))):
        for last in range(max(first + 1, line.at), min(first + BACK, len(tokens)) + 1):
            words = tokens[first:last]
            if all(token.text in JOINING for token in words):
                for known in sorted(PUT - {token.text for token in words}):
                    if _may_replace(line, first, last, known):
                        yield line.changed(words[0].start, words[-1].end, known)


def _with_comma(line: Line) -> Iterator[str]:
    """Yield a comma between the members of a list."""
    listed = not balanced(line.text[: line.place]) or line.tokens[0].text in LISTS
    at_word = "," in line.expected and line.at < len(line.tokens)
    if at_word and (listed or line.tokens[line.at].text in GOES_ON):
        yield line.changed(line.place, line.place, ",")


def _inserted(line: Line) -> Iterator[str]:
    """Yield the expected words, inserted between two words."""
    tokens, at = line.tokens, line.at
    if not 0 < at < len(tokens) or tokens[at - 1].end == tokens[at].start:
        return
    for known in sorted(line.expected & PUT - {"is", "..", "where"}):
        beside = {token.text for token in tokens[at - 1 : at + 1]}
        opens = known != ":" or _opens(line, at, at) or _is_branch(line)
        if known not in beside and opens:
            yield line.changed(line.place, line.place, known)


def _is_branch(line: Line) -> bool:
    """Return whether it is a case of a value, or a branch of a menu."""
    return (line.tokens[0].text == "when" and line.at > 1) or {"STRING", "if"} <= line.expected


def _may_replace(line: Line, first: int, last: int, known: str) -> bool:
    """Return whether a word or sign joins what another joins: a sign stands for signs."""
    tokens = line.tokens
    words = {token.text for token in tokens[first:last]}
    if known == "..":
        ends = tokens[first - 1 : first] + tokens[last : last + 1]
        between = len(ends) == 2 and all(RANGE_END.fullmatch(token.text) for token in ends)
        return between and words <= {"to", "through", ",", ":"}
    if known in MEANT:
        return words <= MEANT[known]
    if known == ":" and not _opens(line, first, last):
        return False
    signs = words & {",", ":"}
    return last < len(tokens) and (not signs or known in (":", "="))


def _opens(line: Line, first: int, last: int) -> bool:
    """Return whether what is done, or a type, may follow a colon in place of some words."""
    tokens = line.tokens
    begins, behind = tokens[0].text, tokens[last:]
    if first == 1:
        field = re.search(rf"^\s+has {begins}\b", line.failure.rulebook, re.MULTILINE)
        return field is not None or begins in ("else", "otherwise")
    alone = len(behind) == 1 and (begins == "kind" or behind[0].text in ("nothing", "stop"))
    return len(behind) > 1 or alone


def _expected(line: Line, place: int) -> frozenset[str]:
    """Return the expected words at an earlier place of the line."""
    if place == line.place:
        return line.expected
    found = examine_text(f"{line.above}{line.text[:place]} ?")
    return found.expected if found else frozenset()


def _swapped(line: Line) -> Iterator[str]:
    """Yield words in another order: `8 neighbours`, `neighbours 8`; a last clause moved."""
    tokens, at = line.tokens, line.at
    for begin in range(max(1, at - BACK), at + 1):
        for middle in range(max(begin + 1, at - 1), min(begin + GROUP, len(tokens))):
            for end in range(max(middle, at) + 1, min(middle + GROUP, len(tokens)) + 1):
                yield from _turned(line, tokens[begin:middle], tokens[middle:end])
    commas = (k for k in range(at) if tokens[k].text == ",")
    for comma in (k for k in commas if not _is_in_brackets(tokens[:k])):
        behind = tokens[at].start if at < len(tokens) else len(line.text)
        clause = line.text[tokens[comma].start : behind].rstrip()
        rest = line.text[behind:].rstrip()
        if rest and clause != ",":
            joint = "" if rest[0] in ":,)" else " "
            yield f"{line.text[: tokens[comma].start].rstrip()}{joint}{rest}{clause}"


def _is_in_brackets(tokens: list[Token]) -> bool:
    signs = [token.text for token in tokens]
    return sum(map(signs.count, "({[")) > sum(map(signs.count, ")}]"))


def _turned(line: Line, one: list[Token], other: list[Token]) -> Iterator[str]:
    """Yield two groups of words in the other order, of which one is a clause of the language."""
    first = line.text[one[0].start : one[-1].end]
    second = line.text[other[0].start : other[-1].end]
    clauses = [
        " ".join(words[: 1 + (words[0] == "at")]) in CLAUSES
        for words in (first.split(), second.split())
    ]
    both = one[0].text in PUT and other[0].text in PUT and one[0].text != other[0].text
    if not re.fullmatch(r"[\w ]+", first + second) or (clauses[0] == clauses[1] and not both):
        return
    for joint in (" ", ", ") if clauses[0] else (" ",):
        yield line.changed(one[0].start, other[-1].end, f"{second}{joint}{first}")


CHANGES: tuple[Callable[[Line], Iterator[str]], ...] = (
    _in_other_words,
    _with_alike,
    _without_sign,
    _swapped,
    _with_comma,
    _left_out,
    _replaced,
    _inserted,
    _with_keyword,
    _first_words,
    _tail_moved,
)
"""From most to least informative."""
