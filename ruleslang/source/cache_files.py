"""
Files that are kept for the next time, in a folder of the user's own.

Nothing depends on them: whatever is wrong with one, it is as if there was none.
"""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path


def cache_folder() -> Path | None:
    """
    Return this user's cache; `RULESLANG_CACHE` names another place; `None`: there is none. A
    relative path would be another place in each folder; that of `XDG_CACHE_HOME` counts as unset,
    as its specification requires.
    """
    for variable, below in (
        ("RULESLANG_CACHE", ""),
        ("XDG_CACHE_HOME", "ruleslang"),
        ("LOCALAPPDATA", "ruleslang"),
    ):
        named = os.environ.get(variable, "")
        if os.path.isabs(named) or (named and variable == "RULESLANG_CACHE"):
            return Path(os.path.abspath(named)) / below
    home = Path(os.path.expanduser("~"))
    return home / ".cache" / "ruleslang" if home.is_absolute() else None


def read_kept(path: Path, most: int) -> str | None:
    """Return the text of a file; `None` if it can't be had whole, or is over `most` bytes."""
    try:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))  # a pipe must not block
        with open(handle, "rb") as file:
            if not stat.S_ISREG(os.fstat(handle).st_mode):
                return None
            data = file.read(most + 1)
        return data.decode("utf-8") if len(data) <= most else None
    except (OSError, ValueError):
        return None


def keep(path: Path, text: str) -> None:
    """
    Put a text at a place that only its owner may write to; when that fails, nothing is kept.

    It is written aside and then put in place, so that nobody ever reads half of it.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not is_own(path.parent):
            refused_folders.append(open_to_others(path.parent) or path.parent)
            return
        aside = path.parent / f"tmp{os.urandom(8).hex()}"
        handle = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
                file.write(text)
            os.replace(aside, path)
        except BaseException:
            aside.unlink(missing_ok=True)
            raise
    except (OSError, ValueError):
        return


refused_folders: list[Path] = []  # that others may change, so that nothing was kept below them


def is_own(place: Path) -> bool:
    """
    Return whether only this user can write to or replace a file or folder.

    Every folder above it belongs to the user or the system, and others may write there only if
    they cannot rename files of this user.
    """
    return open_to_others(place) is None


def open_to_others(place: Path) -> Path | None:
    """Return a file or folder, or one above it, that another user may change; `None`: none."""
    if not hasattr(os, "getuid"):
        return None  # on systems without permission bits, a user's folders are private
    known = place.stat()
    if known.st_uid != os.getuid() or known.st_mode & OF_OTHERS:
        return place
    above = place.absolute()
    link = next((part for part in (above, *above.parents) if _is_link_of_another(part)), None)
    folders = place.resolve().parents
    return link or next((folder for folder in folders if not _is_safe(folder.stat())), None)


def _is_link_of_another(place: Path) -> bool:
    """Return whether another user made a link, and so can change its target at any time."""
    return place.is_symlink() and place.lstat().st_uid not in (os.getuid(), 0)


OF_OTHERS = stat.S_IWGRP | stat.S_IWOTH


def _is_safe(folder: os.stat_result) -> bool:
    is_shared = folder.st_mode & OF_OTHERS and not folder.st_mode & stat.S_ISVTX
    return folder.st_uid in (os.getuid(), 0) and not is_shared


def read_own(path: Path, most: int) -> str | None:
    """Return the text of a cache file, unless another user can have written it."""
    try:
        return read_kept(path, most) if is_own(path.parent) and is_own(path) else None
    except OSError:
        return None


def drop_oldest(folder: Path, most: int) -> None:
    """Leave no more than the newest `most` files in a folder."""
    try:
        files = [entry for entry in os.scandir(folder) if entry.is_file(follow_symlinks=False)]
        files.sort(key=lambda entry: entry.stat(follow_symlinks=False).st_mtime_ns)
        for entry in files[:-most]:
            os.unlink(entry.path)
    except OSError:
        return


if sys.platform == "win32":
    import msvcrt

    FAR_AWAY = 1 << 40  # a byte that nobody reads: what is locked there cannot be read

    def lock(handle: int) -> None:
        """Take the lock; raises `OSError` when another has it."""
        os.lseek(handle, FAR_AWAY, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def lock(handle: int) -> None:
        """Take the lock; raises `OSError` when another has it."""
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
