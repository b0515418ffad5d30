"""An unknown name is reported once, with all its places."""

from __future__ import annotations

from ruleslang.library.reported_diagnostics import merge_repeats
from ruleslang.source.diagnostic import error
from ruleslang.source.render import MOST_LINES, diagnostic_data, elsewhere
from ruleslang.source.span import Source, Span
from ruleslang.source.suggest import known_name

SOURCE = Source("game.rules", "thef\n" * 20 + "loot\n" * 2)
OTHER = Source("more.cards", "thef\n")


def at(line: int, source: Source = SOURCE) -> Span:
    return source.span(line * 5, line * 5 + 4)


def test_one_name_in_many_places_is_one_mistake() -> None:
    found = [
        error("unknown-name", at(line), "x", help=known_name("thef", ["theft"])) for line in (3, 0)
    ]
    other = error("unknown-zone", at(0, OTHER), "y")

    (message,) = merge_repeats([*found, other])

    assert message.span == at(3)
    assert message.also == (at(0), at(0, OTHER))
    assert [each["line"] for each in diagnostic_data(message)["also"]] == [1, 1]


def test_the_most_informative_message_is_shown() -> None:
    vague, informative = (error(slug, at(0), "x") for slug in ("unknown-name", "unknown-state"))

    assert [each.slug for each in merge_repeats([vague, informative])] == ["unknown-state"]


def test_a_name_with_two_meanings_is_reported_twice() -> None:
    found = [
        error("unknown-name", at(n), "x", help=known_name("thef", [name]))
        for n, name in enumerate(("theft", "they"))
    ]

    assert merge_repeats(found) == tuple(found)


def test_other_names_and_other_mistakes_are_left_alone() -> None:
    found = [
        error("unknown-name", at(0), "x"),
        error("unknown-name", at(20), "x"),
        *(error("missing-colon", at(n), "x") for n in (2, 3)),
    ]

    assert merge_repeats(found) == tuple(found)


def test_of_many_lines_only_the_first_are_listed() -> None:
    (message,) = merge_repeats([error("unknown-name", at(n), "x") for n in range(20)])

    lines = ", ".join(str(n) for n in range(2, 2 + MOST_LINES))
    assert elsewhere(message) == f"`thef` is in 19 more places: lines {lines}, …"
    assert len(diagnostic_data(message)["also"]) == 19
