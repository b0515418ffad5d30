"""A cached load is equal to a fresh one, or is ignored."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from ruleslang.library import compile_rulebook, kept_loads
from ruleslang.library.compile_rulebook import compile_place
from ruleslang.library.find_rulebook import UnknownRulebook, data_root, find, shipped_rulebooks
from ruleslang.library.kept_loads import Loaded
from ruleslang.library.load import load
from ruleslang.library.read_rulebook_files import Trees
from ruleslang.program.program import Compiled
from ruleslang.program.serial import DamagedProgram, from_plain, plain
from ruleslang.source.cache_files import drop_oldest
from ruleslang.source.span import Span
from tests.library.workspace.test_edited_comments import RULEBOOKS, message
from tests.library.workspace.test_edited_comments import edited as comments_edited
from tests.library.workspace.test_random_edits import CORPUS, EXAMPLES
from tests.library.workspace.test_random_edits import edited as words_edited

TEXT = """rulebook small "Small"
    language 1
    players 2: ann, bob
    starts with game
    cards gems

kind gem
    has worth: 0..9
zone pile: cards, ordered, seen by all
state coins: 0..9 = 0
phase game
    add 1 to coins
    move cards to pile
    nobody wins
"""
SOME = ("checkers", "hanabi", "deck_builder")  # a board, a deck, cards of many kinds
CARD = 'card ruby "Ruby": gem\n    worth: 1\n'


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache, into which rulebooks of any length go."""
    monkeypatch.setenv("RULESLANG_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache" / "loads"


@pytest.fixture
def rulebook(tmp_path: Path) -> Path:
    folder = tmp_path / "small"
    (folder / "cards" / "gems").mkdir(parents=True)
    (folder / "small.rules").write_text(TEXT)
    (folder / "cards" / "gems" / "a.cards").write_text(CARD)
    return folder


def place(span: Span) -> tuple[str, int, int]:
    return span.source.name, span.start, span.end


def log(loaded: Loaded) -> Any:
    """All that a load says, so that two can be compared."""
    return (
        loaded.name,
        loaded.compiled,
        [place(each) for each in loaded.spans],
        [
            (
                *(each.slug, each.severity, place(each.span), each.message, each.help),
                [(place(label.span), label.text) for label in each.labels],
                [place(also) for also in each.also],
                each.subject,
                each.cause and place(each.cause.span),
                each.fix
                and [each.fix.certainty, each.fix.naming]
                + [(place(edit.span), edit.text) for edit in each.fix.edits],
            )
            for each in loaded.diagnostics
        ],
        [tree.source.text for tree in loaded.files.trees],
        loaded.shown_as,
    )


def is_kept(name: str, *, lints: bool = False, cards: tuple[str, ...] = ()) -> bool:
    found = kept_loads.kept_load(find(name), cards, lambda *_: pytest.fail(name), lints=lints)
    return found is not None


@pytest.mark.usefixtures("cache")
def test_the_cached_loads_of_some_rulebooks_are_the_same() -> None:
    for name in SOME:
        is_the_same(name)


@pytest.mark.long
@pytest.mark.usefixtures("cache")
@pytest.mark.parametrize("name", shipped_rulebooks())
def test_the_cached_load_of_a_shipped_rulebook_is_the_same(name: str) -> None:
    is_the_same(name)


def is_the_same(name: str) -> None:
    for lints in (True, False):
        first = load(name, lints=lints)
        assert is_kept(name, lints=lints), name
        assert log(load(name, lints=lints)) == log(first), name


@pytest.mark.usefixtures("cache")
@pytest.mark.parametrize(
    "some", [slice(1, 3), pytest.param(slice(None), marks=pytest.mark.long)], ids=["some", "all"]
)
def test_places_shift_with_the_text(some: slice, tmp_path: Path) -> None:
    """A copy of a rulebook is changed a little, time and again, and never told of as it was."""
    dice = random.Random(12)
    shutil.copytree(data_root() / "examples", tmp_path / "examples")
    for path in sorted((tmp_path / "examples").glob("*/*.rules"))[some]:
        for _ in range(2):
            load(str(path), lints=True), load(str(path))
            lines = path.read_text().splitlines(keepends=True)
            lines.insert(dice.randrange(len(lines)), dice.choice(("# more\n", "\n", "stop\n")))
            path.write_text("".join(lines))
            for lints in (True, False):
                now = load(str(path), lints=lints)
                assert not any(each.source.text != path.read_text() for each in now.spans)
                again = load(str(path), lints=lints, texts={path: path.read_text()})
                assert log(now) == log(again)
                assert log(load(str(path), lints=lints)) == log(again)


def add_a_text(folder: Path) -> None:
    (folder / "more.rules").write_text("state more: 0..9 = 0\n")


def add_a_card(folder: Path) -> None:
    (folder / "cards" / "gems" / "b.cards").write_text(CARD.replace("ruby", "opal"))


def add_a_folder_that_goes_before(folder: Path) -> None:
    (folder / "gems.cards").write_text(CARD)


def change_a_card(folder: Path) -> None:
    (folder / "cards" / "gems" / "a.cards").write_text(CARD.replace("1", "2"))


def leave_a_card_out(folder: Path) -> None:
    (folder / "cards" / "gems" / "a.cards").unlink()


def link_out_of_the_folder(folder: Path) -> None:
    elsewhere = folder.parent / "elsewhere.rules"
    shutil.move(folder / "small.rules", elsewhere)
    (folder / "small.rules").symlink_to(elsewhere)


def put_a_pipe_there(folder: Path) -> None:
    (folder / "cards" / "gems" / "a.cards").unlink()
    os.mkfifo(folder / "cards" / "gems" / "a.cards")


CHANGES = (
    add_a_text,
    add_a_card,
    add_a_folder_that_goes_before,
    change_a_card,
    leave_a_card_out,
    link_out_of_the_folder,
    put_a_pipe_there,
)


@pytest.mark.usefixtures("cache")
@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_any_change_of_its_files_is_seen(change: Callable[[Path], None], rulebook: Path) -> None:
    before = load(str(rulebook))
    assert before.compiled is not None
    assert is_kept(str(rulebook))

    change(rulebook)

    assert not is_kept(str(rulebook))
    assert log(load(str(rulebook))) != log(before)


@pytest.mark.usefixtures("cache")
def test_cards_laid_over_it_are_seen(rulebook: Path, tmp_path: Path) -> None:
    over = tmp_path / "over.cards"
    over.write_text(CARD.replace("1", "3"))
    plain, cards = load(str(rulebook)), (str(over),)
    first = load(str(rulebook), cards=cards)
    assert log(first) != log(plain)
    assert log(load(str(rulebook), cards=cards)) == log(first)
    assert log(load(str(rulebook))) == log(plain)

    over.write_text(CARD.replace("1", "4"))

    assert not is_kept(str(rulebook), cards=cards)


@pytest.mark.usefixtures("cache")
def test_another_version_keeps_its_own(rulebook: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    load(str(rulebook))
    assert is_kept(str(rulebook))

    monkeypatch.setattr(kept_loads, "package_version", lambda: "another")

    assert not is_kept(str(rulebook))


@pytest.mark.usefixtures("cache")
@pytest.mark.parametrize("lints", [True, False])
def test_errors_are_kept_until_a_text_changes(lints: bool, rulebook: Path) -> None:
    wrong = TEXT.replace("add 1", "add many")
    (rulebook / "small.rules").write_text(wrong)
    first = load(str(rulebook), lints=lints)

    assert first.compiled is None
    assert is_kept(str(rulebook), lints=lints)
    assert log(load(str(rulebook), lints=lints)) == log(first)

    (rulebook / "small.rules").write_text(f"# a comment\n{wrong}")
    (error,) = load(str(rulebook), lints=lints).diagnostics
    assert error.span.line == first.diagnostics[0].span.line + 1

    (rulebook / "small.rules").write_text(TEXT)
    assert load(str(rulebook), lints=lints).compiled is not None


@pytest.mark.usefixtures("cache")
def test_errors_that_other_files_and_names_decide_are_not_kept(tmp_path: Path) -> None:
    (tmp_path / "small.rules").write_text(TEXT.replace("cards gems", "cards gens"))
    (tmp_path / "cards" / "gems").mkdir(parents=True)
    (tmp_path / "cards" / "gems" / "a.cards").write_text(CARD)
    name = str(tmp_path / "small.rules")
    (before,) = (each for each in load(name).diagnostics if each.is_error)
    (tmp_path / "cards" / "gens").mkdir()
    (after,) = (each for each in load(name).diagnostics if each.is_error)
    assert before.help == "did you mean `gems`?"
    assert "contains no card files" in after.message

    (tmp_path / "small.rules").write_text(TEXT.replace("    cards gems\n", "") + "    win ruby\n")
    (tmp_path / "gem.csv").write_text("id,worth\nruby,1\n")
    assert load(name).compiled is None
    assert not is_kept(name)

    (tmp_path / "small.rules").write_text("kind gem\n")
    assert load(name).compiled is None
    assert not is_kept(name)


def test_an_edit_of_a_comment_is_not_checked(cache: Path, rulebook: Path) -> None:
    path = rulebook / "small.rules"
    path.write_text(f"{TEXT}state more: 0..9 = 0\n")
    (warning, *_), name = load(str(rulebook), lints=True).diagnostics, str(rulebook)
    for line in ("# a comment", "", "# another, and a longer one"):
        path.write_text(f"{line}\n{path.read_text()}")
        assert is_kept(name, lints=True)
        (moved, *_) = load(name, lints=True).diagnostics
        assert moved.span.line == warning.span.line + 1 and moved.span.source.text.startswith(line)
        warning = moved

    path.write_text(f"# with a 7\n{path.read_text()}")
    assert not is_kept(name, lints=True)
    assert len(list(cache.iterdir())) == 1


def edit_and_check(originals: Sequence[Path], folder: Path, number: int, seed: int) -> None:
    """
    Edit the files of a rulebook again and again. Each time, `check` says what it says from nothing:
    the first time after the edit, and when nothing has changed.
    """
    dice, name = random.Random(seed), str(folder if len(originals) > 1 else folder / "a.rules")
    paths = [folder / (path.name if len(originals) > 1 else "a.rules") for path in originals]
    for step in range(number):
        which = dice.randrange(len(paths))
        path, original = paths[which], originals[which]
        old = path if path.exists() and dice.random() < 0.7 else original
        text = old.read_text(encoding="utf-8")
        text = comments_edited(text, dice) if dice.random() < 0.5 else words_edited(text, dice)[0]
        path.write_text(text, encoding="utf-8", newline="")

        forget_trees()
        checked = said(lambda: load(name, lints=True))
        assert said(lambda: load(name, lints=True)) == checked
        assert checked == said(lambda: from_nothing(name)), f"seed {seed}, step {step}: {path}"


def forget_trees() -> None:
    """Begin as a new process does."""
    compile_rulebook.LAST.drop_unused(), compile_rulebook.LAST.drop_unused()


def said(loaded: Callable[[], Loaded]) -> Any:
    try:
        found = loaded()
    except UnknownRulebook as problem:
        return str(problem)
    return found.name, [message(each) for each in found.diagnostics]


def from_nothing(name: str) -> Loaded:
    stem = Path(name).stem
    return compile_place(find(name), (), fallback=stem, lints=True, trees=Trees())


@pytest.mark.usefixtures("cache")
def test_after_random_edits_check_is_as_from_nothing(tmp_path: Path) -> None:
    edit_and_check([data_root() / "examples/higher/higher.rules"], tmp_path, 12, 1)
    edit_and_check(CORPUS[7:8], tmp_path, 6, 2)


@pytest.mark.long
@pytest.mark.usefixtures("cache")
@pytest.mark.parametrize("seed", range(40))
def test_after_many_random_edits_check_is_as_from_nothing(seed: int, tmp_path: Path) -> None:
    dice = random.Random(seed)
    for original in (dice.choice(EXAMPLES), *dice.sample(CORPUS, 3)):
        shutil.rmtree(tmp_path / "one", ignore_errors=True)
        (tmp_path / "one").mkdir()
        edit_and_check([original], tmp_path / "one", 20, seed)
    name = RULEBOOKS[seed % len(RULEBOOKS)]
    shutil.copytree(data_root() / "cards" / name, tmp_path / "cards" / name)
    folder = tmp_path / "rulebooks" / name
    shutil.copytree(data_root() / "rulebooks" / name, folder)
    edit_and_check(sorted(data_root().glob(f"rulebooks/{name}/*.rules")), folder, 6, seed)


def rewritten(path: Path, change: Callable[[Any], None]) -> None:
    """Change an entry and give it the right digest."""
    whole = json.loads(path.read_text().partition("\n")[2])
    change(whole)
    text = json.dumps(whole)
    path.write_text(f"{kept_loads.digest(text)}\n{text}")


def a_directory(path: Path) -> None:
    path.unlink()
    path.mkdir()


def a_pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


ADVICE = {
    "is": "Diagnostic",
    "slug": "needless-line",
    "severity": "advice",
    "span": [0, 0, 8],
    "message": "this line says nothing",
}


def test_what_is_kept_of_a_diagnostic_is_read(cache: Path, rulebook: Path) -> None:
    load(str(rulebook))
    (entry,) = cache.iterdir()

    rewritten(entry, lambda whole: whole.update(diagnostics=[ADVICE]))

    (advice,) = load(str(rulebook)).diagnostics
    assert (advice.slug, advice.span.text) == ("needless-line", "rulebook")


DAMAGE: dict[str, Callable[[Path], object]] = {
    "nothing in it": lambda path: path.write_text(""),
    "half of it": lambda path: path.write_text(path.read_text()[:500]),
    "one letter": lambda path: path.write_text(path.read_text().replace("ruby", "rubi")),
    "not text": lambda path: path.write_bytes(b"\xff\xfe\x00"),
    "a directory": a_directory,
    "a pipe": a_pipe,
    "anyone may write to it": lambda path: path.chmod(0o666),
    "a list": lambda path: path.write_text(f"{kept_loads.digest('[]')}\n[]"),
    "no places": lambda path: rewritten(path, lambda whole: whole.pop("places")),
    "a number for a name": lambda path: rewritten(path, lambda whole: whole.update(name=1)),
    "places": lambda path: rewritten(path, lambda whole: whole.update(places=[[1, 2]])),
    "files": lambda path: rewritten(path, lambda whole: whole.update(files=7)),
    "diagnostics": lambda path: rewritten(path, lambda whole: whole.update(diagnostics=[[1]])),
    **{
        f"{name} {value}": lambda path, name=name, value=value: rewritten(
            path, lambda whole: whole.update(diagnostics=[ADVICE | {name: value}])
        )
        for name, value in (
            ("span", [1.5, 0, 2]),
            ("span", [9, 0, 2]),
            ("span", [0, 0, 10**6]),
            ("severity", "grave"),
            ("message", 7),
            ("labels", [[]]),
            ("more", ""),
        )
    },
    "no program": lambda path: rewritten(path, lambda whole: whole.update(compiled=[1, 2])),
    "lines that are not there": lambda path: rewritten(
        path, lambda whole: whole["compiled"]["program"]["origins"][0].update(line=10**6)
    ),
    "no name of a file": lambda path: rewritten(
        path, lambda whole: whole["files"][0].__setitem__(2, {"name": "x"})
    ),
    "deep lists": lambda path: path.write_text(f"{kept_loads.digest('[' * 10**5)}\n{'[' * 10**5}"),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_entry_is_made_again_in_silence(
    damage: str, cache: Path, rulebook: Path, recwarn: pytest.WarningsRecorder
) -> None:
    first = load(str(rulebook))
    (entry,) = cache.iterdir()

    DAMAGE[damage](entry)

    assert not is_kept(str(rulebook))
    assert log(load(str(rulebook))) == log(first)
    assert not recwarn.list
    if entry.is_file():
        assert is_kept(str(rulebook))


def test_where_nothing_can_be_kept_everything_is_loaded(
    cache: Path, rulebook: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = load(str(rulebook))
    shutil.rmtree(cache)
    cache.parent.mkdir(exist_ok=True)
    cache.write_text("no folder")
    assert log(load(str(rulebook))) == log(first)

    cache.unlink()
    cache.mkdir()
    cache.chmod(0o777)
    assert log(load(str(rulebook))) == log(first)
    assert not list(cache.iterdir())

    monkeypatch.setattr(kept_loads, "cache_folder", lambda: None)
    assert log(load(str(rulebook))) == log(first)


def test_only_the_newest_entries_stay(tmp_path: Path) -> None:
    for number in range(6):
        path = tmp_path / f"{number}"
        path.write_text("")
        os.utime(path, (number, number))
    (tmp_path / "folder").mkdir()

    drop_oldest(tmp_path, 2)

    assert sorted(path.name for path in tmp_path.iterdir()) == ["4", "5", "folder"]


def test_any_content_of_the_entry_is_a_game_or_is_refused() -> None:
    """Anything is put in any place: no other failure comes of it."""
    dice = random.Random(7)
    text, refused = json.dumps(plain(load("pig").compiled)), 0
    for _ in range(150):
        spoilt = json.loads(text)
        inside = spoilt
        while True:
            at = dice.choice(list(inside) if isinstance(inside, dict) else range(len(inside)))
            if not isinstance(inside[at], list | dict) or not inside[at] or dice.random() < 0.1:
                break
            inside = inside[at]
        inside[at] = dice.choice((None, 0, True, "x", [], {"is": "Number"}, {}, 1.5, [[]]))
        try:
            from_plain(spoilt, Compiled)
        except DamagedProgram:
            refused += 1
    assert refused > 100


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="rights are no bits here")
def test_a_cache_that_others_may_change_is_not_used_and_reported(tmp_path: Path) -> None:
    (tmp_path / "open").mkdir()
    (tmp_path / "open").chmod(0o777)
    command = [sys.executable, "-m", "ruleslang", "check", "hearts", "--format", "json"]
    env = {**os.environ, "RULESLANG_CACHE": str(tmp_path / "open")}
    ran = subprocess.run(command, env=env, capture_output=True, text=True, timeout=60)

    assert ran.returncode == 0 and json.loads(ran.stdout)["command"] == "check"
    assert f"because others can change `{tmp_path / 'open'}`" in ran.stderr
    assert not list((tmp_path / "open").rglob("*.json"))
