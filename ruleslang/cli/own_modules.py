"""
Finds the package's own modules without a search, when the command starts.

A command imports some hundreds of modules, and Python's own finders spend a sixth of that time on
looking in every place at every ending, and on asking about one file several times. What is read is
the bytecode that Python keeps, with the same conditions: of this version, and of the source as it
is now. Whatever is otherwise is left to Python.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import MAGIC_NUMBER, cache_from_source
from marshal import loads
from types import CodeType, ModuleType

PACKAGE = "ruleslang"
HEAD = 16  # bytes before the code: the version, flags, and when the source was changed, its size
BY_TIME = bytes(4)  # flags: it holds as long as the source has that time and size


class _Loader(SourceFileLoader):
    """Loads a module from its bytecode; as Python does where that does not hold."""

    def __init__(self, name: str, path: str, kept: str) -> None:
        super().__init__(name, path)
        self._kept = kept

    def get_code(self, fullname: str) -> CodeType | None:
        """The code of the module."""
        try:
            with open(self._kept, "rb", 0) as file:
                kept = file.read()
            source = os.stat(self.path)
        except OSError:
            return super().get_code(fullname)
        if kept[:HEAD] != _head(int(source.st_mtime), source.st_size):
            return super().get_code(fullname)
        code: CodeType = loads(memoryview(kept)[HEAD:])
        return code


def _head(changed: int, size: int) -> bytes:
    return b"%b%b%b%b" % (
        MAGIC_NUMBER,
        BY_TIME,
        (changed & 0xFFFFFFFF).to_bytes(4, "little"),
        (size & 0xFFFFFFFF).to_bytes(4, "little"),
    )


class _Folder:
    """A folder of the package: what lies in it, and how the bytecode of a module is called."""

    def __init__(self, path: str) -> None:
        try:
            self.names = frozenset(os.listdir(path))
            self.before, _, self.after = cache_from_source(f"{path}/*.py").rpartition("*")
        except (OSError, NotImplementedError):  # in an archive, or where no bytecode is kept
            self.names = frozenset()


class OwnModules:
    """Finds what lies in folders of the package."""

    def __init__(self) -> None:
        self._folders: dict[str, _Folder] = {}  # that were looked into

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Where a module is; None where that is not for us to say."""
        above, _, last = name.rpartition(".")
        if not path or above.partition(".")[0] != PACKAGE:
            return None
        if f"{last}.py" in self._folder(path[0]).names:
            return self._spec(name, path[0], last)
        inside = f"{path[0]}/{last}"
        if last in self._folder(path[0]).names and "__init__.py" in self._folder(inside).names:
            spec = self._spec(name, inside, "__init__")
            spec.submodule_search_locations = [inside]
            return spec
        return None

    def _folder(self, path: str) -> _Folder:
        found = self._folders.get(path)
        if found is None:
            found = self._folders[path] = _Folder(path)
        return found

    def _spec(self, name: str, path: str, file: str) -> ModuleSpec:
        folder, source = self._folder(path), f"{path}/{file}.py"
        kept = f"{folder.before}{file}{folder.after}"
        spec = ModuleSpec(name, _Loader(name, source, kept), origin=source)
        spec.has_location, spec.cached = True, kept
        return spec


def find_own_modules() -> None:
    """Let modules of this package be found so from now on."""
    if not any(isinstance(each, OwnModules) for each in sys.meta_path):
        sys.meta_path.insert(0, OwnModules())
