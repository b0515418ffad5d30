"""A rulebook of which declarations have changed is what it is when all of it is lowered."""

from __future__ import annotations

import io
import json
import random
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

from ruleslang.cli.main import status
from ruleslang.library import kept_declarations, kept_loads
from ruleslang.library.cache_entries import digest as digest_of
from ruleslang.library.compile_rulebook import compile_gathered, compile_place, compile_with_changes
from ruleslang.library.find_rulebook import Place
from ruleslang.library.load_result import Loaded
from ruleslang.library.read_rulebook_files import gather
from ruleslang.library.shipped_data import data_root, shipped_rulebooks
from ruleslang.lower.rulebook import compile_trees
from ruleslang.program.digest import digest
from ruleslang.source.span import Source
from ruleslang.syntax.parse import chunks
from tests.library.test_kept_loads import told
from tests.support.shipped import LARGE

Edit = Callable[[str], str]
NUMBER = re.compile(r"\d+")
HEAD = re.compile(r"^(\w+ )(\w+)")
STRIDE = 89  # every so many edits of a rulebook are tried by default


def other_number(chunk: str) -> str:
    return NUMBER.sub(lambda found: str(int(found[0]) + 1), chunk, count=1)


def last_number(chunk: str) -> str:
    found = [*NUMBER.finditer(chunk)][-1:]
    return chunk[: found[0].start()] + "2" + chunk[found[0].end() :] if found else chunk


def without_last_line(chunk: str) -> str:
    lines = chunk.rstrip().split("\n")
    return "\n".join(lines[:-1]) + "\n" if len(lines) > 1 else ""


def with_last_line_twice(chunk: str) -> str:
    kept = chunk.rstrip()
    return f"{kept}\n{kept.rpartition(chr(10))[2]}\n\n"


def renamed(chunk: str) -> str:
    return HEAD.sub(r"\1\2_other", chunk, count=1)


def with_a_comment(chunk: str) -> str:
    return f"{chunk.rstrip()}\n\n# What stands below has moved.\n\n"


def negated(chunk: str) -> str:
    return chunk.replace(" is ", " is not ", 1)


def with_an_unknown_word(chunk: str) -> str:
    return re.sub(r"\w+\s*$", "never_heard_of\n", chunk, count=1)


def deleted(chunk: str) -> str:
    return ""


EDITS: tuple[Edit, ...] = (
    other_number,
    with_a_comment,
    last_number,
    with_last_line_twice,
    negated,
    without_last_line,
    renamed,
    with_an_unknown_word,
    deleted,
)


class Copy:
    """A copy of a shipped rulebook, whose declarations are kept as they are."""

    def __init__(self, game: str, folder: Path, *, lints: bool = True) -> None:
        shipped = shipped_rulebooks()[game].relative_to(data_root())
        for own in (Path("rulebooks", "standard"), Path("cards"), shipped):
            shutil.copytree(data_root() / own, folder / own, dirs_exist_ok=True)
        self.place = Place(folder / shipped, folder)
        compile_place(self.place, (), fallback="it", lints=lints)

    def edits(self) -> Iterator[tuple[Path, str, str]]:
        """Every edit of every chunk: the file, its text then, and what was done."""
        own = [path for path in self._files() if path.suffix in (".rules", ".cards")]
        for path in own:
            text = path.read_text()
            for chunk in chunks(Source(path.name, text)):
                for edit in EDITS:
                    changed = text[: chunk.start] + edit(chunk.text) + text[chunk.end :]
                    if changed != text:
                        line = text.count("\n", 0, chunk.start) + 1
                        yield path, changed, f"{path.name}:{line} {edit.__name__}"

    def _files(self) -> list[Path]:
        trees = gather(self.place).trees
        return [self.place.root / tree.source.name for tree in trees]


def compared(place: Place, path: Path, text: str) -> bool:
    """Whether a change was answered from what is kept; then that must be right."""
    before = path.read_text()
    path.write_text(text)
    try:
        again = compile_with_changes(place, fallback="it", lints=True)
        if again is None:
            return False
        cold = compile_gathered(gather(place), fallback="it", lints=True)
        assert told(again) == told(cold)
        assert known(again) == known(cold)
        return True
    finally:
        path.write_text(before)


def known(loaded: Loaded) -> str | None:
    return None if loaded.compiled is None else digest(loaded.compiled.program)


def try_all(game: str, folder: Path, stride: int, first: int = 0) -> int:
    """Try each so manieth edit of a rulebook; how many were answered from what is kept."""
    copy = Copy(game, folder)
    failures, answered = [], 0
    for path, text, what in [*copy.edits()][first::stride]:
        try:
            answered += compared(copy.place, path, text)
        except AssertionError as problem:
            failures.append(f"{what}: {str(problem)[:300]}")
    assert not failures, "\n".join(failures)
    return answered


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache, into which rulebooks of any length go."""
    monkeypatch.setenv("RULESLANG_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(kept_loads, "FEWEST_LETTERS", 0)
    monkeypatch.setattr(kept_declarations, "FEWEST_LETTERS", 0)
    return tmp_path / "cache" / "declarations"


def test_an_edit_of_a_small_rulebook_is_answered_as_if_nothing_was_kept(tmp_path: Path) -> None:
    small = [name for name in shipped_rulebooks() if name not in LARGE][::2]

    answered = sum(try_all(name, tmp_path / name, STRIDE) for name in small)

    assert answered > len(small) // 2


ASKED_TWICE = """\
rulebook short "Short"
    language 1
    players 2
    starts with game

value most = 4
state coins: 0..9 = 0

phase game
    set coins to most
    nobody wins

example "what it is"
    then most is 4

example "what is set"
    when game
    then coins is most and most is 4
"""
CONCERNING_OTHERS = (
    ("draw_poker", "up to 3 of hand(p) as away", "up to 4 of hand(p) as away"),
    ("draw_poker", "value pot: 2..25 =", "value pot: 2..30 ="),
    ("spell_duel", '"Bolt" x5', '"Bolt" x6'),
)


@pytest.mark.parametrize(("game", "before", "after"), CONCERNING_OTHERS)
def test_what_names_something_of_another_type_is_lowered_with_it(
    game: str, before: str, after: str, tmp_path: Path
) -> None:
    copy = Copy(game, tmp_path)
    (path,) = copy.place.path.glob("*.rules")

    assert compared(copy.place, path, path.read_text().replace(before, after, 1))


def test_what_is_wrong_then_is_said_of_every_place(tmp_path: Path) -> None:
    path, place = tmp_path / "short.rules", Place(tmp_path, tmp_path)
    path.write_text(ASKED_TWICE)
    compile_place(place, (), fallback="it", lints=True)

    assert compared(place, path, ASKED_TWICE.replace("value most = 4", "value most = 5"))


def test_all_are_lowered_when_a_name_comes_to_stand_for_one_copy_or_none(tmp_path: Path) -> None:
    copy = Copy("spell_duel", tmp_path)
    (path,) = copy.place.path.glob("*.rules")
    one = path.read_text().replace('"Bolt" x5', '"Bolt" x1', 1)

    assert not compared(copy.place, path, one)
    path.write_text(one)
    compile_place(copy.place, (), fallback="it", lints=True)
    assert not compared(copy.place, path, one.replace('"Bolt" x1', '"Bolt" x0', 1))


def test_a_damaged_entry_is_passed_over_in_silence(
    cache: Path, tmp_path: Path, recwarn: pytest.WarningsRecorder
) -> None:
    """Anything is put in any place: all that comes of it is that the texts are read."""
    copy = Copy("pig", tmp_path)
    (entry,) = cache.iterdir()
    head, *rest = entry.read_text().split("\n")[1:]
    dice = random.Random(5)
    heads = [spoilt(head, dice) for _ in range(60)]
    rests = [[head, *(spoilt(line, dice) for line in rest)] for _ in range(10)]
    texts = ["", "[]", "{}", "[" * 10**5, *("\n".join((each, *rest)) for each in heads)]
    texts += ["\n".join(each) for each in rests]
    refused = 0

    for damaged in (*texts, None):
        text = entry.read_text()[:900] if damaged is None else f"{digest_of(damaged)}\n{damaged}"
        entry.write_text(text)
        found = compile_with_changes(copy.place, fallback="it", lints=True)
        refused += found is None
        assert found is None or told(found)  # what is read only now may be damaged, too

    assert refused > 40, refused
    assert not recwarn.list


def spoilt(line: str, dice: random.Random) -> str:
    """A line of an entry in which something stands in the place of something."""
    inside = whole = json.loads(line)
    while True:
        at = dice.choice(list(inside) if isinstance(inside, dict) else range(len(inside)))
        if not isinstance(inside[at], (list, dict)) or not inside[at] or dice.random() < 0.1:
            break
        inside = inside[at]
    inside[at] = dice.choice((None, -1, 10**6, True, "x", [], ["Number", 1], {}, 1.5, [[]]))
    return json.dumps(whole)


def test_what_was_written_by_another_version_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = Copy("pig", tmp_path)
    assert compile_with_changes(copy.place, fallback="it", lints=True) is not None

    monkeypatch.setattr(kept_declarations, "package_version", lambda: "another")

    assert compile_with_changes(copy.place, fallback="it", lints=True) is None


def test_advice_that_nobody_asked_for_before_is_given(tmp_path: Path) -> None:
    copy = Copy("pig", tmp_path, lints=False)

    assert compile_with_changes(copy.place, fallback="it", lints=False) is not None
    assert compile_with_changes(copy.place, fallback="it", lints=True) is None


def test_no_more_entries_stay_than_there_is_room_for(
    cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept_declarations, "MOST_ENTRIES", 2)

    for number in range(4):
        Copy("pig", tmp_path / str(number))

    assert len(list(cache.iterdir())) == 2


@pytest.mark.long
@pytest.mark.parametrize("game", list(shipped_rulebooks()))
def test_many_edits_are_answered_as_if_nothing_was_kept(game: str, tmp_path: Path) -> None:
    """Other edits each time; to lower all of a large rulebook after each takes seconds."""
    stride = 131 if game in LARGE else 3

    answered = try_all(game, tmp_path, stride, random.randrange(stride))

    # Where a declaration depends on itself by its choices, none is lowered by itself.
    assert answered or not compile_trees(gather(Copy(game, tmp_path).place).trees).alone


def printed(place: Place, cache: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """What `check` prints of a rulebook with a cache."""
    monkeypatch.setenv("RULESLANG_CACHE", str(cache))
    told = io.StringIO()
    with redirect_stdout(told), redirect_stderr(told):
        code = status(["check", str(place.path)])
    return f"{told.getvalue()}{code}"


def edit_on(
    game: str, folder: Path, steps: int, dice: random.Random, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    Edit a copy again and again, and compare what is printed with and without a cache each time.

    An edit that leaves an error is taken back; the others stay, so that more and more declarations
    differ from what was kept. Now and then the entries are damaged.
    """
    copy, kept, empty = Copy(game, folder), folder / "kept", folder / "empty"
    printed(copy.place, kept, monkeypatch)
    done = []
    for _ in range(steps):
        path, text, what = dice.choice([*copy.edits()])
        before = path.read_text()
        path.write_text(text)
        done.append(what)
        if dice.random() < 0.1:
            damage(kept, dice)
        warm = printed(copy.place, kept, monkeypatch)
        shutil.rmtree(empty, ignore_errors=True)
        assert warm == printed(copy.place, empty, monkeypatch), done
        if not warm.endswith("0"):
            path.write_text(before)
            done.pop()


def damage(kept: Path, dice: random.Random) -> None:
    """Cut each entry off, or put something else into it."""
    for entry in kept.glob("*/*.json"):
        text = entry.read_text()
        at = dice.randrange(len(text))
        entry.write_text(text[:at] + dice.choice(("", "7", "[]" + text[at:])))


def test_check_prints_after_edits_what_it_prints_without_a_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    edit_on("pig", tmp_path, 8, random.Random(3), monkeypatch)


@pytest.mark.long
@pytest.mark.parametrize("game", list(shipped_rulebooks()))
def test_check_prints_the_same_after_many_edits(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Other edits each time."""
    edit_on(game, tmp_path, 15 if game in LARGE else 60, random.Random(), monkeypatch)
