"""Any file in the place of a rulebook: a message with its place, status 1, an end."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.apps.cli.conftest import Run

HEAD = """rulebook x "X"
    players 2
    starts with game
    at most 100 decisions, then nobody wins
phase game
    nobody wins
"""
FILES: list[tuple[str, bytes, str]] = [
    ("empty", b"", "missing-header"),
    ("binary", bytes(range(256)), "not-utf8"),
    ("latin-1", HEAD.replace("X", "caf\u00e9").encode("latin-1"), "not UTF-8 from byte"),
    ("utf-16", HEAD.encode("utf-16"), "not-utf8"),
    ("surrogate", HEAD.encode() + b"\xed\xa0\x80", "not-utf8"),
    ("zero", HEAD.encode() + b"\0", "not-text"),
    ("mixed tabs", HEAD.replace("    no", "\tno\n    no").encode(), "mixed-indentation"),
    ("brackets", (HEAD + "value v = " + "(" * 100_000).encode(), "too-deep"),
    ("deep", (HEAD + "value v = " + "(" * 900 + "1" + ")" * 900).encode(), "too-deep"),
    (
        "blocks",
        (HEAD + "procedure q\n" + "".join("  " * i + "if 1 > 0\n" for i in range(1, 901))).encode(),
        "too-deep",
    ),
    ("long name", (HEAD + f"value {'a' * 900_000} = 1\n").encode(), "a name of 900000 characters"),
    ("long number", (HEAD + f"value v = {'9' * 40}\n").encode(), "a number of 40 digits"),
    ("longer", (HEAD + f"value v = {'9' * 9000}\n").encode(), "a number of 9000 digits"),
    ("players", HEAD.replace("players 2", f"players {'9' * 9000}").encode(), "number-too-long"),
    ("copies", (HEAD + f'kind k\ncard c "C" x{"9" * 9000}: k\n').encode(), "number-too-long"),
    ("sides", (HEAD + "value a\u202eb = 1\n").encode(), "hidden-direction"),
    ("sides in texts", HEAD.replace('"X"', '"X\u2066y"').encode(), "hidden-direction"),
    ("escapes", HEAD.replace('"X"', '"X\x1b[31m"').encode(), "control-character"),
    ("outside", HEAD.replace("    starts", "    cards ../../etc\n    starts").encode(), "error["),
    ("no folder", HEAD.replace("    starts", "    cards etc\n    starts").encode(), "cards/etc/"),
    ("itself", HEAD.replace("    starts", "    uses x\n    starts").encode(), "unknown-standard"),
    ("half", HEAD[:40].encode(), "error["),
    ("no header", b"phase game\n    nobody wins\n", "missing-header"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "data", "words"), FILES)
def test_a_file_that_is_no_rulebook_is_refused_with_the_reason(
    run: Run, name: str, data: bytes, words: str
) -> None:
    Path("x.rules").write_bytes(data)

    ran = run("check", "x.rules")

    assert ran.status == 1
    assert words in ran.out
    assert "x.rules:" in ran.out
    assert len(ran.out) < 5000
    assert not set("\x1b\u202e\u2066") & set(ran.out)


def test_a_byte_order_mark_and_ends_of_lines_of_another_system_are_no_mistake(run: Run) -> None:
    Path("x.rules").write_bytes(b"\xef\xbb\xbf" + HEAD.replace("\n", "\r\n").encode())

    assert run("check", "x.rules").status == 0


COMMANDS = [
    "test x.rules",
    "trace x.rules",
    "play x.rules",
    "simulate x.rules",
    "odds x.rules game",
    "why x.rules",
    "new card x.rules y",
    "fmt x.rules",
    "check higher --cards x.rules",
    "simulate higher --cards x.rules --games 1",
    "replay x.rules",
    "replay y.json --rulebook x.rules",
    "play higher --resume x.rules",
    "why higher --at x.rules",
    "explain x.rules",
]


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("name", ["empty", "binary", "deep", "escapes"])
def test_every_command_reports_it(run: Run, command: str, name: str) -> None:
    data = next(data for title, data, _ in FILES if title == name)
    Path("x.rules").write_bytes(data)

    ran = run(*command.split())

    if command.startswith(("fmt", "check higher", "simulate higher")) and ran.status == 0:
        return  # nothing to do, or nothing laid over
    assert ran.status in (1, 2)
    assert ran.err or ran.out
    assert Path("x.rules").read_bytes() == data
    if ran.status == 1 and command.split()[0] in ("test", "trace", "simulate"):
        message = run(*command.split(), "--format", "json")
        assert json.loads(message.out)["ok"] is False


# ---------------------------------------------------------------- what is no file


def folder() -> Path:
    Path("x").mkdir()
    Path("x/x.rules").write_text(HEAD.replace("    starts", "    cards extra\n    starts"))
    Path("x/cards/extra").mkdir(parents=True)
    return Path("x")


def test_a_link_out_of_the_folder_is_not_followed(run: Run) -> None:
    Path("secret").mkdir()
    Path("secret/some.cards").write_text("the secret of the house")
    (folder() / "cards/extra/some.cards").symlink_to(Path("secret/some.cards").resolve())

    ran = run("check", "x")

    assert ran.status == 1
    assert "outside-the-folder" in ran.out
    assert "secret" not in ran.out


def test_a_link_that_a_user_names_is_followed(run: Run) -> None:
    Path("y").symlink_to(folder().resolve())
    Path("x/x.rules").write_text(HEAD)
    Path("z.rules").symlink_to(Path("x/x.rules").resolve())

    assert [run("check", each).status for each in ("y", "z.rules")] == [0, 0]


def test_a_folder_of_cards_that_is_a_link_is_not_followed(run: Run) -> None:
    Path("secret").mkdir()
    Path("secret/some.cards").write_text("the secret of the house")
    (folder() / "cards/extra").rmdir()
    Path("x/cards/extra").symlink_to(Path("secret").resolve())

    ran = run("check", "x")

    assert ran.status == 1
    assert "outside-the-folder" in ran.out
    assert "the secret" not in ran.out


def test_a_link_in_a_circle_is_a_sentence(run: Run) -> None:
    (folder() / "cards/extra/some.cards").symlink_to("some.cards")

    ran = run("check", "x")

    assert ran.status == 1
    assert "error[" in ran.out


def test_a_pipe_among_the_files_is_not_waited_for(run: Run) -> None:
    os.mkfifo(folder() / "cards/extra/some.cards")

    ran = run("check", "x")

    assert ran.status == 1
    assert "the file cannot be read: it is not a file" in ran.out


def test_a_folder_named_like_a_file_is_a_sentence(run: Run) -> None:
    (folder() / "cards/extra/some.cards").mkdir()

    ran = run("check", "x")

    assert ran.status == 1
    assert "unreadable-file" in ran.out


@pytest.mark.parametrize("device", ["/dev/zero", "/dev/null", "/dev/full"])
def test_a_device_is_no_rulebook(run: Run, device: str) -> None:
    assert run("check", device).status == 1


def test_a_pipe_is_no_rulebook_and_nobody_waits_for_it(run: Run) -> None:
    os.mkfifo("pipe")
    Path("x.rules").write_text(HEAD)

    for command in ("check", "test", "play", "simulate", "fmt"):
        ran = run(command, "pipe")
        assert ran.status in (1, 2), command
        assert "pipe" in ran.err + ran.out, command
    assert "`check -` reads standard input" in run("check", "pipe").err


def test_columns_without_a_name_are_reported_once(run: Run) -> None:
    (folder() / "x.rules").write_text(TABLE)
    Path("x/cards/extra/beast.csv").write_text("id,name,copies,power,,\na,A,1,2,x,y\n")

    assert run("check", "x").out.count("error[") == 1


@pytest.mark.parametrize("data", [b"\xff\xfe", b"#" * 2_000_001])
def test_what_cannot_be_read_is_blamed_once(run: Run, data: bytes) -> None:
    Path("x.rules").write_bytes(data)

    ran = run("check", "x.rules", "--format", "json")

    assert len(ran.json["diagnostics"]) == 1


def test_many_files_together_are_bounded_too(run: Run) -> None:
    folder()
    for number in range(3):
        Path(f"x/cards/extra/{number}.cards").write_text("# " + "a" * 900_000)

    ran = run("check", "x")

    assert ran.status == 1
    assert "more than 2,000,000 characters" in ran.out


# ---------------------------------------------------------------- tables

TABLE = """rulebook x "X"
    players 2
    starts with game
    cards extra

kind beast
    has power: 1..9
zone all_of_them: cards, seen by all
phase game
    nobody wins
"""
CSV: list[tuple[str, bytes, str]] = [
    ("no column", b"id,name,copies\na,A,1\n", "power"),
    ("no id", b"name,copies,power\nA,1,2\n", "id"),
    ("ragged", b"id,name,copies,power\na,A,1\n", "cell"),
    ("no name", b"id,name,copies,power,,\na,A,1,2,,x\n", "this column has no name"),
    ("many columns", b"id,name,copies,power" + b",," * 2000 + b"x\na,A,1,2\n", "cell"),
    ("wide", b"id,name" + b",x" * 3000 + b"\na,A\n", "3,002 columns, more than 200"),
    ("open quote", b'id,name,copies,power\na,"A,1,2\n', "never closed"),
    ("no number", b"id,name,copies,power\na,A,1,two\n", "two"),
    ("huge number", b"id,name,copies,power\na,A,1," + b"9" * 9000 + b"\n", "error["),
    ("huge copies", b"id,name,copies,power\na,A," + b"9" * 12 + b",2\n", "error["),
    ("same column", b"id,name,copies,power,power\na,A,1,2,3\n", "power"),
    ("binary", bytes(range(256)), "not-utf8"),
    ("no text", b"id,name,copies,power\n\0,A,1,2\n", "error["),
    ("formula", b"id,name,copies,power\n=cmd(),A,1,2\n", "error["),
    ("sides", "id,name,copies,power\na,A\u202eB,1,2\n".encode(), "error["),
    ("two ids", b"id,name,copies,power\na,A,1,2\na,B,1,2\n", "duplicate-name"),
    ("long", b"id,name,copies,power\n" + b"a,A,1,2\n" * 10_000, "error["),
]


@pytest.mark.parametrize(("name", "data", "words"), CSV)
def test_a_wrong_table_is_reported_with_the_reason(
    run: Run, name: str, data: bytes, words: str
) -> None:
    (folder() / "x.rules").write_text(TABLE)
    Path("x/cards/extra/beast.csv").write_bytes(data)

    ran = run("check", "x")

    assert ran.status == 1
    assert words in ran.out
    assert len(ran.out) < 200_000
    assert not set("\x1b\u202e\0") & set(ran.out)


@pytest.mark.parametrize(
    "data",
    [
        b"id;name;copies;power\r\na;A;1;2\r\n",
        b'\xef\xbb\xbfid,name,copies,power\n"a","A, the ""first""",1,2',
        b"id,name,copies,power\n\n\na,A,1,2\n\n",
        b"id,name,copies,power,,,\na,A,1,2,,,\nb,B,1,2,,,\n,,,,,,\n",
        b"id,,name,,copies,power\na,,A,,1,2\n",
    ],
)
def test_a_table_as_spreadsheets_write_it_is_read(run: Run, data: bytes) -> None:
    (folder() / "x.rules").write_text(TABLE)
    Path("x/cards/extra/beast.csv").write_bytes(data)

    assert run("check", "x").status == 0
