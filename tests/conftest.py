"""
Leaves the long searches out, unless they are asked for: `pytest -m long`. Without paths, the tests
listed in slow_tests.txt, and cases that are marked slow (`some_wait`), wait, too, for `pytest -m
slow`, of which `.ci/run` takes a quarter.

The short ones look at the same cases every time, so that a run that was green stays green; the long
ones look at new cases each time.
"""

from __future__ import annotations

import gc
import os
import sys
from argparse import ArgumentTypeError
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache, lru_cache
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest
from hypothesis import find, settings
from hypothesis.strategies import booleans

from ruleslang.engine.c import compiled_game
from ruleslang.engine.c.compiler import Library, NoCompiler, library
from ruleslang.language.syntax.parse import Parsed, parse
from ruleslang.library import find_rulebook, load, read_rulebook_files
from ruleslang.library.find_rulebook import Place, data_root
from ruleslang.library.kept_loads import Compile, Loaded, kept_load
from ruleslang.source.cache_files import cache_folder
from ruleslang.source.span import Source
from tests.support import every

settings.register_profile("the same each time", derandomize=True)
settings.load_profile("the same each time")

# What tests make is kept. The collector looks at it once, soon after it was made, and not again: to
# look again and again took a twentieth of the time and freed little.
gc.set_threshold(1_000_000, 1000, 1000)

SLOW_TESTS = Path(__file__).with_name("slow_tests.txt")  # ids of those over 0.3 s of CPU time
BYTECODE = Path(__file__).resolve().parents[1] / ".pytest_cache" / "bytecode"

if os.environ.pop("PYTHONDONTWRITEBYTECODE", ""):
    # The processes that tests start would all compile the same modules, half a second each, and
    # each worker all tests, some seconds.
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix = str(BYTECODE)
    sys.dont_write_bytecode = False


def pytest_addoption(parser: pytest.Parser) -> None:
    """One case of a test that tries many can be chosen by its name."""
    parser.addoption(
        "--case",
        action="append",
        default=[],
        metavar="WORD",
        help="of tests that try many files, only the files with this word in their names",
    )
    parser.addoption(
        "--part",
        type=_part,
        default=(1, 1),
        metavar="N/M",
        help="of the chosen tests, only the N-th of M parts; all parts together are all tests",
    )


def _part(text: str) -> tuple[int, int]:
    number, slash, parts = text.partition("/")
    if not (slash and number.isdecimal() and parts.isdecimal() and 1 <= int(number) <= int(parts)):
        raise ArgumentTypeError(f"expected a part such as 2/3, met {text}")
    return int(number), int(parts)


def pytest_configure(config: pytest.Config) -> None:
    """Short searches do not depend on which modules the tests before them have loaded."""
    every.SELECTED.extend(config.option.case)
    if config.option.markexpr in ("", "slow"):
        _leave_out_constants_of_modules()


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """A worker cannot see how the tests were called."""
    node.workerinput["is_of_all"] = _is_of_all(node.config)


def _is_of_all(config: pytest.Config) -> bool:
    """Whether the tests were called without paths and words of names."""
    known: bool | None = getattr(config, "workerinput", {}).get("is_of_all")
    if known is not None:
        return known
    return config.args_source is pytest.Config.ArgsSource.TESTPATHS and not config.option.keyword


@pytest.hookimpl(trylast=True)
def pytest_sessionstart() -> None:
    """At its first search Hypothesis looks through all objects, of which there are few yet."""
    find(booleans(), bool)


def _leave_out_constants_of_modules() -> None:
    """
    Let Hypothesis draw no constants from our modules.

    Which modules are loaded hangs on the tests that a worker ran before, so that a search would not
    be the same each time; and to read them all takes seconds.
    """
    with suppress(ImportError):  # earlier versions have no such constants
        from hypothesis.internal.conjecture import providers
        from hypothesis.internal.constants_ast import Constants

        if hasattr(providers, "_get_local_constants"):
            nothing = Constants()
            providers._get_local_constants = lambda: nothing


@lru_cache(maxsize=500)
def _parsed(name: str, text: str, beside: str) -> Parsed:
    return parse(Source(name, text, beside=beside))


def parsed_once(source: Source, before: Parsed | None = None) -> Parsed:
    """The tree of a text, which is made once: trees are values, and many tests load the same."""
    if before is not None:
        return parse(source, before)
    return _parsed(source.name, source.text, source.beside)


read_rulebook_files.parse = parsed_once
# Each load looks for them three times, in a hundred folders, and no test changes these.
find_rulebook.shipped_rulebooks = cache(find_rulebook.shipped_rulebooks)
_known: dict[tuple[Path | None, Path, bool], Loaded] = {}


def known_load(
    place: Place, cards: Sequence[str], compile: Compile, *, lints: bool
) -> Loaded | None:
    """
    The cached result of a load; that of a shipped rulebook is read from the cache only once.

    To read a large one takes tenths of a second, and no test changes its files.
    """
    key = (cache_folder(), place.path, lints)
    if cards or not place.path.is_relative_to(data_root()):
        return kept_load(place, cards, compile, lints=lints)
    found = _known.get(key) or kept_load(place, cards, compile, lints=lints)
    if found is not None:
        _known[key] = found
    return found


load.kept_load = known_load


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """
    Marks are chosen with `-m`; without it, what takes minutes waits, and of all what is slow. What
    is slow begins with the engines, whose tests are the longest: at the end, others would be idle.
    """
    slow = frozenset(SLOW_TESTS.read_text(encoding="utf-8").split("\n"))
    for item in items:
        if item.nodeid in slow:
            item.add_marker(pytest.mark.slow)
    if not config.option.markexpr:
        waiting = {"long", "site", "slow"} if _is_of_all(config) else {"long", "site"}
        kept: list[pytest.Item] = []
        left: list[pytest.Item] = []
        for item in items:
            marks = {mark.name for mark in item.iter_markers()}
            (left if marks & waiting else kept).append(item)
        config.hook.pytest_deselected(items=left)
        items[:] = kept
    number, parts = config.option.part
    items[:] = [each for each in items if crc32(each.nodeid.encode()) % parts == number - 1]
    if config.option.markexpr == "slow":
        items.sort(key=lambda each: "tests/engine/" not in each.nodeid)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish() -> None:
    """What is left is looked through once, and not six times more as the process ends."""
    gc.collect()
    gc.freeze()


@pytest.fixture
def few_to_collect() -> Iterator[None]:
    """Collects only what the test makes: to look at all that is kept takes seconds."""
    gc.freeze()
    yield
    gc.unfreeze()


@pytest.fixture(autouse=True)
def _quickly_compiled(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games are compiled to C without optimisation; in the long run they are as for a user."""
    if not request.node.get_closest_marker("long"):
        monkeypatch.setattr(compiled_game, "library", _not_optimised)


def _not_optimised(
    c_text: str, level: int = 0, flags: tuple[str, ...] = ()
) -> Library | NoCompiler:
    return library(c_text, min(level, 0), flags)
