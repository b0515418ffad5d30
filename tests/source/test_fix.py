"""A fix is data: edits that can be made in a text."""

from __future__ import annotations

from ruleslang.source.diagnostic import error
from ruleslang.source.fix import Certainty, Edit, Fix, edited, leave_out, write
from ruleslang.source.render import diagnostic_data, difference
from ruleslang.source.span import Source, Span
from ruleslang.source.suggest import is_one_typo, known_name

SOURCE = Source("game.rules", "phase game\n    gain 3 coins\n    move x to hnad\n")


def at(text: str) -> Span:
    start = SOURCE.text.index(text)
    return SOURCE.span(start, start + len(text))


def test_lines_to_write_keep_the_margin() -> None:
    message = error(
        "x", at("gain 3 coins"), "x", help=write("for each p in players", "    draw(p)")
    )

    assert message.help == "write `for each p in players`, below it `draw(p)`"
    assert message.fix is not None
    texts, made = edited([message.fix])
    assert made == (message.fix,)
    assert texts[SOURCE.name].startswith(
        "phase game\n    for each p in players\n        draw(p)\n    move"
    )


def test_a_misspelt_name_is_a_sure_edit_if_only_one_name_is_one_typo_away() -> None:
    one = known_name("hnad", ["hand", "pile"])
    several = known_name("hnad", ["hand", "hnads"])

    assert one and one.certainty is Certainty.SURE
    assert several and several.certainty is Certainty.LIKELY


def test_only_the_word_is_replaced_in_a_larger_place() -> None:
    message = error("x", at("move x to hnad"), "x", help=known_name("hnad", ["hand"]))

    assert message.fix == Fix((Edit(at("hnad"), "hand"),), Certainty.SURE, naming=True)


def test_of_two_edits_that_meet_the_first_is_made() -> None:
    first = Fix((Edit(at("gain 3"), "a"),), Certainty.SURE)
    second = Fix((Edit(at("3 coins"), "b"),), Certainty.SURE)

    texts, made = edited([first, second])

    assert "    a coins\n" in texts[SOURCE.name]
    assert made == (first,)


def test_no_blank_is_before_a_colon_that_is_written() -> None:
    message = error("x", at("3 coins"), "x", help=write(": 3 coins"))

    assert message.fix is not None
    assert "    gain: 3 coins\n" in edited([message.fix])[0][SOURCE.name]


def test_a_fix_is_shown_as_data() -> None:
    message = error("x", at("gain"), "x", help=leave_out().sure)

    fix = diagnostic_data(message)["fix"]

    assert fix["certainty"] == "sure"
    assert [(each["place"]["line"], each["text"]) for each in fix["edits"]] == [(2, "")]
    assert diagnostic_data(error("x", at("gain"), "x", help="think"))["fix"] is None


def test_slips_are_letters_too_many_missing_wrong_or_exchanged() -> None:
    assert all(
        is_one_typo("discard", each) for each in ("discrad", "dicard", "disccard", "duscard")
    )
    assert not any(is_one_typo("discard", each) for each in ("discard", "drawn", "dsicrad"))


def test_a_difference_is_empty_when_nothing_changes() -> None:
    assert difference(SOURCE.text, SOURCE.text, "a", "b") == ""


def test_a_difference_shows_the_changed_lines() -> None:
    log = difference("words  A: b\r\nwords B: c", "words A: b\nwords B: c\n", "a", "b")

    assert "+words A: b\n" in log
    assert "-words B: c\n\\ No newline at end of file\n" in log
