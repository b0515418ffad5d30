"""Keeps one rulebook in memory while its texts change, and returns its diagnostics at any time."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from functools import cache
from pathlib import Path
from threading import Lock

from attrs import evolve

from ruleslang.language.lower.kept import Kept
from ruleslang.language.lower.recorded_types import Record
from ruleslang.language.syntax.parse import Reading, chunks, refused
from ruleslang.library.compile_rulebook import compile_place
from ruleslang.library.edited_comments import carried
from ruleslang.library.find_rulebook import UnknownRulebook, find
from ruleslang.library.kept_loads import given
from ruleslang.library.read_file import decode
from ruleslang.library.read_rulebook_files import Trees
from ruleslang.library.workspace.snapshot import Snapshot
from ruleslang.source.budget import Cancelled, cancellable
from ruleslang.source.diagnostic import Diagnostic
from ruleslang.source.span import Source


def _never_cancelled() -> bool:
    return False


class Workspace:
    """
    A rulebook given by its shipped name or path, with files of `cards` added to it.

    Unsaved texts are set by the paths of their files, which need not exist. They may change in one
    thread while another waits for a snapshot.
    """

    def __init__(self, rulebook: str, *, cards: Sequence[str] = ()) -> None:
        self.rulebook = rulebook
        self._cards = tuple(cards)
        self._texts: dict[Path, str] = {}
        self._version = 0
        self._touched = 0  # the version in which files on disk may have changed
        self._trees = Trees()
        self._kept = Kept()
        self._work = Lock()
        self._last: tuple[int, Snapshot] | None = None

    @property
    def texts(self) -> Mapping[Path, str]:
        """The unsaved texts."""
        return self._texts

    @property
    def last(self) -> Snapshot | None:
        """The latest snapshot, perhaps of an earlier text; `None` before the first."""
        return None if self._last is None else self._last[1]

    @property
    def version(self) -> int:
        """A number that changes with each change."""
        return self._version

    def set_text(self, path: Path, text: str | None) -> None:
        """Set the unsaved text of a file; `None` returns to the saved one."""
        if text is None:
            changed = self._texts.pop(path.resolve(), None) is not None
        else:
            changed = self._texts.get(path.resolve()) != text
            self._texts[path.resolve()] = text
        self._version += changed

    def touch(self) -> None:
        """Note that a file was changed, created or deleted on disk."""
        self._version += 1
        self._touched = self._version

    def change(
        self, path: Path, text: str, cancelled: Callable[[], bool] = _never_cancelled
    ) -> dict[Path, tuple[Diagnostic, ...]]:
        """
        Set the text of a file and return the diagnostics of all files.

        Raises `Cancelled` as soon as `cancelled()` is true, which is polled between steps of the
        work, and `UnknownRulebook` if the rulebook no longer exists.
        """
        self.set_text(path, text)
        return self.snapshot(cancelled).diagnostics

    def syntax(self, path: Path) -> tuple[Diagnostic, ...]:
        """Return the syntax errors of one file's unsaved text; fast, without the other checks."""
        text = self._texts.get(path.resolve())
        if text is None:
            return ()
        last = self.last
        known = last.paths.items() if last is not None else ()
        name = next((name for name, file in known if file == path.resolve()), path.name)
        source, problems = decode(name, text.encode("utf-8", "surrogatepass"))
        if problems or source.is_table or last is None:
            return problems or self._trees.parse(source)[1]
        return _mistakes_but_in(last.read_whole.get(path.resolve(), frozenset()), source)

    def snapshot(self, cancelled: Callable[[], bool] = _never_cancelled) -> Snapshot:
        """Return the snapshot of the current texts; raises as `change` does."""
        with self._work, cancellable(cancelled):
            if self._last is not None and self._last[0] == self._version:
                return self._last[1]
            version, texts = self._version, dict(self._texts)
            snapshot = self._carried(texts) or self._new_snapshot(texts, lints=True)
            self._last = version, snapshot
            return snapshot

    def _carried(self, texts: Mapping[Path, str]) -> Snapshot | None:
        """
        Return the last snapshot after an edit of comments and blank lines alone; `None` after
        others.

        Its diagnostics move with the text; all else is made when somebody asks for it.
        """
        if self._last is None or self._last[0] < self._touched:
            return None
        last = self._last[1]
        known, every = last.texts, {*last.texts, *texts}
        changed = [path for path in every if known.get(path) != texts.get(path)]
        if len(changed) != 1:
            return None
        (path,) = changed
        old, text = last.sources.get(path), texts.get(path)
        if old is None or text is None or old.is_table:
            return None
        new, problems = decode(old.name, text.encode("utf-8", "surrogatepass"))
        diagnostics = None if problems else carried(last.loaded.diagnostics, old, new)
        if diagnostics is None:
            return None

        @cache
        def made() -> Snapshot:
            with self._work:
                return self._new_snapshot(texts, lints=False)

        loaded = evolve(
            last.loaded,
            diagnostics=diagnostics,
            compiled=lambda: made().loaded.compiled,
            files=lambda: made().loaded.files,
            spans=lambda: made().loaded.spans,
        )
        sources = {**last.sources, path: new}
        return Snapshot(loaded, lambda: made().record, last.paths, texts, sources)

    def trial(self, texts: Mapping[Path, str]) -> Snapshot:
        """Return a snapshot with other texts, without advice, and leave the workspace alone."""
        with self._work:
            return self._new_snapshot({**self._texts, **texts}, lints=False)

    def _new_snapshot(self, texts: Mapping[Path, str], *, lints: bool) -> Snapshot:
        place = find(self.rulebook, texts)
        record = Record()
        try:
            loaded = compile_place(
                place,
                self._cards,
                texts,
                fallback=Path(self.rulebook).stem,
                lints=lints,
                trees=self._trees,
                record=record,
                kept=self._kept,
            )
        except OSError as problem:  # a folder that vanished while it was read
            raise UnknownRulebook(f"`{self.rulebook}` cannot be read: {problem}") from None
        paths = {name: path for path, name in loaded.files.looked.files}
        paths |= {Path(name).name: Path(name).resolve() for name in self._cards}
        named = {tree.source.name: tree.source for tree in loaded.files.trees}
        sources = {path: named[name] for name, path in paths.items() if name in named}
        return Snapshot(loaded, given(record), paths, texts, sources)


def _mistakes_but_in(known: Set[str], source: Source) -> tuple[Diagnostic, ...]:
    """Return the syntax errors of a text outside of the chunks known to have none."""
    if (refusal := refused(source)) is not None:
        return (refusal,)
    reading = Reading()
    for chunk in chunks(source):
        if chunk.text in known:
            reading.pass_over(chunk)
        else:
            reading.take(chunk)
    return tuple(reading.diagnostics)


__all__ = ["Cancelled", "UnknownRulebook", "Workspace"]
