"""What is compiled here needs a C compiler, which not every machine has."""

from __future__ import annotations

import pytest

from ruleslang.native import compiled_game
from ruleslang.native.compile_library import Library, NoCompiler, library
from ruleslang.native.compiler import compilers

FOUND = next(compilers(), None)


@pytest.fixture(autouse=True)
def compiler() -> None:
    """Skips the tests of this folder where there is none."""
    if FOUND is None:
        pytest.skip("no C compiler here; `pip install 'ruleslang[native]'` brings one")


@pytest.fixture(autouse=True)
def _quickly_compiled(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games are compiled without optimisation; in the long run they are as for a user."""
    if not request.node.get_closest_marker("long"):
        monkeypatch.setattr(compiled_game, "library", _not_optimised)


def _not_optimised(
    c_text: str, level: int = 0, flags: tuple[str, ...] = ()
) -> Library | NoCompiler:
    return library(c_text, min(level, 0), flags)
