"""
Keeps the code of the methods that attrs writes for each class, from one start to the next.

attrs compiles their text whenever a class is made: a quarter of the time to a first decision.
The code is run, so it is read only where no other user can have written it. Classes of other
packages are compiled as ever.
"""

from __future__ import annotations

import atexit
import marshal
import sys
from functools import cache
from hashlib import blake2b
from pathlib import Path
from types import CodeType
from zlib import crc32

import attr._make
from attrs import define, field

from ruleslang.source.cache_files import cache_folder, keep, read_own

MOST_BYTES = 20_000_000
MOST_CLASSES = 3000  # with more, only the newest are kept
FEW = 30  # classes, which are compiled faster than the code of all is read
OWN = f" {__name__.partition('.')[0]}."  # in the names that attrs gives to the texts of our classes
NUMBERED = "return hash((\n"  # precedes a number that differs from start to start


@define(eq=False)
class CompiledMethods:
    """The code by the digests of its texts, as far as an earlier start has compiled them."""

    path: Path | None  # None: there is no cache
    _kept: dict[bytes, bytes] = field(factory=dict)
    _new: dict[bytes, bytes] = field(factory=dict)
    _asked: int = 0

    def _read(self) -> None:
        text = read_own(self.path, MOST_BYTES) if self.path is not None else None
        digest, _, data = (text or "").partition("\n")
        if _digest(data).hex() == digest:
            self._kept = marshal.loads(data.encode("latin-1"))

    def write(self) -> None:
        """Keep what this start has compiled, too."""
        known = self._kept if len(self._kept) < MOST_CLASSES else {}
        if self._new and self.path is not None:
            self._kept, self._new = {**known, **self._new}, {}
            data = marshal.dumps(self._kept).decode("latin-1")
            keep(self.path, f"{_digest(data).hex()}\n{data}")

    def compile(self, text: str, filename: str, mode: str) -> CodeType:
        """Return the code of a text, which attrs wrote for the class that `filename` names."""
        is_own = OWN in filename
        self._asked += is_own
        if self._asked <= FEW or not is_own:
            return compile(text, filename, mode)
        if self._asked == FEW + 1:
            self._read()
        before, numbered, after = text.partition(NUMBERED)
        if numbered:
            text = f"{before}{numbered}{crc32(filename.encode())},{after.partition(',')[2]}"
        key = _digest(f"{filename}\n{text}")
        if key not in self._kept:
            code = compile(text, filename, mode)
            self._new[key] = marshal.dumps(code)
            return code
        kept: CodeType = marshal.loads(self._kept[key])
        return kept


@cache
def keep_compiled_methods() -> CompiledMethods:
    """Let attrs use what earlier starts have compiled; what is new is written at exit."""
    folder = cache_folder()
    methods = CompiledMethods(folder and folder / f"methods-{sys.implementation.cache_tag}")
    attr._make.compile = methods.compile  # type: ignore[attr-defined]  # hides the built-in one
    atexit.register(methods.write)
    return methods


def _digest(text: str) -> bytes:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()
