"""Faults: errors that a program can run into, each with a stable slug, the same in every engine."""

from __future__ import annotations

from typing import Any


class Fault(Exception):
    """The rules cannot go on; the match stops here.

    `origin` is the number of the place in the text, or -1.
    """

    def __init__(self, slug: str, message: str, origin: int = -1) -> None:
        super().__init__(f"{slug}: {message}")
        self.slug = slug
        self.message = message
        self.origin = origin

    def __reduce__(self) -> tuple[Any, ...]:
        return Fault, (self.slug, self.message, self.origin)


# Every slug a fault may have, with what it says.
SLUGS: dict[str, str] = {
    "asked-automatic": "a seat that never decides is asked",
    "asked-nobody": "a question has no player to answer it",
    "endless": "nothing is asked and nothing ends",
    "interrupted": "something broke in while the rules went on",
    "no-result": "the start procedure ended without a result",
    "no-such-field": "a card is read for a field that it does not have",
    "none-in-arithmetic": "none stands where a value is needed",
    "not-a-member": "a value does not belong where it is used",
    "not-under-way": "something is ended, cancelled or read that is not under way",
    "never-settles": "rules that act at once undo each other",
    "out-of-range": "a number leaves its declared range",
    "space-taken": "a piece moves to a space that holds another",
    "too-much": "more is made or looked at than any game needs",
    "too-few-seats": "a word of two players is used among another number",
    "unseen": "a preference reads what its player does not see; its line is passed over",
    "unset-state": "a state is read before it is set",
    "wrong-kind-in-zone": "a card moves to a zone that is not for its kind",
    "zone-full": "a card moves to a zone that has no room",
    "which-copy": "a title stands for the one copy in a zone, and none or several lie in one",
}
