"""Watches folders for saved files.

Editors write into a file or replace it; some leave a file half written for a moment, and a folder
may vanish and come back. So the watcher does not report which file it was: the caller reads
everything again, and asks `is_waiting` whether that is out of date already.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path
from threading import Event, Thread

from attrs import define, field

from ruleslang.library.find_rulebook import find
from ruleslang.library.read_file import FileAccesses, what_is_at

SETTLED = 50  # milliseconds without a change that end a save
LONGEST = 400  # milliseconds of changes to merge
LOOK = 300  # milliseconds between polls for missing folders


def folders_of(rulebook: str, cards: Iterable[str], looked: FileAccesses | None) -> Iterator[Path]:
    """
    Yield the folders of all files read or looked for, and of the targets of links; for an unread
    rulebook, those it names.
    """
    if looked is None:
        yield find(rulebook).folder
    for name in cards:
        yield Path(name).resolve().parent
    for path, _ in looked.files if looked is not None else ():
        yield from (path.parent, path.resolve().parent)
    for path, state in looked.places if looked is not None else ():
        yield path if isinstance(state, list) else path.parent


def state_of(looked: FileAccesses, cards: Iterable[str]) -> object:
    """Return the state of all watched files and folders: it differs when one has changed."""
    files = [path for path, _ in looked.files] + [Path(name) for name in cards]
    return (
        [(path, _written(path)) for path in files],
        [(path, what_is_at(path)) for path, _ in looked.places],
    )


def _written(path: Path) -> tuple[int, int] | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size


def can_follow() -> bool:
    """Return whether the library for file events is installed."""
    return find_spec("watchfiles") is not None


@define(eq=False)
class Saves:
    """The saves in the folders passed to `follow`; a thread listens while the context is open."""

    _folders: frozenset[Path] = frozenset()
    _saved: Event = field(factory=Event)
    _over: Event = field(factory=Event)

    def __enter__(self) -> Saves:
        Thread(target=self._listen, daemon=True).start()
        return self

    def __exit__(self, *raised: object) -> None:
        self._over.set()

    def follow(self, folders: Iterable[Path]) -> None:
        """Watch these folders from now on, including ones that do not exist yet."""
        self._folders = frozenset(folders)

    @property
    def is_waiting(self) -> bool:
        """Whether something was saved since the last `wait`."""
        return self._saved.is_set()

    def wait(self, seconds: float) -> bool:
        """Wait up to `seconds` for a save; returns whether there was one."""
        saved = self._saved.wait(seconds)
        self._saved.clear()
        return saved

    def _listen(self) -> None:
        polling: bool | None = None
        while not self._over.is_set():
            folders = self._there()
            if not folders:
                self._over.wait(LOOK / 1000)
            else:
                try:
                    self._listen_to(folders, polling)
                except OSError:  # a folder that was just removed, or no watches left
                    polling = polling if folders != self._there() else True
                    self._over.wait(LOOK / 1000)

    def _listen_to(self, folders: frozenset[Path], polling: bool | None) -> None:
        """Watch these folders until others are wanted."""
        from watchfiles import watch

        changes = watch(
            *folders,
            watch_filter=None,
            debounce=LONGEST,
            step=SETTLED,
            stop_event=self._over,
            rust_timeout=LOOK,
            yield_on_timeout=True,
            raise_interrupt=False,
            force_polling=polling,
            recursive=False,
        )
        is_first = True
        for change in changes:
            # a replaced folder has the same name, but no watch
            is_other = folders != self._there() or any(Path(path) in folders for _, path in change)
            if change or is_other or is_first:  # saves before the watch started are not missed
                self._saved.set()
            if is_other:
                changes.close()
                return
            is_first = False

    def _there(self) -> frozenset[Path]:
        return frozenset(folder for folder in self._folders if folder.is_dir())
