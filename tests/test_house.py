"""The house as its imports draw it, and the size of its rooms."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from ruleslang.library.kept_loads import NOT_LOADING
from tests.support.every import every

HOUSE = Path(__file__).parent.parent / "ruleslang"
MODULES = sorted(
    path.relative_to(HOUSE) for path in HOUSE.rglob("*.py") if "_data" not in path.parts
)

# Room: the rooms it may name. Ground floor first, so that an arrow up cannot even be written.
MAY_IMPORT = {
    "nodes": "",
    "source": "nodes",
    "program": "nodes",
    # the tower that reads
    "syntax": "nodes source",
    "format": "source syntax",
    "resolve": "nodes source syntax program",
    "lower": "nodes source syntax program resolve",
    "checks": "nodes source syntax program resolve",
    # the tower that plays
    "match": "nodes program",
    "interpreter": "nodes program match",
    "flow": "nodes program match",
    "python": "nodes program match interpreter flow",
    "c": "nodes source program match interpreter flow python",
    "engines": "nodes source program match interpreter flow python c",
    "why": "nodes program match",
    "odds": "nodes program match",
    "proving": "nodes source program match engines why odds",
    "records": "nodes source program match",
    "secrecy": "nodes program match",
    "story": "nodes source program match engines why proving secrecy",
    "learning": "nodes program match flow python c engines",
    "bots": "nodes program match engines secrecy learning",
    "analysis": "nodes source program match engines why odds proving records learning bots",
    # the roof
    "library": "nodes source syntax program lower checks records",
    "highlight": "syntax program",
    "workspace": "nodes source syntax program resolve lower proving library",
    "api": "nodes source program format match engines why proving records story learning bots"
    " analysis secrecy library",
    "lsp": "nodes source syntax program format engines records story analysis library workspace"
    " api",
    "laws": "nodes source syntax program format lower match engines proving records bots analysis"
    " secrecy library api",
    "mutation": "nodes source syntax program format match engines proving library laws",
    "balance": "nodes source syntax program match engines why proving records learning bots"
    " analysis secrecy library api",
    "consistency": "nodes source program checks match engines proving story",
    "printing": "nodes source program match engines story library api",
    "server": "nodes match engines records story api",
    "playground": "nodes source syntax program format engines proving records story bots analysis"
    " library workspace api server",
    "cli": "nodes source syntax program format match flow engines why proving records story"
    " learning bots analysis secrecy library api laws mutation balance checks consistency lsp"
    " printing server workspace",
    "adapters": "api cli",
    "__init__": "api",
    "__main__": "cli",
}

# Other people's code, and what of Python's own could leak the world in: where it may be named.
KEPT_IN = {
    "lark": "syntax",
    "z3": "consistency",
    "openpyxl": "library printing",
    "typst": "printing",
    "cattrs": "nodes program records library",
    "typer": "cli",
    "pygls": "lsp",
    "lsprotocol": "lsp",
    "rich": "cli",
    "json": "syntax program records learning library printing lsp server playground cli adapters",
    "random": "",
    "numpy": "adapters",
    "gymnasium": "adapters",
    "pettingzoo": "adapters",
    "pyspiel": "adapters",
    "mcp": "adapters",
    "distributed": "analysis",
    "pyarrow": "library",
    "duckdb": "library",
    "secrets": "server",
    "starlette": "server",
    "uvicorn": "cli",
    "vl_convert": "cli",
    "watchfiles": "library",
    "subprocess": "c analysis library",
    "multiprocessing": "analysis",
}


def room_of(path: Path) -> str:
    return path.parts[0].removesuffix(".py")


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse((HOUSE / path).read_text(encoding="utf-8"))


def statements(node: ast.AST) -> Iterator[ast.AST]:
    """All statements inside of a node, without a look at expressions, which would take longest."""
    for each in ast.iter_child_nodes(node):
        if isinstance(each, ast.stmt | ast.ExceptHandler | ast.match_case):
            yield each
            yield from statements(each)


@cache
def all_statements(path: Path) -> tuple[ast.AST, ...]:
    return tuple(statements(parsed(path)))


def imported_names(path: Path) -> Iterator[str]:
    for node in all_statements(path):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are written whole"
            module = node.module or ""
            if module == "ruleslang":
                yield from (f"ruleslang.{alias.name}" for alias in node.names)
            else:
                yield module


@every("path", MODULES)
def test_a_room_names_only_rooms_below_it(path: Path) -> None:
    here = room_of(path)

    for name in imported_names(path):
        top, _, rest = name.partition(".")
        if top == "ruleslang":
            assert rest.split(".")[0] in {here, *MAY_IMPORT[here].split()}
        elif top in KEPT_IN:
            assert here in KEPT_IN[top].split(), f"{top} is kept out of {here}"


def test_the_table_has_no_circle() -> None:
    seen: set[str] = set()
    for room, allowed in MAY_IMPORT.items():
        assert set(allowed.split()) <= seen
        seen.add(room)


def test_what_is_kept_of_loads_depends_on_every_room_that_loads() -> None:
    loading = {"library"}
    while more := {below for room in loading for below in MAY_IMPORT[room].split()} - loading:
        loading |= more

    assert MAY_IMPORT.keys() - loading - {"__init__", "__main__"} == NOT_LOADING


def module_name(path: Path) -> str:
    parts = path.with_suffix("").parts
    return ".".join(("ruleslang", *(parts[:-1] if parts[-1] == "__init__" else parts)))


NAMES = {module_name(path): path for path in MODULES}


def run_at_import(body: list[ast.stmt]) -> Iterator[ast.Import | ast.ImportFrom]:
    """The imports that are carried out when a module is imported."""
    for node in body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield node
        elif isinstance(node, ast.If):
            is_for_types = "TYPE_CHECKING" in ast.unparse(node.test)
            yield from run_at_import(node.orelse if is_for_types else node.body + node.orelse)
        elif isinstance(node, ast.Try | ast.ClassDef):
            yield from run_at_import(node.body)


def needed_first(name: str) -> set[str]:
    """The modules whose code is run before that of a module, but for the packages it lies in."""
    found = set()
    for node in run_at_import(parsed(NAMES[name]).body):
        if isinstance(node, ast.Import):
            named = {alias.name for alias in node.names}
        else:
            inside = {f"{node.module}.{alias.name}" for alias in node.names}
            named = inside & NAMES.keys()
            named |= {node.module or ""} if inside - NAMES.keys() else set()
        for each in named & NAMES.keys():
            above = [each.rsplit(".", depth)[0] for depth in range(1, each.count(".") + 1)]
            found |= {each, *(one for one in above if not f"{name}.".startswith(f"{one}."))}
    return found - {name}


def test_no_modules_import_each_other_in_a_circle() -> None:
    """So each may be imported first."""
    TopologicalSorter({name: needed_first(name) for name in NAMES}).prepare()


@pytest.mark.long
def test_each_module_can_be_imported_first() -> None:
    script = """
import importlib, sys
for name in sys.stdin.read().split():
    for known in [each for each in sys.modules if each.partition(".")[0] == "ruleslang"]:
        del sys.modules[known]
    importlib.import_module(name)
"""
    names = [name for name in NAMES if not name.endswith("__main__")]

    subprocess.run([sys.executable, "-c", script], input="\n".join(names), text=True, check=True)


def test_every_room_is_in_the_table() -> None:
    assert {room_of(path) for path in MODULES} <= set(MAY_IMPORT)


@every("path", MODULES)
def test_a_module_is_at_most_500_lines_and_a_function_40(path: Path) -> None:
    text = (HOUSE / path).read_text(encoding="utf-8")
    functions = [
        node
        for node in all_statements(path)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]

    assert len(text.splitlines()) <= 500
    for node in functions:
        length = (node.end_lineno or node.lineno) - node.lineno + 1
        assert length <= 40, f"{node.name} has {length} lines"


@every("path", MODULES)
def test_a_module_says_what_it_is(path: Path) -> None:
    assert ast.get_docstring(parsed(path))


def test_no_game_is_known_inside_the_house() -> None:
    games = {
        path.name for room in ("rulebooks", "cards") for path in (HOUSE.parent / room).glob("*")
    } - {"standard"}

    names = [re.escape(game).replace("_", "[ _]?") for game in games]
    known = re.compile(rf"(?<![^\W_])({'|'.join(names)})(?![^\W_])", re.IGNORECASE)

    for path in MODULES:
        met = known.search((HOUSE / path).read_text(encoding="utf-8"))
        assert met is None, f"{path} names the game {met and met[0]}"


@every("path", [path for path in MODULES if path.parts == ("library", "report.py")])
def test_a_report_reads_the_data_of_diagnostics_and_not_their_words(path: Path) -> None:
    read = {node.attr for node in ast.walk(parsed(path)) if isinstance(node, ast.Attribute)}

    assert not read & {"message", "help"}


OPENS_A_FILE = re.compile(
    r"(?<!def )\bopen\([^)]|\.(read|write)_(text|bytes)\(|\bsqlite3\.connect\(|\bfdopen\("
)
MAY_OPEN = {
    "library/": "the files of a rulebook, and what the user names",
    "source/cache_files.py": "the user's cache",
    "c/": "the runtime that ships with the package, and what is compiled in the user's cache",
    "syntax/grammar.py": "the grammar",
    "syntax/diagnostics/phrasebook/sentences.py": "the grammar of sentences",
    "match/wording.py": "what the program says in other languages",
    "printing/typeset.py": "templates of ours, pictures that the looks name, pages to write",
    "learning/saved.py": "learned players that the user names",
    "server/sqlite_store.py": "the store of a table",
    "adapters/mcp.py": "the saves that the user names",
    "cli/kept_records.py": "the records that the user names",
    "cli/main.py": "the null device",
    "nodes/budget.py": "how much memory this process takes",
    "playground/playground.py": "a folder within the page",
}


def test_files_are_opened_where_the_list_says() -> None:
    opening = {
        module.as_posix()
        for module in MODULES
        if OPENS_A_FILE.search((HOUSE / module).read_text("utf-8"))
        and module.as_posix() != "python/build_decision.py"  # where `open` opens a window
    }
    listed = {name: [path for path in opening if path.startswith(name)] for name in MAY_OPEN}

    assert opening - {path for paths in listed.values() for path in paths} == set()
    assert [name for name, paths in listed.items() if not paths] == []
