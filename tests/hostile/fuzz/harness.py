"""
Feeds targets with hostile input and says which input was not handled.

A target is a function of bytes. It returns where they were taken or refused in words, and raises
where anything else came of them. It runs in its own process, in which a witness looks at what
is opened and begun; when that process dies or does not come to an end, its input is still known.
"""

from __future__ import annotations

import faulthandler
import json
import mmap
import os
import resource
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from attrs import asdict, define, field, frozen

CHECKOUT = Path(__file__).parents[3]
CORPUS = Path(__file__).with_name("corpus")
SECONDS = 20  # of processor for one input
MEMORY = 4_000_000_000
MOST_LETTERS = 10_000  # of a message, which may list all mistakes of a text
SECRET = "the secret of the house"  # stands in a file that no target may open
SEED = 33
RESTARTS = 50
NOT_READY = -(10**9)


@frozen
class Target:
    """What is fed; `share` inputs of a million are its own."""

    name: str
    share: int
    make: Callable[[Random], bytes]
    handle: Callable[[bytes], None]
    warm: Callable[[], object]  # loads and compiles what is no doing of an input


@frozen
class Found:
    """An input that was not handled, and its result."""

    target: str
    case: str
    why: str


def made(target: Target, seed: int, number: int) -> bytes:
    """The input of a target with this number."""
    return target.make(Random(f"{target.name} {seed} {number}"))


def corpus(target: str) -> list[Path]:
    """The inputs that are kept for a target; the name of each says why."""
    return sorted(each for each in (CORPUS / target).glob("*") if each.is_file())


def in_words(problem: Exception) -> None:
    """Whether what was raised is a message for people: not empty, not long, without commands."""
    message = str(problem)
    assert message.strip(), f"{type(problem).__name__} says nothing"
    assert len(message) <= MOST_LETTERS, f"a message of {len(message)} letters: {message[:200]!r}"
    assert all(each.isprintable() or each == "\n" for each in message), f"not legible: {message!r}"
    assert SECRET not in message
    assert str(CHECKOUT) not in message, f"says where files lie: {message!r}"


# ---------------------------------------------------------------- the witness


class Outside(BaseException):
    """A target opened, wrote or began what it must not."""


@define
class Witness:
    """Looks at what this process does while an input is handled."""

    place: str  # the folder of the target, where it may write
    looking: bool = False
    seen: list[str] = field(factory=list)

    def __call__(self, event: str, arguments: tuple[Any, ...]) -> None:
        if not self.looking:
            return
        output = None
        if event == "open":
            output = self._opened(*arguments)
        elif event in CHANGES:
            output = self._changed(event, arguments)
        elif (event.split(".")[0] in BEGUN or event in BEGUN) and not _is_worker(event, arguments):
            output = event
        if output is not None:
            self.seen.append(output)
            raise Outside(output)

    def _opened(self, path: Any, mode: Any, flags: int) -> str | None:
        if not isinstance(path, str | bytes):
            return None  # a handle that is open already
        where = os.path.abspath(os.fsdecode(path))
        writes = flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC)
        allowed = [self.place] if writes else [self.place, *READABLE]
        if not writes and os.path.isdir(where):
            return None  # which fails
        inside = any(where == each or where.startswith(each + os.sep) for each in allowed)
        if inside or (not writes and where in HARMLESS):
            return None
        return f"{'wrote' if writes else 'opened'} {where}"

    def _changed(self, event: str, arguments: tuple[Any, ...]) -> str | None:
        for each in arguments[event == "os.symlink" : 2]:
            if isinstance(each, str | bytes):
                where = os.path.abspath(os.fsdecode(each))
                if not (where == self.place or where.startswith(self.place + os.sep)):
                    return f"{event} {where}"
        return None


def _is_worker(event: str, arguments: tuple[Any, ...]) -> bool:
    """Whether a process is begun that plays games for this one, as the laws and `--jobs` do."""
    return event == "subprocess.Popen" and "ruleslang.simulation.worker" in arguments[1]


# The last says how much memory this process has.
HARMLESS = ("/dev/null", "/dev/urandom", "/proc/self/statm")
CHANGES = frozenset(
    ("os.remove", "os.rename", "os.mkdir", "os.rmdir", "os.link", "os.symlink", "os.chmod",
     "os.chown", "os.truncate", "os.utime", "shutil.rmtree", "shutil.copyfile", "shutil.move")
)  # fmt: skip
BEGUN = frozenset(
    ("subprocess", "socket", "urllib", "ftplib", "smtplib", "webbrowser", "pty", "os.system",
     "os.exec", "os.posix_spawn", "os.spawn", "os.fork", "os.forkpty", "os.startfile")
)  # fmt: skip
READABLE = [
    str(CHECKOUT / each)
    for each in ("ruleslang", "grammar", "rulebooks", "cards", "examples", "docs", ".pytest_cache")
] + sorted({sys.prefix, sys.base_prefix, str(CHECKOUT / "tests" / "hostile"), "/usr/lib"})


# ---------------------------------------------------------------- within the process


def handled(target: Target, data: bytes, witness: Witness) -> str | None:
    """What is wrong with how an input is handled; None: nothing."""
    witness.seen.clear()
    signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
    witness.looking = True
    try:
        target.handle(data)
    except KeyboardInterrupt:
        raise
    except BaseException as problem:
        witness.looking = False
        frames = traceback.extract_tb(problem.__traceback__)
        own = [each for each in frames if "ruleslang" in Path(each.filename).parts] or frames
        last = own[-1]
        at = f"{Path(last.filename).name}:{last.lineno} in {last.name}"
        return f"{type(problem).__name__}: {str(problem)[:500]} ({at})"
    finally:
        witness.looking = False
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    return f"{witness.seen[0]}, in silence" if witness.seen else None


@define
class Part:
    """Some inputs of one target: files first, then the numbers from `first` to `last`."""

    target: str
    last: int
    seed: int = SEED
    first: int = 0
    kept: list[str] = field(factory=list)

    def inputs(self) -> Iterator[tuple[int, bytes]]:
        """The inputs with their numbers, which are below 0 for files."""
        for number in range(-len(self.kept), 0):
            yield number, Path(self.kept[number]).read_bytes()
        for number in range(self.first, self.last):
            yield number, made(targets()[self.target], self.seed, number)

    def skip(self, number: int) -> None:
        """Go on behind an input."""
        if number < 0:
            self.kept = self.kept[len(self.kept) + number + 1 :]
        else:
            self.kept, self.first = [], number + 1

    def case(self, number: int) -> str:
        """What an input is called."""
        return Path(self.kept[number]).name if number < 0 else f"{self.seed}-{number}"


def serve(parts: list[Part], place: Path) -> None:
    """
    Handle all inputs and note what was found.

    Which part and which input it is at is noted before it is handled.
    """
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    faulthandler.enable()
    faulthandler.register(signal.SIGVTALRM, chain=True)
    notes = mmap.mmap(os.open(place / "at", os.O_RDWR), 16)
    inside = place / "inside"
    inside.mkdir(exist_ok=True)
    os.chdir(inside)
    witness = Witness(str(inside))
    sys.addaudithook(witness)
    for which, part in enumerate(parts):
        target = targets()[part.target]
        target.warm()
        before, os.environ["RULESLANG_CACHE"] = dict(os.environ), str(inside / "cache")
        for number, data in part.inputs():
            struct.pack_into("qq", notes, 0, which, number)
            why = handled(target, data, witness)
            if why is not None:
                with open(place / "found", "a", encoding="utf-8") as found:
                    print(json.dumps([which, number, why]), file=found)
            if number % 50 == 0:
                _empty(inside)
        os.environ.update(before)


def _empty(folder: Path) -> None:
    for each in folder.iterdir():
        if each.is_dir() and not each.is_symlink():
            shutil.rmtree(each, ignore_errors=True)
        else:
            each.unlink()


# ---------------------------------------------------------------- around the process


def hunt(parts: list[Part]) -> Iterator[Found]:
    """
    All that is not handled; a process that dies is begun again at the next input.

    Where it is stopped, the parts say from where it would go on.
    """
    folder = Path(tempfile.mkdtemp(prefix="fuzz-"))
    (folder / "house.txt").write_text(SECRET)
    notes = folder / "at"
    try:
        for _ in range(RESTARTS):
            notes.write_bytes(struct.pack("qq", NOT_READY, 0))
            (folder / "found").write_text("")
            done = _served(parts, folder)
            which, at = struct.unpack("qq", notes.read_bytes())
            for line in (folder / "found").read_text(encoding="utf-8").splitlines():
                part, number, why = json.loads(line)
                yield Found(parts[part].target, parts[part].case(number), why)
            if done is None:
                parts[max(which, 0)].first = max(at, parts[max(which, 0)].first)
                raise KeyboardInterrupt
            if done.returncode == 0:
                return
            if which == NOT_READY:
                raise RuntimeError(f"a target cannot begin: {_end(done)}")
            parts = parts[which:]
            yield Found(parts[0].target, parts[0].case(at), _end(done))
            parts[0].skip(at)
        raise RuntimeError(f"{RESTARTS} processes ended before their time")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _served(parts: list[Part], folder: Path) -> subprocess.CompletedProcess[str] | None:
    """The process when it has ended; `None` when it was stopped."""
    try:
        return subprocess.run(
            [sys.executable, "-m", "tests.hostile.fuzz", "serve", str(folder)],
            cwd=CHECKOUT,
            env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": str(CHECKOUT)},
            input=json.dumps([asdict(each) for each in parts]),
            capture_output=True,
            text=True,
            check=False,
        )
    except KeyboardInterrupt:
        return None


def _end(done: subprocess.CompletedProcess[str]) -> str:
    output = " | ".join(done.stderr.strip().splitlines()[-40:])[:3000]
    if done.returncode == -signal.SIGVTALRM:
        return f"does not end in {SECONDS} s of processor: {output}"
    if done.returncode < 0:
        return f"ends the process by {signal.Signals(-done.returncode).name}: {output}"
    return f"ends the process with status {done.returncode}: {output}"


@cache
def targets() -> dict[str, Target]:
    """All targets by name."""
    from tests.hostile.fuzz import cards, clients, editors, files, matches, names, texts

    rooms = (texts, cards, names, files, matches, clients, editors)
    every = [target for room in rooms for target in room.TARGETS]
    return {each.name: each for each in every}
