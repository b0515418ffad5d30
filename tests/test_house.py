"""The architecture as imports show it, and the size of each folder."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from ruleslang.library.kept_loads import NOT_LOADING
from tests.support.every import every

HOUSE = Path(__file__).parents[1] / "ruleslang"
MODULES = sorted(
    path.relative_to(HOUSE) for path in HOUSE.rglob("*.py") if "_data" not in path.parts
)

# Folder: the folders below it that it may import, and its budget of lines, which is only lowered.
# A decision page that states what a user gains may raise one.
LAYERS = {
    "source": ("", 2377),
    "program": ("source", 8012),
    "language": ("source program", 37040),
    "engine": ("source program", 42303),
    "players": ("source program engine", 3946),
    "explanation": ("source program engine players", 10608),
    "simulation": ("source program engine players explanation", 3083),
    "library": ("source program language explanation simulation", 7550),
    "api": ("source program language engine players explanation simulation library", 2790),
    "evaluation": (
        "source program language engine players explanation simulation library api",
        16090,
    ),
    "apps": (
        "source program language engine players explanation simulation library api evaluation",
        21048,
    ),
    "__init__": ("source api evaluation", 77),
    "__main__": ("apps", 12),
}

# Within a folder: the folders beside it that a folder may import. `.` are the modules of the folder
# itself, which come after the folders in it unless a row says otherwise.
INNER = {
    "language": {
        "syntax": "", "format": "syntax", "highlight": "syntax", "resolve": "syntax",
        "lower": "syntax resolve", "checks": "syntax resolve",
    },
    "engine": {
        "match": "", "interpreter": "match", "flow": "match", "cells": "match flow",
        "code": "match flow cells", "c": "match flow cells code",
        "wasm": "match flow cells code",
        "handover": "match interpreter flow cells",
        ".": "match interpreter flow cells code c wasm handover",
    },
    "players": {"secrecy": "", "learning": "", ".": "secrecy learning"},
    "explanation": {
        "why": "", "odds": "", "examples": "why odds", "story": "why examples",
    },
    "simulation": {"records": "", ".": "records"},
    "library": {".": "", "workspace": "."},
    "evaluation": {
        "laws": "", "consistency": "", "mutation": "laws consistency", "balance": "",
        ".": "mutation consistency balance",
    },
    "apps": {
        "printing": "", "table": "", "editor": "", "playground": "table",
        "cli": "printing table editor", "adapters": "printing cli",
    },
}  # fmt: skip

# Other people's code, and what of Python's own could leak the world in: where it may be named.
KEPT_IN = {
    "lark": "language/syntax",
    "z3": "evaluation/consistency",
    "openpyxl": "library apps/printing",
    "typst": "apps/printing",
    "cattrs": "source program simulation/records library",
    "typer": "apps/cli",
    "pygls": "apps/editor",
    "lsprotocol": "apps/editor",
    "rich": "apps/cli",
    "jinja2": "apps/cli",
    "markupsafe": "apps/cli",
    "json": "source language/syntax program engine/wasm library apps",
    "random": "",
    "numpy": "apps/adapters",
    "gymnasium": "apps/adapters",
    "pettingzoo": "apps/adapters",
    "pyspiel": "apps/adapters",
    "mcp": "apps/adapters",
    "distributed": "simulation",
    "pyarrow": "library",
    "duckdb": "library",
    "secrets": "apps/table",
    "wasmtime": "engine/wasm",
    "starlette": "apps/table",
    "uvicorn": "apps/cli apps/table",
    "vl_convert": "apps/cli",
    "watchfiles": "library",
    "subprocess": "engine/c simulation library apps/printing",
    "multiprocessing": "simulation",
}


def layer_of(parts: Sequence[str]) -> str:
    return parts[0].removesuffix(".py")


def folder_of(parts: Sequence[str]) -> str:
    """The folder within a layer that is in the table, or `.`."""
    inner = INNER.get(parts[0], {})
    return parts[1] if len(parts) > 1 and parts[1] in inner else "."


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
def test_a_module_imports_only_from_layers_below_and_folders_beside_it(path: Path) -> None:
    layer, folder = layer_of(path.parts), folder_of(path.parts)
    beside = {folder, *INNER.get(layer, {}).get(folder, "").split()}

    for name in imported_names(path):
        top, *rest = name.split(".")
        if top != "ruleslang":
            continue
        assert rest[0] in {layer, *LAYERS[layer][0].split()}, f"{layer} imports {name}"
        if rest[0] == layer and layer in INNER:
            assert folder_of(rest) in beside, f"{layer}/{folder} imports {name}"


@every("path", MODULES)
def test_other_packages_are_imported_only_where_the_table_allows(path: Path) -> None:
    here = {layer_of(path.parts), f"{layer_of(path.parts)}/{folder_of(path.parts)}"}

    for name in imported_names(path):
        top = name.partition(".")[0]
        if top in KEPT_IN:
            assert here & set(KEPT_IN[top].split()), f"{top} is not imported in {path.parent}"


def test_no_layer_imports_one_above_it() -> None:
    for table in ({name: below for name, (below, _) in LAYERS.items()}, *INNER.values()):
        seen: set[str] = set()
        for name, below in table.items():
            assert set(below.split()) <= seen
            seen.add(name)


def test_every_folder_is_in_the_tables() -> None:
    assert {layer_of(path.parts) for path in MODULES} == LAYERS.keys()
    for layer, inner in INNER.items():
        folders = {
            path.parts[1] for path in MODULES if len(path.parts) > 2 and path.parts[0] == layer
        }
        assert folders == inner.keys() - {"."}


@every("layer", sorted(LAYERS))
def test_a_folder_keeps_to_its_budget(layer: str) -> None:
    modules = [path for path in MODULES if layer_of(path.parts) == layer]
    lines = sum(len((HOUSE / path).read_text(encoding="utf-8").splitlines()) for path in modules)

    assert lines <= LAYERS[layer][1], f"{layer}/ has {lines} lines: remove some, or decide"


def test_a_cached_load_depends_on_all_that_loading_imports() -> None:
    """`NOT_LOADING` names folders; nothing that `load` imports may be in one of them."""
    loading = set[str]()
    waiting = [
        *("ruleslang.library.load", "ruleslang.library.kept_loads"),
        *("ruleslang.library.compile_rulebook", "ruleslang.library.tried_helps"),
        *("ruleslang.language.checks.lints", "ruleslang.language.syntax.diagnostics.diagnose"),
    ]
    while waiting:
        name = waiting.pop()
        if name in NAMES and name not in loading:
            loading.add(name)
            waiting.extend(needed_first(name) - loading)

    for name in loading:
        assert not NOT_LOADING & set(NAMES[name].parent.parts), name


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


def named_modules(nodes: Iterable[ast.AST]) -> set[str]:
    """The modules of the package that import statements name."""
    found = set[str]()
    for node in nodes:
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            inside = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= inside | ({node.module or ""} if inside - NAMES.keys() else set())
    return found & NAMES.keys()


def needed_first(name: str) -> set[str]:
    """The modules whose code is run before that of a module, but for the packages it lies in."""
    found = set()
    for each in named_modules(run_at_import(parsed(NAMES[name]).body)):
        above = [each.rsplit(".", depth)[0] for depth in range(1, each.count(".") + 1)]
        found |= {each, *(one for one in above if not f"{name}.".startswith(f"{one}."))}
    return found - {name}


def named_anywhere(name: str) -> set[str]:
    """The modules that a module names, also in functions and for types, but for its packages."""
    found = named_modules(all_statements(NAMES[name]))
    return {each for each in found if not f"{name}.".startswith(f"{each}.")}


def test_no_modules_import_each_other_in_a_circle() -> None:
    """So each may be imported first."""
    TopologicalSorter({name: needed_first(name) for name in NAMES}).prepare()


# The only import for type checkers that closes a circle: see docs/dev/decisions/eleven-folders.md.
# Besides it, a module may name the union that its package makes of its classes.
MATCH_NAMES_GAME = ("ruleslang.api.match", "ruleslang.api.game")


def test_no_import_in_a_function_or_for_types_closes_a_circle() -> None:
    """A circle that is put off is one: neither module can be understood without the other."""
    match, game = MATCH_NAMES_GAME
    imports = {name: named_anywhere(name) for name in NAMES}
    assert game in imports[match], "this exception can go"
    assert game not in needed_first(match)

    imports[match].remove(game)
    TopologicalSorter(imports).prepare()


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


def lines_of(node: ast.stmt) -> int:
    return (node.end_lineno or node.lineno) - node.lineno + 1


def lines_of_tables(function: ast.stmt) -> int:
    """The lines of a flat `match`, which may be as long as what it lists."""
    return sum(
        lines_of(node)
        for node in statements(function)
        if isinstance(node, ast.Match) and all(len(case.body) <= 3 for case in node.cases)
    )


@every("path", MODULES)
def test_a_module_is_at_most_520_lines_and_a_function_40(path: Path) -> None:
    text = (HOUSE / path).read_text(encoding="utf-8")
    functions = [
        node
        for node in all_statements(path)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]

    assert len(text.splitlines()) <= 520
    for node in functions:
        has_docstring = ast.get_docstring(node) is not None
        length = lines_of(node) - (lines_of(node.body[0]) if has_docstring else 0)
        assert length <= 40 or length - lines_of_tables(node) <= 40, f"{node.name}: {length} lines"


@every("path", MODULES)
def test_a_module_describes_itself(path: Path) -> None:
    assert ast.get_docstring(parsed(path))


# The words with which a function's docstring may begin; a new verb is added.
VERBS = """
    Accept Act Add Allocate Allow Answer Append Apply Ask Assign Attribute Begin Bind Break
    Build Cache Call Cancel Carry Change Charge Check Choose Classify Clear Close Collect
    Compare Compile Compute Connect Continue Convert Copy Count Create Cut Deal Declare Decode
    Define Delete Describe Dispatch Distinguish Divide Do Draw Drop Eliminate End Estimate
    Evaluate Exchange Explain Export Extend Fail Fetch Fill Filter Find Fire Flush Follow Forget
    Format Free Fuse Gather Get Give Go Handle Hide Identify Ignore Indent Inline Instantiate
    Iterate Join Keep Kill Lay Learn Leave Let Limit Listen Load Log Look Lower Make Mark
    Measure Memoise Merge Move Multiply Mutate Name Narrate Narrow Note Notify Observe Offer
    Open Parse Pass Perform Pick Place Play Print Propagate Propose Prove Push Put Raise Reach
    Read Receive Recognise Record Refuse Register Release Remake Remove Repeat Replace Replay
    Report Request Require Reserve Reset Resolve Respond Restart Restore Return Reveal Roll Run
    Save Schedule Search Seat Select Send Serve Set Show Shuffle Simplify Simulate Skip Sort
    Split Stand Start Stay Stop Store Submit Subtract Suggest Swap Switch Take Test Thread Train
    Try Turn Typeset Undo Unpack Update Use Visit Wait Walk Warn Watch Weigh Work Wrap Write
    Yield
"""
HELP_OF_COMMANDS = {"_ruleslang"}  # printed by `--help`


@every("path", MODULES)
def test_the_docstring_of_a_function_begins_with_a_verb(path: Path) -> None:
    for node in all_statements(path):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            is_property = any("property" in ast.unparse(each) for each in node.decorator_list)
            text = ast.get_docstring(node)
            if text is not None and not is_property and node.name not in HELP_OF_COMMANDS:
                first = re.match(r"[A-Za-z]*", text)
                assert first and first[0] in VERBS.split(), (
                    f"line {node.lineno}, {node.name}: {text}"
                )


def test_no_game_is_known_inside_the_house() -> None:
    games = {
        path.name for room in ("rulebooks", "cards") for path in (HOUSE.parent / room).glob("*")
    } - {"standard"}

    names = [re.escape(game).replace("_", "[ _]?") for game in games]
    known = re.compile(rf"(?<![^\W_])({'|'.join(names)})(?![^\W_])", re.IGNORECASE)

    for path in MODULES:
        reached = known.search((HOUSE / path).read_text(encoding="utf-8"))
        assert reached is None, f"{path} names the game {reached and reached[0]}"


@every("path", [path for path in MODULES if path.parts == ("library", "reported_diagnostics.py")])
def test_a_report_reads_the_data_of_diagnostics_and_not_their_words(path: Path) -> None:
    read = {node.attr for node in ast.walk(parsed(path)) if isinstance(node, ast.Attribute)}

    assert not read & {"message", "help"}


OPENS_A_FILE = re.compile(
    r"(?<!def )\bopen\([^)]|\.(read|write)_(text|bytes)\(|\bsqlite3\.connect\(|\bfdopen\("
)
MAY_OPEN = {
    "library/": "the files of a rulebook, and what the user names",
    "source/cache_files.py": "the user's cache",
    "engine/code/": "the runtime that ships with the package",
    "engine/c/": "what is compiled in the cache",
    "apps/cli/commands/cards.py": "the workbook that is brought up to date",
    "engine/wasm/": "the runtime that ships with the package, and the digest of the compiler",
    "language/syntax/grammar.py": "the grammar",
    "language/syntax/diagnostics/phrasebook/card_sentences.py": "the grammar of sentences",
    "language/syntax/diagnostics/forms.py": "the general forms of lines",
    "engine/match/wording.py": "what the program says in other languages",
    "apps/printing/typeset": "templates of ours, pictures that the looks name, pages to write",
    "players/learning/saved.py": "learned players that the user names",
    "apps/table/sqlite_store.py": "the store of a table",
    "apps/adapters/mcp.py": "the saves that the user names",
    "apps/cli/kept_records.py": "the records that the user names",
    "apps/cli/main.py": "the null device",
    "apps/cli/page_template.py": "the templates of pages",
    "source/budget.py": "how much memory this process takes",
    "apps/playground/playground.py": "a folder within the page",
}


def test_lowering_takes_its_facts_from_the_tree() -> None:
    """It holds nodes: what it reports must not come from the text around them."""
    lower = [path for path in MODULES if path.parts[:2] == ("language", "lower")]
    reading = [path for path in lower if ".source.text" in (HOUSE / path).read_text("utf-8")]

    assert len(lower) > 40
    assert reading == []


def test_files_are_opened_only_where_the_list_allows() -> None:
    opening = {
        module.as_posix()
        for module in MODULES
        if OPENS_A_FILE.search((HOUSE / module).read_text("utf-8"))
        and module.as_posix() != "engine/cells/build_decision.py"  # where `open` opens a window
    }
    listed = {name: [path for path in opening if path.startswith(name)] for name in MAY_OPEN}

    assert opening - {path for paths in listed.values() for path in paths} == set()
    assert [name for name, paths in listed.items() if not paths] == []


def test_the_list_of_slow_tests_names_tests() -> None:
    tests = Path(__file__).parent
    for line in (tests / "slow_tests.txt").read_text(encoding="utf-8").splitlines():
        path, *_, test = line.partition("[")[0].split("::")
        assert f"def {test}(" in (tests.parent / path).read_text(encoding="utf-8"), line
