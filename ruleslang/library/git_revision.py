"""
The files of a rulebook as they were in a revision that git keeps.

Git is asked for blobs alone, by commands that run no hooks, filters or programs of the repository.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from ruleslang.library.read_rulebook_files import ENDINGS

MOST_SECONDS = 20
OF_ANOTHER_PLACE = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE")
"""What git sets for its hooks, and would lead it away from the folder that is asked about."""


class UnknownRevision(LookupError):
    """Git is missing, or knows no such revision; the message says which."""


def texts_at(
    revision: str, files: Sequence[tuple[Path, str]], *, whole_folders: bool
) -> dict[str, str]:
    """
    The texts of some files, each by what messages call it, as they were in a revision.

    Files that it does not have are left out. With `whole_folders`, files that lay beside these then
    and are gone now are among them.
    """
    commits: dict[Path, str] = {}
    found: dict[str, str] = {}
    for path, name in (*files, *(_gone(revision, files, commits) if whole_folders else ())):
        folder = path.parent
        if folder not in commits:
            commits[folder] = _commit(folder, revision)
        blob = _git(folder, "cat-file", "blob", f"{commits[folder]}:./{path.name}")
        if blob is not None:
            found[name] = blob.decode("utf-8-sig", "replace").replace("\r\n", "\n")
    return found


def _gone(
    revision: str, files: Sequence[tuple[Path, str]], commits: dict[Path, str]
) -> Iterator[tuple[Path, str]]:
    """The files of the same folders that are there no longer."""
    folders: Mapping[Path, str] = {path.parent: name for path, name in files}
    for folder, name in folders.items():
        commits[folder] = _commit(folder, revision)
        listed = _git(folder, "ls-tree", "--name-only", "-z", commits[folder], "./")
        for each in (listed or b"").decode("utf-8", "replace").split("\0"):
            path = folder / each
            if path.suffix.lower() in ENDINGS and each.isprintable() and not path.exists():
                yield path, (Path(name).parent / each).as_posix()


def _commit(folder: Path, revision: str) -> str:
    """The full name of a commit, which no option of git can be mistaken for."""
    asked = f"{revision}^{{commit}}"
    commit = _git(folder, "rev-parse", "--verify", "--quiet", "--end-of-options", asked)
    if commit is None:
        shown = revision if len(revision) <= 60 else f"{revision[:57]}..."
        raise UnknownRevision(f"git knows no revision `{shown}` of the files in {folder}")
    return commit.decode("ascii", "replace").split()[-1]


def _git(folder: Path, *words: str) -> bytes | None:
    """What git prints; None when it refuses."""
    own = {name: value for name, value in os.environ.items() if name not in OF_ANOTHER_PLACE}
    quiet = {"GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0", "GIT_NO_LAZY_FETCH": "1"}
    try:
        ran = subprocess.run(
            ("git", "-C", str(folder), *words),
            capture_output=True,
            check=False,
            stdin=subprocess.DEVNULL,
            timeout=MOST_SECONDS,
            env=own | quiet,
        )
    except FileNotFoundError:
        raise UnknownRevision("`git` is not installed, so no revision can be read") from None
    except (subprocess.TimeoutExpired, ValueError, OSError):
        return None
    return ran.stdout if ran.returncode == 0 else None
