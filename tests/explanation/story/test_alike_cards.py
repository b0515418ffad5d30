"""Many equal cards are listed once, with their number."""

from __future__ import annotations

from ruleslang.explanation.story.example_story import story_of_example
from ruleslang.library.load import load_text

RULES = """\
rulebook ferry "The ferry"
    language 1
    players 2
    starts with game

kind crate

card apple_crate "Crate of apples" x32: crate
card cloth "Cloth" x3: crate

zone pile: crate, ordered, seen by all

phase game
    move cards to pile
    nobody wins

example "all of them"
    when game
    then number of pile is 35 and pile is not empty
    then pile is empty
"""


def test_a_story_and_a_failure_list_equal_cards_with_their_number() -> None:
    loaded = load_text(RULES)
    assert loaded.compiled is not None
    log = story_of_example(loaded.spans, loaded.compiled, loaded.compiled.examples[0])

    read = [line for passage in log.passages for line in log.below(passage)]

    assert "pile is {apple_crate x32, cloth, cloth, cloth}" in read
    assert log.result.message.endswith("it is {apple_crate x32, cloth, cloth, cloth}")
