"""Every leak of the bank is found: by the check, or by a law that names what `home` learns."""

from __future__ import annotations

import pytest

from ruleslang.evaluation.laws import choice_leaks, view_leaks
from ruleslang.library.load import load_text
from ruleslang.source.diagnostic import Severity
from tests.evaluation.laws.leak_bank import Leak, hints, leaks
from tests.evaluation.laws.texts import subject
from tests.support.every import every

pytestmark = pytest.mark.usefixtures("as_found")

LEAKS = list(leaks())
FIRST, OPEN = "he is asked first", "a card is laid open"
SOME = (  # the others are tried in the long run
    ("a card that another put away", "a `whenever` fires"),
    ("a state that nobody sees", "chance picks"),
    ("a card of which home was told something", "a `whenever` fires"),
)
HIS_OWN = "away knows the card: that he is asked before or after because of it tells nothing"
TELLS_NOTHING = {
    ("a card in another's hand", FIRST): HIS_OWN,
    ("a card of which home was told something", FIRST): HIS_OWN,
    ("a card that one player sees", FIRST): HIS_OWN,
    ("a card that another put away", FIRST): HIS_OWN,
    ("how many cards are alike", FIRST): HIS_OWN,
    ("the upmost card of a pile", OPEN): "this very card comes into sight by it",
}
"""By the secret and the way: why no law says a word, though it looks as if `home` learnt it."""


def is_seen(leak: Leak) -> bool:
    """Whether the rulebook is refused, or a law about secrets is broken."""
    loaded = load_text(leak.text)
    if loaded.compiled is None:
        return all(
            each.slug in ("order-leaks", "choosing-unseen")
            for each in loaded.diagnostics
            if each.severity is Severity.ERROR
        )
    tried = subject(loaded, games=6, tries=6)
    return any(
        True for law in (view_leaks.STEP_LEAK, choice_leaks.OFFERS_LEAK) for _ in law.search(tried)
    )


def test_harmless_texts_are_in_the_bank() -> None:
    assert set(TELLS_NOTHING) < {(each.secret, each.way) for each in LEAKS}


def test_some_leaks_are_seen() -> None:
    some = [each for each in LEAKS if (each.secret, each.way) in SOME]

    assert len(some) == len(SOME)
    assert [(each.secret, each.way) for each in some if not is_seen(each)] == []


@pytest.mark.long
@every("leak", LEAKS, ids=lambda leak: f"{leak.secret}: {leak.way}", parts=8)
def test_every_leak_is_found_or_reveals_nothing(leak: Leak) -> None:
    assert is_seen(leak) != ((leak.secret, leak.way) in TELLS_NOTHING)


@pytest.mark.long
@every("leak", hints, ids=lambda leak: leak.way)
def test_a_hint_for_a_five_in_ones_own_hand_is_seen(leak: Leak) -> None:
    assert is_seen(leak)
