"""
What an unreadable declaration would have declared.

A mistake in one declaration must not be blamed a second time on those that speak of it, and must
hide no other mistake.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence

from ruleslang.resolve.card_tables import plain_name
from ruleslang.resolve.symbols import Symbols
from ruleslang.source.diagnostic import Diagnostic
from ruleslang.source.span import Source
from ruleslang.syntax import declarations as syntax
from ruleslang.syntax.keywords import DECLARATIONS
from ruleslang.syntax.node import Marks, Name, Text

IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
ANY_NAME = ""  # what a table declares of which nothing is known
IN_PARTS = re.compile(r"[a-z]+((?:[ \t-]+[^\W\d]\w*){2,})")  # a name of several words
SPOKEN_OF = re.compile(r"\s+(?:prefer\b|avoid\b|\w+ (?:chooses|declines|does|may|must)\b)")
GIVEN = re.compile(r"\s+given\b")
CELL = re.compile(r"\bcell\([^()]*$")
CARDS_UNREAD = " "  # declared by what says which cards there are
PLACES_UNREAD = "  "  # declared by what says where things lie
BOARD_UNREAD = "   "  # declared by what says which spaces there are
WINDOW_UNREAD = "    "  # declared by what hands over what is under way
OF_PLACES = ("needs-board", "not-a-fact", "nothing-to-see")
OF_PLACES_UNDER_WAY = ("unknown-function", "unknown-state")
OF_CALLS = ("wrong-argument-count", "missing-argument", "nothing-to-answer", "answers-nothing")
OF_DECKS = ("unknown-deck-card", "wrong-argument-count")
LIST_WITH_A_WORD = 3  # words of it: `words`, its name, its first word
MOST_PARTS = 6
NAMED_CARD = 3  # words of the head of a card: `card`, its name, its kind
PLACES = frozenset({"board", "zone", "state", "dice"})
LISTS = frozenset({"rulebook", "words", "die", "option", "reading", "kind", "board", "table"})


def unread_names(order: Iterable[syntax.Declaration]) -> frozenset[str]:
    """The names that unreadable declarations declare: after the head, all of a list, choices."""
    return frozenset(
        name
        for node in order
        if isinstance(node, syntax.Junk)
        for text in (node.span.text,)
        for name in ((ANY_NAME,) if _is_table(node) else (*_names(text), *_of_cards(text)))
    )


def unread_words(order: Iterable[syntax.Declaration]) -> frozenset[str]:
    """All that stands in unreadable declarations: some of it may be offered there."""
    junk = (node.span.text for node in order if isinstance(node, syntax.Junk))
    return frozenset(word for text in junk for word in IDENTIFIER.findall(_plain(text)))


def unread_rows(symbols: Symbols) -> frozenset[str]:
    """The names of rows that make no card: by their id, or by what it was meant to be."""
    cards = {id(symbol.node) for symbol in symbols.globals.values()}
    return frozenset(
        name
        for table in symbols.order
        if isinstance(table, syntax.Table)
        for row in table.rows[1:]
        if id(row) not in cards
        for cell in row.cells[:2]
        for name in (cell.text, plain_name(cell.text))
        if name
    )


def _is_table(node: syntax.Junk) -> bool:
    return node.span.source.is_table


def _names(text: str) -> tuple[str, ...]:
    title = re.search(r'"([^"\n]*)"', text)
    text = _plain(re.sub(r'"[^"\n]*"|#[^\n]*', "", text))
    words = IDENTIFIER.findall(text)
    if words[:1] == ["rulebook"]:
        joined = (f"{one}_{other}" for one, other in re.findall(r"(\w+) (?:and|or|&) (\w+)", text))
        return (*words, *joined, *(f"p{seat}" for seat in range(1, 65)))
    if words and (words[0] in LISTS or len(words) < 2):
        parted = re.findall(r"[^\W\d]\w*(?:[ -][^\W\d]\w*)+", text.partition(":")[2])
        return (*words, *(re.sub(r"[ -]", "_", each) for each in parted))
    head = IDENTIFIER.findall(text.partition("\n")[0])
    if words and words[0] not in DECLARATIONS:
        return tuple(head)  # it may have meant any of them
    if title and head[:1] == ["card"] and len(head) < NAMED_CARD:
        return (*words, plain_name(title[1]))  # its name has no letter that can be read
    named = words[1:2] if len(head) > 1 or not title else [plain_name(title[1])]
    return (*named, *_joined(text), *_choices(text))


def _joined(text: str) -> Iterator[str]:
    """What a name of several words may have been meant to be: its first two, its first three, …"""
    found = IN_PARTS.match(text)
    parts = IDENTIFIER.findall(found[1]) if found else []
    for many in range(2, min(len(parts), MOST_PARTS) + 1):
        yield "_".join(parts[:many])


def _of_cards(text: str) -> tuple[str, ...]:
    """Whether it says what cards are, which a deck has, and where they and pieces lie."""
    if text.startswith("words") and len(IDENTIFIER.findall(text)) < LIST_WITH_A_WORD:
        return (CARDS_UNREAD, ANY_NAME)
    if text.startswith(("words", "kind", "deck")):
        return (CARDS_UNREAD,)
    if text.startswith("window"):
        return (WINDOW_UNREAD,)
    if text.startswith("board"):
        return (BOARD_UNREAD, PLACES_UNREAD)
    declared = text.partition(" ")[0] in DECLARATIONS - PLACES
    return () if declared else (PLACES_UNREAD,)


def _plain(text: str) -> str:
    """Without accents, ligatures and what cannot be seen: the name that was meant."""
    return "".join(
        letter
        for letter in unicodedata.normalize("NFKD", text)
        if unicodedata.category(letter) not in ("Cf", "Mn")
    )


def _choices(text: str) -> tuple[str, ...]:
    """What an action's or play's head lets players choose: preferences may name it."""
    lists = re.findall(r"\bchoosing\b([^\n]*)", text)
    return tuple(name for each in lists for name in re.findall(r"(?:^|,)\s*(\w+)", each))


def without_consequences(
    diagnostics: Sequence[Diagnostic], unread: frozenset[str], offered: frozenset[str]
) -> tuple[Diagnostic, ...]:
    """
    The diagnostics but for those that only miss what an unreadable declaration declares.

    `offered` are words of which some may be choices and branches that preferences and examples
    name.
    """
    return tuple(
        each
        for each in diagnostics
        if not (each.slug.startswith("unknown-") and each.span.text in unread)
        and not (each.slug in ("unknown-name", "unknown-row") and ANY_NAME in unread)
        and not (each.span.text in offered and _is_of_an_offer(each))
        and not (each.slug in OF_DECKS and CARDS_UNREAD in unread)
        and not (each.slug in OF_PLACES and PLACES_UNREAD in unread)
        and not (unread and each.slug == "wrong-type" and each.message.endswith("of nothing"))
        and not (each.slug == "unused-binding" and each.span.text in unread)
        and not (each.slug == "repeated-member" and _is_given_to(each, unread))
        and not (each.slug == "wrong-type" and BOARD_UNREAD in unread and _is_of_a_cell(each))
        and not (each.slug in OF_PLACES_UNDER_WAY and WINDOW_UNREAD in unread)
        and not (each.slug in OF_CALLS and _is_called(each, unread))
    )


def _is_of_a_cell(diagnostic: Diagnostic) -> bool:
    """Whether it is about what stands in the brackets of `cell`."""
    text = diagnostic.span.source.text
    return bool(CELL.search(text[: diagnostic.span.start].rpartition("\n")[2]))


def _is_called(diagnostic: Diagnostic, unread: frozenset[str]) -> bool:
    """Whether something is called there of which nobody knows what it takes and answers."""
    called = re.findall(r"(\w+)(?:\(| as usual)", diagnostic.span.text)
    return not unread.isdisjoint(called)


def _is_given_to(diagnostic: Diagnostic, unread: frozenset[str]) -> bool:
    """Whether its line gives cards or dice to what could not be read: there, copies may stand."""
    source = diagnostic.span.source
    line = source.line(diagnostic.span.line)
    given = GIVEN.match(line)
    return bool(given) and not unread.isdisjoint(IDENTIFIER.findall(line))


def _is_of_an_offer(diagnostic: Diagnostic) -> bool:
    """Whether a name is missed where only something that is offered can stand."""
    if diagnostic.slug not in ("unknown-name", "unknown-word"):
        return diagnostic.slug == "unknown-preference"
    source = diagnostic.span.source
    line, _ = source.line_and_column(diagnostic.span.start)
    return bool(SPOKEN_OF.match(source.line(line)))


def unread_header(trees: Sequence[syntax.Tree]) -> syntax.Header | None:
    """A header without lines in place of one that could not be read; None when there was none."""
    for tree in trees:
        for node in tree.declarations:
            if isinstance(node, syntax.Junk) and node.span.text.startswith("rulebook"):
                return _empty(tree.source, node)
    return None


def _empty(source: Source, node: syntax.Junk) -> syntax.Header:
    at = source.span(node.span.start, node.span.start)
    return syntax.Header(
        Name("unread", span=at), Text("unread", span=at), (), span=at, marks=Marks(span=at)
    )
