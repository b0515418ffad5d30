"""Reports `same-text`: a card's text is that of others but for its numbers, its rule is about
something else.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from ruleslang.language.checks.subject import Subject
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.source.diagnostic import Diagnostic, Message, Severity

NUMBER = re.compile(r"\d+")

same_text = Message(
    "same-text",
    "this text is on `{other}`, too, which changes `{theirs}`, not `{mine}`",
    help="let both be about the same, or word the texts differently",
    label="the other card",
    severity=Severity.ADVICE,
)


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Of the cards with one text, every one that shares nothing it changes with most of them."""
    for cards in _by_text(subject):
        of_all = frozenset.intersection(*(frozenset(card.standings) for card in cards))
        changed = [_changed(subject, card, of_all) for card in cards]
        usual = max(changed, key=lambda names: sum(bool(names & others) for others in changed))
        pattern = cards[changed.index(usual)]
        for card, names in zip(cards, changed, strict=True):
            if names and usual and not names & usual:
                yield same_text(
                    subject.span(card.origin),
                    at=subject.span(pattern.origin),
                    other=pattern.text.text if pattern.text else pattern.name,
                    theirs=min(usual),
                    mine=min(names),
                )


def _by_text(subject: Subject) -> Iterator[Sequence[d.Definition]]:
    """Groups of cards whose texts agree except for numbers."""
    groups: dict[str, list[d.Definition]] = defaultdict(list)
    for card in subject.program.definitions:
        if card.rules_text is not None and not card.deck:
            groups[NUMBER.sub("#", card.rules_text.text)].append(card)
    return (cards for cards in groups.values() if len(cards) > 1)


def _changed(subject: Subject, card: d.Definition, of_all: frozenset[str]) -> frozenset[str]:
    """The fields that hold a number of its text, and the values that effects of its own modify."""
    text = card.rules_text.text if card.rules_text is not None else ""
    numbers = {int(number) for number in NUMBER.findall(text)} - {0}
    fields = {
        field.name
        for field in card.fields
        if isinstance(field.value, e.Literal) and field.value.value in numbers
    }
    own = {*card.standings} - of_all
    standings = (standing for standing in subject.standings if standing.name in own)
    modified = {
        effect.value
        for standing in standings
        for effect in standing.effects
        if isinstance(effect, s.Modifier)
    }
    return frozenset(fields | modified)
