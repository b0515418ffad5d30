"""Names chosen by strangers: none becomes code, and unprintable ones are refused in words."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import pytest

import ruleslang
from ruleslang.engine.code.c_function import DEBUG
from ruleslang.engine.flow.printed_names import NameTaken, Owners, c_text, safe_letters
from ruleslang.library.load import load_text
from ruleslang.source.span import Source, UnprintableName
from tests.apps.cli.conftest import Run
from tests.support.text_in_c import text_in_c
from tests.support.waiting import some_wait

RULES = """rulebook x "X"
    players 2
    starts with game
    at most 100 decisions, then nobody wins
state n: 0..9 = 0
phase game
    set n to 3
    take turns p among players
        p may do more
action more by p
    add 1 to n
    if n > 4: p wins
"""
CODE = "raise SystemExit('code ran')"
UNPRINTED = [
    f"a\n    {CODE}\n    # .rules", f"a\r    {CODE}\r.rules", f"a\u2028{CODE}\u2029.rules",
    f"a\x0b{CODE}\x0c.rules", f"a\x85{CODE}.rules", "a\x00.rules", "a\ud800.rules", "a\udcff.rules",
    "a\u202egnp.rules", "a\u200f.rules", "a\u200b.rules", "a\ufeff.rules", "a\x1b[2J.rules",
    "a\U000e0041.rules", "a" * 5000,
]  # fmt: skip
PRINTED = [
    "a*/ int x; /*.rules", "a??/.rules", "a\\", 'a"; system("x"); "', f"a'''{CODE}", "a%s{0}.rules",
    f"# coding: utf-7 {CODE}", "ß é א 漢.rules", "../../etc/passwd", "-rf", "a//b", "a`x`$(x)",
    "#line 1", "<:%:", "__builtins__", "lambda", "x" * 4000,
]  # fmt: skip


def c_of(name: str) -> str:
    compiled = load_text(RULES, name=name).compiled
    assert compiled is not None
    return text_in_c(compiled.program)


@pytest.mark.parametrize("name", UNPRINTED, ids=ascii)
def test_a_text_has_no_name_that_is_not_printed(name: str) -> None:
    for made in (ruleslang.load_text, ruleslang.check_text, ruleslang.run_examples_text):
        with pytest.raises(ValueError, match="`name` names a text in messages, and cannot: it h"):
            made(RULES, name=name)
    with pytest.raises(UnprintableName):
        Source(name, RULES)


@pytest.mark.parametrize("name", some_wait(PRINTED, 4), ids=range(len(PRINTED)))
def test_a_name_of_a_text_stays_in_comments(name: str) -> None:
    match = ruleslang.load_text(RULES, name=name).start(engine="wasm", seed=1)
    while not match.is_over:
        match.choose(0)
    text = c_of(name)

    comments = re.compile(r"/\*.*?\*/", re.DOTALL)
    assert comments.sub("", text) == comments.sub("", c_of("plain.rules"))
    assert "?" not in "".join(re.findall(r"/\* .{0,20}:\d+  .*?\*/", text))
    assert match.outcome is not None


@pytest.mark.parametrize("name", PRINTED, ids=range(len(PRINTED)))
def test_a_name_of_a_text_stays_in_line_directives(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(DEBUG, str(tmp_path / 'a"\n\\'))
    directives = [line for line in c_of(name).splitlines() if line.startswith("#line")]

    assert directives
    for line in directives:
        assert re.fullmatch(r'#line \d+ "([A-Za-z0-9 ./:_-]|\\[0-7]{3})*"', line)


@pytest.mark.skipif(sys.platform == "win32", reason="no file can be called so there")
@pytest.mark.parametrize("name", UNPRINTED, ids=ascii)
def test_a_file_of_such_a_name_is_not_read(run: Run, name: str) -> None:
    Path("game").mkdir()
    Path("game/x.rules").write_text(RULES, "utf-8")
    for each in (f"game/{name[:100]}.cards", f"game/{name[:100]}.csv"):
        try:
            Path(each).write_text("id,name\n", "utf-8")
        except (OSError, ValueError):
            return  # no file can be called so

    ran = run("check", "game")

    printable = name[:100].isprintable()
    assert (ran.status == 0) is printable or printable
    assert ("error[unprintable-name]" in ran.out + ran.err) is not printable
    assert not re.search(r"[^\n -~–…█]", re.sub(r"[┌-╿]", "", ran.out + ran.err))


@pytest.mark.skipif(sys.platform == "win32", reason="no file can be called so there")
def test_a_rulebook_in_a_file_of_such_a_name_is_not_read(run: Run) -> None:
    for place, name in enumerate(("a\n.rules", "b\r.rules", "c\u202e.rules", b"d\xff.rules")):
        path = Path(os.fsdecode(name))
        path.write_text(RULES, "utf-8")

        with pytest.raises(ruleslang.RulesError, match="the file is not read because of its name"):
            ruleslang.load(path)
        if place:
            assert "unprintable-name" in run("check", str(path)).out


def test_cards_of_such_a_name_are_not_read(run: Run) -> None:
    Path("x.rules").write_text(RULES, "utf-8")
    Path("a\r.cards").write_text("", "utf-8")

    with pytest.raises(ruleslang.RulesError, match="not read because of its name: it holds `"):
        ruleslang.load("x.rules", cards=["a\r.cards"])


def test_missing_files_are_reported_on_one_line(run: Run) -> None:
    for name in ("a\rb", "a\u2028b", "a\x1b[2Jb", "a\ud800b"):
        with pytest.raises(ruleslang.UnknownRulebook) as log:
            ruleslang.load(name)
        assert str(log.value).isprintable()


def test_a_second_owner_of_a_name_is_refused() -> None:
    owners = Owners()
    owners.name("R", "value a")

    assert owners.name("R", "value a") == "R_value__a"
    with pytest.raises(NameTaken, match="`R_value__a` is printed for R value a and for another"):
        owners.take("R_value__a", "another")


def test_every_sign_is_safe_in_comments_and_literals_of_c() -> None:
    for number in (*range(0x3000), *range(0xD7F0, 0xE010), *range(0xFE00, 0x10000), 0xE0041):
        sign = chr(number)
        comment = safe_letters(f"a{sign}b")
        assert comment.isprintable() and not set(comment) & set("*?\\`#"), ascii(sign)
        if not 0xD800 <= number < 0xDC80 and not 0xDCFF < number < 0xE000:
            assert re.fullmatch(r'"a([A-Za-z0-9 ./:_-]|(\\[0-7]{3})+)b"', c_text(f"a{sign}b"))
