"""Any command line, save or record: a sentence, and status 1 or 2."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from ruleslang.source.checksum import seal, unseal
from tests.apps.cli.conftest import Run

LINES = [
    "simulate higher --games 0",
    "simulate higher --games -1",
    "simulate higher --games 1e3",
    "simulate higher --games 99999999999999999999",
    "simulate higher --jobs -1",
    "simulate higher --jobs many",
    "simulate higher --seed seven",
    "simulate higher --seed 7.5",
    "simulate higher --players nobody",
    "simulate higher --players random,random,random,random",
    "simulate higher --automatic 1",
    "simulate higher --automatic -1",
    "simulate higher --set a=b",
    "simulate higher --set a=b --set a=c",
    "simulate higher --set =",
    "simulate higher --games 1 --jobs 1 --records .",
    "simulate higher --games 1 --jobs 1 --records no/such/file",
    "simulate higher --cards .",
    "simulate .",
    "play higher --players you,nobody",
    "play higher --seed seven",
    "play higher --resume .",
    "play higher --resume none.save",
    "play higher --resume none.save --seed 3",
    "why higher --at -1",
    "why higher --at 99999999",
    "why higher --at none.save",
    "why higher --player nobody",
    "why higher ((((",
    "odds higher (((((",
    "odds higher nothing",
    "odds higher 99999999999999999999999999999999",
    "replay .",
    "replay none.json",
    "check .",
    "check none.rules",
    "check *.none",
    "fmt .",
    "fmt none.rules",
    "new rulebook ../up",
    "new rulebook /etc/name",
    "new card higher ../up",
    "new card higher card",
    "explain ../../etc/passwd",
    "test higher --cards none.cards",
    "",
    "--none",
    "\u202e",
]


@pytest.mark.parametrize("line", LINES)
def test_a_command_line_that_cannot_be_is_a_sentence(run: Run, line: str) -> None:
    ran = run(*line.split())

    assert ran.status in (1, 2)
    assert ran.err or ran.out
    assert os.listdir() == []


def test_a_file_in_no_folder_is_named_as_it_was_typed(run: Run) -> None:
    ran = run("simulate", "higher", "--games", "1", "--jobs", "1", "--records", "no/such")

    assert ran.status == 2
    assert "there is no folder `no`" in ran.err


LONG = "9" * 9000


@pytest.mark.parametrize(
    "line",
    [
        f"check {LONG}",
        f"simulate higher --seed {LONG}",
        f"simulate higher --games {LONG}",
        f"simulate higher --players {LONG}",
        f"simulate higher --set {LONG}={LONG}",
        f"why higher --at {LONG}",
        f"why higher {LONG}",
        f"odds higher x({LONG})",
        f"explain {LONG}",
        f"new rulebook {LONG}",
        f"play higher --seed {LONG}",
        f"replay {LONG}",
    ],
)
def test_what_is_too_long_is_a_sentence(run: Run, line: str) -> None:
    ran = run(*line.split(), stdin=b"quit\n")

    assert ran.status == 2
    assert len(ran.err) < 300


def test_a_name_of_letters_without_end_is_not_repeated(run: Run) -> None:
    for line in ("check {}", "replay {}", "test higher --cards {}", "explain {}", "fmt {}"):
        ran = run(*line.format("a" * 3000).split())

        assert ran.status == 2, line
        assert len(ran.err) < 300, line


def test_decisions_are_not_counted_from_the_end(run: Run) -> None:
    assert "counted from the beginning" in run("why", "higher", "--at", "-1").err


@pytest.mark.parametrize(
    "seed, status", [("-1", 2), ("0", 0), (str(2**64 - 1), 0), (str(2**64), 2)]
)
def test_a_seed_is_a_number_of_64_bits(run: Run, seed: str, status: int) -> None:
    ran = run("simulate", "higher", "--games", "2", "--jobs", "1", "--seed", seed)

    assert ran.status == status
    assert ("is 0 to 2**64 - 1" in ran.err) is (status == 2)


# ---------------------------------------------------------------- what a person types


@pytest.mark.parametrize(
    "typed", ["", "0", "-1", LONG, "\u0663", "\u00b2", "1e9", "\0", "\x1b[A", "undo", "save /", "ß"]
)
def test_what_a_person_types_never_ends_the_match(run: Run, typed: str) -> None:
    ran = run("play", "higher", "--seed", "1", stdin=f"{typed}\nquit\n".encode())

    assert ran.status == 0
    assert "Continue the match with" in ran.out
    assert Path("higher-1.save").exists()


def test_a_match_is_not_lost_where_nothing_can_be_written(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, text: str) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("ruleslang.apps.cli.save_file.write_new", full)
    ran = run("play", "higher", "--seed", "1", stdin=b"quit\n")

    assert ran.status == 1
    assert "No space left on device" in ran.err
    saved = next(line for line in ran.out.splitlines() if line.startswith("{"))
    Path("again.save").write_text(saved)
    assert run("why", "higher", "--at", "again.save").status == 0


def test_a_save_goes_over_nothing_else(run: Run) -> None:
    Path("notes.txt").write_text("dear diary")
    Path("higher-1.save").write_text("not a save")

    ran = run(
        "play", "higher", "--seed", "1", stdin=b"save notes.txt\nsave mine\nsave mine\nquit\n"
    )

    assert "another file has this name" in ran.out
    assert "wrote mine" in ran.out
    assert Path("notes.txt").read_text() == "dear diary"
    assert Path("higher-1.save").read_text() == "not a save"
    assert "--resume higher-1-2.save" in ran.out


def test_a_save_goes_over_less_of_the_same_match_only(run: Run) -> None:
    run("play", "higher", "--seed", "1", stdin=b"quit\n")
    run("play", "higher", "--seed", "1", stdin=b"1\nquit\n")
    further = Path("higher-1.save").read_text()
    assert unseal(further)["choices"]

    ran = run("play", "higher", "--seed", "1", stdin=b"quit\n")
    assert Path("higher-1.save").read_text() == further
    assert "--resume higher-1-2.save" in ran.out


# ---------------------------------------------------------------- saves and records


def save(run: Run) -> str:
    run("play", "higher", "--seed", "1", stdin=b"1\nquit\n")
    return Path("higher-1.save").read_text()


def record(run: Run) -> str:
    run("simulate", "higher", "--games", "1", "--jobs", "1", "--records", "r.json")
    return Path("r.json").read_text()


def changed(text: str, *path: Any, to: Any) -> str:
    """The record with another value at a place, sealed as if nothing had happened."""
    whole = unseal(text)
    inner = whole
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = to
    return seal(whole)


def damaged(text: str) -> list[str | bytes]:
    return [
        "",
        "{}",
        "[]",
        "null",
        "1e999",
        LONG,
        "[" * 100_000,
        '{"a":' * 5000,
        text[: len(text) // 2],
        text[:-2],
        text + text,
        text.replace("1", "2", 1),
        text.replace('"seed"', '"sead"'),
        b"\xff\xfe" + text.encode(),
        bytes(range(256)),
        b"\0" * 1000,
        json.dumps({**json.loads(text), "checksum": ["x"]}),
        json.dumps({**json.loads(text), "checksum": None}),
        seal({}),
        seal({"record": "save"}),
        seal({"record": {"record": "save"}}),
    ]


def test_a_save_that_is_damaged_is_refused(run: Run) -> None:
    text = save(run)
    for other in damaged(text):
        data = other.encode() if isinstance(other, str) else other
        Path("x.save").write_bytes(data)

        ran = run("play", "higher", "--resume", "x.save", stdin=b"quit\n")

        assert ran.status == 1, data[:60]
        assert ran.err
        assert Path("x.save").read_bytes() == data


CHANGES: list[tuple[tuple[Any, ...], Any]] = [
    (("start", "rulebook"), "nim"),
    (("start", "digest"), "0" * 16),
    (("start", "engine"), "9.9.9"),
    (("start", "language"), 2),
    (("start", "seed"), "1"),
    (("start", "seed"), 10**40),
    (("start", "players"), 99),
    (("start", "players"), -1),
    (("start", "automatic"), 5),
    (("start", "options"), {"none": "such"}),
    (("choices",), [{"player": 7, "choice": "x"}]),
    (("choices",), [{"player": 0, "choice": "x"}]),
    (("choices",), {}),
    (("hash",), "0" * 16),
    (("seats",), ["nobody", "you"]),
    (("seats",), ["you"]),
    (("seats",), ["you"] * 9),
    (("record",), "game"),
]


@pytest.mark.parametrize(("path", "to"), CHANGES)
def test_a_save_that_was_changed_and_sealed_is_refused(
    run: Run, path: tuple[Any, ...], to: Any
) -> None:
    Path("x.save").write_text(changed(save(run), *path, to=to))

    ran = run("play", "higher", "--resume", "x.save", stdin=b"quit\n")

    assert ran.status in (1, 2)
    assert ran.err


RECORDS: list[tuple[tuple[Any, ...], Any]] = [
    (("rulebook",), "none_such"),
    (("rulebook",), "../../etc/passwd"),
    (("rulebook",), "nim"),
    (("digest",), "0" * 16),
    (("events",), []),
    (("events",), [1]),
    (("events",), [{"chance": "roll", "of": "x", "outcome": []}]),
    (("events",), [{"chance": [], "of": "x", "outcome": ["a"]}]),
    (("events",), [{"together": [{"together": []}]}]),
    (("events", 0, "outcome"), [1, 2, 3]),
    (("events", 0, "outcome"), [[]]),
    (("events", 1, "player"), "home"),
    (("events", 1, "choice"), ["high"]),
    (("events", 1, "choices"), 7),
    (("players",), []),
    (("players",), ["random"] * 99),
    (("winners",), [99]),
    (("winners",), [-1]),
    (("match_seed",), 10**40),
    (("match_seed",), None),
    (("payoffs",), [10**400, 1]),
    (("fault",), "endless"),
    (("automatic",), -1),
    (("options",), {"none": "such"}),
    (("hash",), ""),
]


@pytest.mark.parametrize(("path", "to"), RECORDS)
def test_a_record_that_was_changed_and_sealed_is_a_sentence(
    run: Run, path: tuple[Any, ...], to: Any
) -> None:
    Path("x.json").write_text(changed(record(run), *path, to=to) + "\n")

    for format in ("text", "json"):
        ran = run("replay", "x.json", "--show", "--format", format)

        assert ran.status in ((0,) if path == ("match_seed",) and to is None else (1, 2))


def test_a_record_that_is_damaged_is_refused(run: Run) -> None:
    for other in damaged(record(run).rstrip("\n")):
        Path("x.json").write_bytes(other.encode() if isinstance(other, str) else other)

        assert run("replay", "x.json").status == 1
