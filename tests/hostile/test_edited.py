"""Saves and records that were edited, and have their checksum made right again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ruleslang.library.find_rulebook import shipped_rulebooks
from ruleslang.simulation.records.saves import from_text
from ruleslang.source.checksum import Refused, seal, unseal
from tests.apps.cli.conftest import Run

STRANGE: list[Any] = [
    *(float("nan"), float("inf"), 10**40, -1, 2**63, 1.5, True, None),
    *("x", "\x1b[31m", "q" * 5000, [[]], {"a": 1}, [1]),
]
MAY_BE = {"cards", "place"}  # told to people only; read of sealed saves only
KUHN = shipped_rulebooks()["kuhn_poker"].joinpath("kuhn_poker.rules").read_text()


def edited(record: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The record with one field after the other made strange, also in what it holds."""
    for name, value in record.items():
        if name in MAY_BE:
            continue
        for strange in STRANGE:
            if not (name == "seats" and isinstance(strange, str)):  # read letter by letter
                yield {**record, name: strange}
        if isinstance(value, dict):
            yield from ({**record, name: each} for each in edited(value))
        if isinstance(value, list) and value and isinstance(value[0], dict):
            yield from ({**record, name: [each, *value[1:]]} for each in edited(value[0]))


def test_an_edited_save_is_refused_in_a_sentence(run: Run) -> None:
    run("play", "crazy_eights", "--seed", "1", stdin=b"1\n1\nsave s.save\nquit\n")
    whole = unseal(Path("s.save").read_text())

    for record in edited(whole):
        Path("s.save").write_text(seal(record))
        ran = run("play", "crazy_eights", "--resume", "s.save", stdin=b"quit\n")

        assert ran.status in (1, 2), record
        assert ran.err.startswith("ruleslang: "), record
        assert "ruleslang's own" not in ran.err, record
        assert "object has no attribute" not in ran.err, record
        assert "\x1b" not in ran.err and len(ran.err) < 1500, record


@pytest.mark.parametrize(
    ("choices", "words"),
    [
        ([1] * 2000, r"`choices\[0\]` is not as expected"),
        ([{"player": 0, "choice": "x"}] * 2000 + [1], "beyond the first 1000"),
        ("q" * 2000, "`choices` is not a list"),
    ],
)
def test_the_first_of_many_faults_is_reported(run: Run, choices: object, words: str) -> None:
    run("play", "crazy_eights", "--seed", "1", stdin=b"quit\n")
    whole = unseal(Path("crazy_eights-1.save").read_text())

    with pytest.raises(Refused, match=words):
        from_text(seal({**whole, "choices": choices}))


@pytest.mark.parametrize("shown", [(), ("--show",)])
def test_a_recorded_fault_does_nothing_to_a_terminal(run: Run, shown: tuple[str, ...]) -> None:
    run("simulate", "crazy_eights", "--games", "1", "--jobs", "1", "--records", "g.jsonl")
    whole = unseal(Path("g.jsonl").read_text())
    Path("g.jsonl").write_text(seal({**whole, "fault": "\x1b[31m" + "q" * 5000}) + "\n")

    ran = run("replay", "g.jsonl", *shown)

    assert ran.status == 1
    assert "?[31mqqq" in ran.out
    assert "\x1b" not in ran.out + ran.err


@pytest.mark.parametrize("name", ["/etc/passwd", "../up.cards", "a\\b.cards", "..", "\x1b[31m"])
def test_a_record_leads_nobody_to_files_elsewhere(run: Run, name: str) -> None:
    run("play", "higher", "--seed", "1", stdin=b"save s.save\nquit\n")
    run("simulate", "higher", "--games", "1", "--jobs", "1", "--records", "g.jsonl")
    save, game = (unseal(Path(each).read_text()) for each in ("s.save", "g.jsonl"))
    Path("s.save").write_text(seal({**save, "start": {**save["start"], "cards": [name]}}))
    Path("g.jsonl").write_text(seal({**game, "cards": [name]}))

    for line in ("play higher --resume s.save", "why higher --at s.save", "replay g.jsonl"):
        ran = run(*line.split())

        assert ran.status == 1, line
        assert "records name them without their folders" in ran.err, line


def test_a_record_does_not_reveal_the_paths_of_card_files(run: Run) -> None:
    Path("secret").mkdir()
    Path("secret/my.cards").write_text("")
    cards = ("--cards", "secret/my.cards")
    run("play", "higher", *cards, "--seed", "1", stdin=b"save s.save\nquit\n")
    run("simulate", "higher", *cards, "--games", "1", "--jobs", "1", "--records", "g.jsonl")

    assert unseal(Path("s.save").read_text())["start"]["cards"] == ["my.cards"]
    assert unseal(Path("g.jsonl").read_text())["cards"] == ["my.cards"]


def test_a_record_opens_no_file(run: Run) -> None:
    Path("spy.rules").write_text(KUHN.replace("kuhn_poker", "mine", 1))
    run("simulate", "spy.rules", "--games", "1", "--jobs", "1", "--records", "g.jsonl")
    whole = unseal(Path("g.jsonl").read_text())
    named = run("replay", "g.jsonl", "--rulebook", "spy.rules")

    assert named.status == 0, named.err
    for name in ("mine", "spy.rules", "./spy.rules", "spy", "\x1b[31m", "q" * 5000, "."):
        Path("g.jsonl").write_text(seal({**whole, "rulebook": name}) + "\n")
        ran = run("replay", "g.jsonl")

        assert ran.status == 2, name
        assert "is not a shipped rulebook, or is also a folder here; give its path with" in ran.err
        assert len(ran.err) < 300 and "\x1b" not in ran.err
