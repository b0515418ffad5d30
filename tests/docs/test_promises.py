"""Each promise of the users' pages is backed by a test that `promises.txt` names."""

from __future__ import annotations

import pytest

from tests.docs.promises import CHECKOUT, inventory, nearest, pages, promises, words

SUITES = {
    "conformance": CHECKOUT / "tests/engine/conformance",
    "corpus": CHECKOUT / "tests/language/corpus",
}
SAID = [(page.name, sentence) for page in pages() for sentence in promises(page)]


@pytest.mark.parametrize(("page", "sentence"), SAID)
def test_a_promise_of_a_page_is_held(page: str, sentence: str) -> None:
    known = inventory()
    key = nearest(sentence, known)

    assert key, f"{page}: no entry in promises.txt: {sentence}"
    assert known[key][1], f"nothing holds: {sentence}"


@pytest.mark.parametrize(("sentence", "holding"), inventory().values())
def test_what_holds_a_promise_is_there(sentence: str, holding: list[str]) -> None:
    assert [each for each in holding if not is_there(each)] == [], sentence


def test_no_listed_promise_is_missing_on_the_pages() -> None:
    known = inventory()
    message = {nearest(sentence, known) for _, sentence in SAID}

    gone = [sentence for key, (sentence, _) in known.items() if key not in message]
    assert gone == [], "`python -m tests.docs.promises` leaves these out"


def test_a_reworded_promise_is_found_and_another_is_not() -> None:
    known = {words("It never looks at the hidden cards of others."): ("", ["-"])}

    assert nearest("It **never** looks at the [hidden cards](view.md) of other players.", known)
    assert not nearest("Every number has a range.", known)


def is_there(test: str) -> bool:
    """Whether there is such a test, or such a text of a suite; or a reason for none."""
    where, _, name = test.partition(" ")
    if where == "-":
        return bool(name)
    if where in SUITES:
        return (SUITES[where] / name).is_file()
    path = CHECKOUT / where
    return path.is_file() and f"def {name}(" in path.read_text(encoding="utf-8")
