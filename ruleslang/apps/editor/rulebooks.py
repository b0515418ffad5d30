"""Finds which rulebook a file belongs to, and keeps the workspaces of all open ones."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from attrs import define, field

from ruleslang.library.find_rulebook import folder_of_part
from ruleslang.library.read_file import read_source
from ruleslang.library.workspace.workspace import Workspace

CARDS = re.compile(r"^[ \t]+cards[ \t]+([^#\n]+)", re.MULTILINE)
HEADER = re.compile(r"^rulebook\s", re.MULTILINE)
MOST_RULEBOOKS = 200  # that are looked at for a file of cards


@define(eq=False)
class Rulebooks:
    """The open files, and the workspace of each rulebook that contains one of them."""

    open: dict[Path, str] = field(factory=dict)
    workspaces: dict[str, Workspace] = field(factory=dict)
    of_file: dict[Path, tuple[str, ...]] = field(factory=dict)

    def change(self, path: Path, text: str) -> tuple[Workspace, ...]:
        """Set the text of an open file; returns the affected workspaces."""
        is_new = path not in self.open
        had_header = HEADER.search(self.open.get(path, "")) is not None
        self.open[path] = text
        if is_new or had_header != (HEADER.search(text) is not None):
            self._settle(path)
        return self._concerned(path)

    def close(self, path: Path) -> tuple[Workspace, ...]:
        """Close a file, whose saved text counts again; returns the affected workspaces."""
        self.open.pop(path, None)
        names = self.of_file.pop(path, ())
        still_named = {name for named in self.of_file.values() for name in named}
        concerned = []
        for name in names:
            workspace = self.workspaces[name]
            workspace.set_text(path, None)
            if name not in still_named:
                del self.workspaces[name]
            concerned.append(workspace)
        return tuple(concerned)

    def of(self, path: Path) -> Workspace | None:
        """The workspace that answers questions about a file."""
        names = self.of_file.get(path, ())
        return self.workspaces.get(names[0]) if names else None

    def _concerned(self, path: Path) -> tuple[Workspace, ...]:
        concerned = tuple(self.workspaces[name] for name in self.of_file.get(path, ()))
        for workspace in concerned:
            workspace.set_text(path, self.open[path])
        return concerned

    def _settle(self, path: Path) -> None:
        """Find the rulebooks that contain a file, and create their workspaces."""
        names = tuple(dict.fromkeys(self._rulebooks_with(path))) or (str(path),)
        self.of_file[path] = names
        for name in names:
            if name not in self.workspaces:
                workspace = self.workspaces[name] = Workspace(name)
                for other, text in self.open.items():
                    workspace.set_text(other, text)

    def _rulebooks_with(self, path: Path) -> Iterator[str]:
        if path.suffix.lower() == ".rules":
            folder = folder_of_part(str(path)) or self._folder_of_new(path)
            yield str(folder or path)
            return
        for rules in self._beside(path):
            text = self._text(rules)
            if HEADER.search(text) is None:
                continue
            named = {name.strip() for met in CARDS.finditer(text) for name in met[1].split(",")}
            folder = folder_of_part(str(rules))
            is_beside = path.parent == rules.parent and folder is not None
            if is_beside or {path.stem, path.parent.name} & {_bare(name) for name in named}:
                yield str(folder or rules)

    def _folder_of_new(self, path: Path) -> Path | None:
        """The folder of the rulebook that a new, unsaved file belongs to; `None` if unclear."""
        if path.exists() or HEADER.search(self.open.get(path, "")) is not None:
            return None
        beside = sorted(path.parent.glob("*.rules")) if path.parent.is_dir() else []
        headers = [file for file in beside if HEADER.search(self._text(file))]
        return path.parent if len(headers) == 1 and len(beside) > 1 else None

    def _beside(self, path: Path) -> list[Path]:
        """The rulebooks that may read a card file: in its folder, or in the folders around it."""
        parent = path.parent
        houses = [parent, *parent.parents[:2]]
        files = [file for house in houses for file in sorted(house.glob("*.rules"))]
        for house in houses[1:]:
            files += sorted(house.glob("rulebooks/*/*.rules"))[:MOST_RULEBOOKS]
        files += [file for file in self.open if file.suffix.lower() == ".rules"]
        return list(dict.fromkeys(files))[:MOST_RULEBOOKS]

    def _text(self, path: Path) -> str:
        return self.open[path] if path in self.open else read_source(path, path.name)[0].text


def _bare(name: str) -> str:
    """The name on a header's line, without its citation."""
    return name.split("[")[0].split(" ")[0].strip()
