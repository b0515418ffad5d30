"""Reports `odd-sum`: the numbers of one card come to another sum than those of all others."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

from ruleslang.language.checks.subject import Subject
from ruleslang.program import expressions as e
from ruleslang.source.diagnostic import Diagnostic, Message, Severity

LEAST_CARDS = 4  # whose equal sums are no coincidence
LEAST_NUMBERS = 2

odd_sum = Message(
    "odd-sum",
    "the numbers of `{field}` come to {sum} here, on all other cards to {usual}",
    help="is a number wrong, or do rules count with another sum?",
    severity=Severity.ADVICE,
)


def check(subject: Subject) -> Iterator[Diagnostic]:
    """The one card of a kind whose numbers of a field with indices do not come to the usual sum."""
    sums: dict[tuple[str, str], dict[int, int]] = defaultdict(dict)  # by place in the text
    for card in subject.program.definitions:
        numbers: dict[str, list[int]] = defaultdict(list)
        for field in card.fields:
            match field.value:
                case e.Literal(int(number)) if field.index and not card.deck:
                    numbers[field.name].append(number)
        for name, amounts in numbers.items():
            if len(amounts) >= LEAST_NUMBERS:
                sums[card.kind, name][card.origin] = sum(amounts)
    for (_, name), of_cards in sums.items():
        usual, often = Counter(of_cards.values()).most_common(1)[0]
        if often >= LEAST_CARDS and often == len(of_cards) - 1:
            origin, other = next(item for item in of_cards.items() if item[1] != usual)
            yield odd_sum(subject.span(origin), field=name, sum=other, usual=usual)
