"""Files in folders, and input at a terminal."""

from __future__ import annotations

import contextlib
import io
import json
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random

import ruleslang
from ruleslang.apps.cli.main import status
from ruleslang.library import kept_loads
from ruleslang.library.find_rulebook import UnknownRulebook
from ruleslang.library.kept_loads import digest
from ruleslang.source.render import render_all
from tests.apps.cli.conftest import command
from tests.hostile.fuzz import mutators
from tests.hostile.fuzz.harness import SECRET, Target, in_words
from tests.hostile.fuzz.mutators import raw, text_of
from tests.hostile.fuzz.texts import HEAD, LINES, ROWS, TABLE

# ---------------------------------------------------------------- names of files


def file_called(data: bytes) -> None:
    """Names of files, as arguments of `load` and `check`, and as names of files that are there."""
    given = json.loads(data)
    folder = Path("house")
    shutil.rmtree(folder, ignore_errors=True)
    with contextlib.suppress(OSError, ValueError):
        (folder / "cards" / "extra").mkdir(parents=True, exist_ok=True)
        (folder / "x.rules").write_text(TABLE.replace("cards extra", f"cards {given['folder']}"))
        path = folder / given["file"]
        if Path(os.path.abspath(path)).is_relative_to(folder.resolve()):
            if given["link"]:
                path.symlink_to(given["link"])
            else:
                path.write_text(given["text"])
    asked: list[Callable[[], object]] = [lambda: ruleslang.check(folder)]
    # a link that somebody names himself is followed
    if not given["link"]:
        asked.append(lambda: ruleslang.load(folder / given["file"]))
    if not (given["link"] and _is_below(given["name"], folder / given["file"])):
        asked.append(lambda: ruleslang.check(given["name"]))
        asked.append(lambda: ruleslang.load(folder, cards=[given["name"]]))
    for ask in asked:
        with refused():
            found = ask()
            if isinstance(found, tuple):
                shown = render_all(found)
                assert all(each.isprintable() or each == "\n" for each in shown), "not legible"
                assert SECRET not in shown


def _is_below(name: str, path: Path) -> bool:
    """Whether a name is that of the path, or of something below it."""
    return Path(os.path.abspath(name)).is_relative_to(os.path.abspath(path))


@contextlib.contextmanager
def refused() -> Iterator[None]:
    """What loading may raise, with a message."""
    try:
        yield
    except (UnknownRulebook, ruleslang.RulesError, ValueError) as problem:
        in_words(problem)


def some_file(chance: Random) -> bytes:
    """A name to ask for, and a file or a link of some name in a folder."""
    ways_out = ("../house.txt", "../../house.txt", "/etc/hostname", "cards/../../../house.txt", ".")
    ending = chance.choice((".rules", ".cards", ".csv", "", ".RULES"))
    inside = chance.choice(("", "cards/extra/", "cards/", "cards/extra/deep/"))
    given = {
        "name": chance.choice((mutators.name(chance), f"house/{inside}")),  # else it may be read
        "folder": chance.choice(("extra", "extra", mutators.word(chance), *ways_out)),
        "file": f"{inside}{mutators.word(chance)}{ending}",
        "link": chance.choice((*ways_out, "", "", "", "", "x.rules", "loop")),
        "text": chance.choice((HEAD, ROWS, "", TABLE, mutators.word(chance))),
    }
    return mutators.jsonable(given)


def a_file() -> bytes:
    """A file and a name without anything odd."""
    return mutators.jsonable(
        {"name": "no", "folder": "extra", "file": "y.cards", "link": "", "text": ""}
    )


# ---------------------------------------------------------------- the cache

LONG = HEAD + "\n# a long comment, so that the rulebook is worth keeping".ljust(12_000) + "\n"


@cache
def _entry() -> tuple[Path, str]:
    """The entry that was written for a rulebook: where, relative to the cache, and its text."""
    os.environ["RULESLANG_CACHE"] = str(Path("cache").resolve())
    _house()
    shutil.rmtree("cache", ignore_errors=True)  # of a process that was ended before
    ruleslang.load("house/x.rules")
    (path,) = Path("cache/loads").glob("*.json")
    return path, path.read_text()


def _house() -> None:
    Path("house").mkdir(exist_ok=True)
    Path("house/x.rules").write_text(LONG)


def entry_in(data: bytes) -> None:
    """An entry of the cache: it is used, or the rulebook is loaded as if there was none."""
    path, _ = _entry()
    os.environ["RULESLANG_CACHE"] = str(Path("cache").resolve())
    _house()
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    path.unlink(missing_ok=True)
    path.write_bytes(_forged(data))
    path.chmod(0o600)
    path.parent.chmod(0o700)
    kept_loads.package_version.cache_clear()
    game = ruleslang.load("house/x.rules")
    render_all(game.diagnostics)
    with contextlib.suppress(ruleslang.RulesError):
        ruleslang.check("house/x.rules")


def _forged(data: bytes) -> bytes:
    """The entry of this machine and version in which values at some places are others; or bytes."""
    whole = json.loads(_entry()[1].partition("\n")[2])
    try:
        changes = json.loads(data) if data.startswith(b"[[[") else None
    except (ValueError, RecursionError):
        changes = None
    if changes is None:
        return data
    for (*way, last), value in changes:
        holder = whole
        for each in way:
            holder = holder[each]
        assert last in holder if isinstance(holder, dict) else last < len(holder)
        holder[last] = value
    text = json.dumps(whole)
    return raw(f"{digest(text)}\n{text}")


def some_entry(chance: Random) -> bytes:
    """The entry with damage that its digest shows, or that was forged with a new one."""
    _, text = _entry()
    _, _, rest = text.partition("\n")
    if chance.random() < 0.3:
        return mutators.bent(raw(text), chance)
    lines = rest.split("\n")
    at = chance.randrange(len(lines))
    whole = json.loads(lines[at])
    lines[at] = mutators.jsonable(mutators.bent_json(whole, chance, [whole])).decode()
    forged = "\n".join(lines)
    return raw(f"{digest(forged)}\n{forged}")


# ---------------------------------------------------------------- command lines

WORDS = [
    "check", "test", "trace", "play", "simulate", "odds", "why", "new", "card", "rulebook", "fmt",
    "replay", "explain", "x.rules", "x.rules", "x.rules", "no.rules", "house", ".", "..", "-", "--",
    "--seed", "--games", "--players", "--set", "--cards", "--at", "--from", "--lang", "--jobs",
    "--format", "json", "--engine", "interpreter", "wasm", "--automatic", "--only", "--records",
    "--resume", "--fix", "--diff", "--check", "--laws", "--player", "--help", "--version", "1", "0",
    "2", "-1", "random", "you", "you,random", "t.csv", "x.save", "r.jsonl", "p.txt", "a=b", "game",
    "--since", "HEAD", "--like", "--rulebook", "--show", "--steps", "pig", "unknown-zone", "*",
]  # fmt: skip
LINES_OF_COMMANDS = [
    "check x.rules", "check house", "test x.rules", "trace x.rules", "fmt x.rules",
    "fmt --check x.rules", "simulate x.rules --games 2 --jobs 1", "play x.rules --seed 1",
    "simulate x.rules --games 1 --jobs 1 --from p.txt", "play x.rules --from p.txt --seed 2",
    "why x.rules --at 1", "odds x.rules d6", "replay r.jsonl --rulebook x.rules",
    "new rulebook other", "new card house a", "explain unknown-zone",
    "play x.rules --resume x.save",
    "check x.rules --cards t.csv", "simulate x.rules --games 1 --jobs 1 --records r2.jsonl",
    "check x.rules --format json", "why x.rules 1 + 1 --at x.save", "mutate x.rules --mutants 2",
]  # fmt: skip


def line_in(data: bytes) -> None:
    """A command line, and what is typed then: a status, words, no traceback."""
    given = json.loads(data)
    Path("x.rules").write_text(HEAD)
    Path("p.txt").write_text(text_of(raw(given["position"])), errors="replace")
    Path("t.csv").write_text(ROWS)
    out, err = io.StringIO(), io.StringIO()
    typed = io.TextIOWrapper(io.BytesIO(raw(given["typed"])), encoding="utf-8", errors="replace")
    before = sys.stdin
    sys.stdin = typed
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            ended = status([_argument(each) for each in given["line"]])
    finally:
        sys.stdin = before
    message = out.getvalue() + err.getvalue()
    assert "Traceback" not in message, message[-500:]
    assert "mistake of ruleslang's own" not in message, message[-500:]
    assert SECRET not in message
    assert ended in (0, 1, 2), f"status {ended}"
    assert ended == 0 or message.strip(), "a failure without words"
    assert "\x1b" not in message, f"commands of a terminal: {message[:500]!r}"


def _argument(given: str) -> str:
    """As a process gets it: bytes that are no text are surrogates, and zero ends it."""
    return os.fsdecode(raw(given).split(b"\0")[0])


def some_line(chance: Random) -> bytes:
    """A command line with other words, and other answers."""
    line = chance.choice(LINES_OF_COMMANDS).split()
    for _ in range(chance.choice((0, 1, 1, 2, 3))):
        at = chance.randrange(len(line) + 1)
        message = chance.choice(WORDS) if chance.random() < 0.6 else mutators.word(chance)
        if chance.random() < 0.5:
            line.insert(at, message)
        else:
            line[at : at + 1] = [message]
    for flag, most in (("--games", 50), ("--jobs", 1), ("--mutants", 3), ("--steps", 9)):
        line = _bounded(line, flag, most)
    line = _inside(line)
    answers = ["1", "2", "undo", "quit", "look", "help", "save s", "why 1", "", "done"]
    return mutators.jsonable(
        {
            "line": line,
            "position": "\n".join(chance.choices(LINES, k=chance.randrange(3))),
            "typed": "\n".join(
                chance.choice(answers) if chance.random() < 0.7 else mutators.word(chance)
                for _ in range(chance.randrange(6))
            ),
        }
    )


def _bounded(line: list[str], flag: str, most: int) -> list[str]:
    """What is asked for on purpose takes long on purpose, and is no fault."""
    for at, each in enumerate(line[:-1]):
        if each == flag and line[at + 1].isdecimal() and int(line[at + 1]) > most:
            return [*line[: at + 1], str(most), *line[at + 2 :]]
    return line


def _inside(line: list[str]) -> list[str]:
    """What somebody names himself is opened wherever it lies, and is no fault."""
    behind = ["", *line]
    return [
        "." if word == ".." and behind[at] == "--records" else word.lstrip("/")
        for at, word in enumerate(line)
    ]


def _every_command() -> None:
    """The tree of commands, and what each of them imports, before it is looked at."""
    command()
    for line in LINES_OF_COMMANDS:
        line_in(mutators.jsonable({"line": line.split(), "position": "", "typed": "1"}))


TARGETS = (
    Target("file-names", 10_000, some_file, file_called, lambda: file_called(a_file())),
    Target("cache-entries", 8_000, some_entry, entry_in, _entry),
    Target("command-lines", 6_000, some_line, line_in, _every_command),
)
