"""A rulebook with much advice gets few messages, and stays valid."""

from __future__ import annotations

from pathlib import Path

from ruleslang.library.load import load
from ruleslang.library.reported_diagnostics import MANY, MOST_DIAGNOSTICS, merge_advice, truncated
from ruleslang.source.diagnostic import Severity, advice, error, warning
from ruleslang.source.span import Source, Span

SOURCE = Source("game.rules", "word\n" * 2000)


def at(line: int) -> Span:
    return SOURCE.span(line * 5, line * 5 + 4)


def test_the_same_advice_in_many_places_is_one_message() -> None:
    found = [advice("needless-line", at(n), f"line {n}") for n in range(MANY + 1)]
    other = warning("never-read", at(20), "x")

    message = merge_advice([*found, other])

    assert [each.slug for each in message] == ["needless-line", "never-read"]
    assert message[0].also == tuple(at(n) for n in range(1, MANY + 1))


def test_a_few_pieces_of_advice_are_reported_one_by_one() -> None:
    found = tuple(advice("needless-line", at(n), f"line {n}") for n in range(MANY))

    assert merge_advice(found) == found


def test_warnings_are_never_made_one() -> None:
    found = tuple(warning("never-read", at(n), f"line {n}") for n in range(20))

    assert merge_advice(found) == found


def test_more_doubts_than_are_shown_are_no_error() -> None:
    found = tuple(warning(f"doubt-{n}", at(n), "x") for n in range(MOST_DIAGNOSTICS + 5))

    message = truncated(found)

    assert len(message) == MOST_DIAGNOSTICS + 1
    assert message[-1].slug == "too-many-mistakes"
    assert all(each.severity is Severity.WARNING for each in message)


def test_errors_are_shown_before_doubts() -> None:
    found = [warning(f"doubt-{n}", at(n), "x") for n in range(MOST_DIAGNOSTICS)]

    message = truncated((*found, error("wrong-type", at(1900), "x")))

    assert message[0].severity is Severity.ERROR
    assert message[-1].severity is Severity.WARNING


def test_a_rulebook_of_many_warnings_can_be_played(tmp_path: Path) -> None:
    path = tmp_path / "game.rules"
    states = "".join(f"state spare_{n}: 0..9 = 0\n" for n in range(MOST_DIAGNOSTICS + 100))
    path.write_text(
        'rulebook game "Game"\n    language 1\n    players 2: home, away\n    starts with play_it\n'
        "    at most 10 decisions, then nobody wins\n\nphase play_it\n    home wins\n\n" + states
    )

    loaded = load(str(path), lints=True)

    assert loaded.compiled is not None
    assert len(loaded.diagnostics) == MOST_DIAGNOSTICS + 1
