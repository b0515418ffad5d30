"""Finds which rulebook a file belongs to, and keeps the workspaces of all open ones."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from attrs import define, field

from ruleslang.library.find_rulebook import HEADER, rulebook_of
from ruleslang.library.read_file import read_source
from ruleslang.library.workspace.workspace import Workspace

CARDS = re.compile(r"^[ \t]+cards[ \t]+([^#\n]+)", re.MULTILINE)
NONE_KNOWN: Mapping[str, Workspace] = {}
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
        """Return the workspace that answers questions about a file."""
        names = self.of_file.get(path, ())
        return self.workspaces.get(names[0]) if names else None

    def _concerned(self, path: Path) -> tuple[Workspace, ...]:
        concerned = tuple(self.workspaces[name] for name in self.of_file.get(path, ()))
        for workspace in concerned:
            workspace.set_text(path, self.open[path])
        return concerned

    def refresh(self) -> tuple[Workspace, ...]:
        """Find the rulebooks of all open files again; returns the workspaces no longer used."""
        before = self.workspaces
        self.workspaces, self.of_file = {}, {}
        for path in self.open:
            self._settle(path, before)
        return tuple(workspace for name, workspace in before.items() if name not in self.workspaces)

    def _settle(self, path: Path, known: Mapping[str, Workspace] = NONE_KNOWN) -> None:
        """Find the rulebooks that contain a file, and create their workspaces."""
        names = tuple(dict.fromkeys(self._rulebooks_with(path))) or (str(path),)
        self.of_file[path] = names
        for name in names:
            if name not in self.workspaces:
                self.workspaces[name] = known.get(name) or Workspace(name)
            for other, text in self.open.items():
                is_apart = not other.exists() and name not in self.of_file.get(other, (name,))
                self.workspaces[name].set_text(other, None if is_apart else text)

    def _rulebooks_with(self, path: Path) -> Iterator[str]:
        rulebook = rulebook_of(path, self.open)
        if rulebook is not None:
            yield str(rulebook)
        if path.suffix.lower() == ".rules":
            return
        for rules in self._rulebooks_near(path):
            text = self._text(rules)
            if HEADER.search(text) is None:
                continue
            named = {name.strip() for found in CARDS.finditer(text) for name in found[1].split(",")}
            bare = {re.split(r"[\[ ]", name)[0] for name in named}  # without its citation
            if {path.stem, path.parent.name} & bare:
                yield str(rulebook_of(rules, self.open) or rules)

    def _rulebooks_near(self, path: Path) -> list[Path]:
        """Return the rulebooks that may read a card file, in its folder or around it."""
        parent = path.parent
        houses = [parent, *parent.parents[:2]]
        files = [file for house in houses for file in sorted(house.glob("*.rules"))]
        for house in houses[1:]:
            files += sorted(house.glob("rulebooks/*/*.rules"))[:MOST_RULEBOOKS]
        files += [file for file in self.open if file.suffix.lower() == ".rules"]
        return list(dict.fromkeys(files))[:MOST_RULEBOOKS]

    def _text(self, path: Path) -> str:
        return self.open[path] if path in self.open else read_source(path, path.name)[0].text
