"""
Runs inside of Pyodide, at the build: compiles all modules.

Of the standard library it keeps what these modules can import, and what Python imports when it
starts; that is compiled, too, so that no browser has to.
"""

import ast
import fnmatch
import marshal
import os
import shutil
import sys
import zipfile
from collections.abc import Iterator
from importlib.util import MAGIC_NUMBER
from pathlib import Path

PACKAGES = Path("/packages")
LIBRARY, NEEDED_OF_LIBRARY = next(path for path in sys.path if path.endswith(".zip")), "/needed.zip"
BEGUN = set(sys.modules)  # the modules that Python and Pyodide import when they start
FIRST = {name.partition(".")[0] for name in BEGUN}
ALSO = (  # imported by modules written in C, or by a name that is only known at run time
    *("encodings/*utf_*", "encodings/*ascii*", "encodings/*escape*", "encodings/idna*"),
    *("encodings/latin_1*", "encodings/cp1252*", "encodings/cp437*"),
    *("_sysconfigdata*", "*pyodide/*", "ctypes/_layout*", "_pylong*", "string/*"),
)
# Modules for a terminal, other processes and the network, which a worker does not have.
NEVER = ("_pyrepl", "doctest", "pdb", "pydoc", "unittest", "multiprocessing", "xmlrpc", "ftplib")
NEVER += ("http.server", "concurrent.interpreters", "asyncio.windows_events", "xml.dom", "sqlite3")
WITHOUT = os.environ["WITHOUT"].split()  # folders besides those that no page needs
NEEDLESS = (
    *("*.dist-info", "cattr", "cattrs/preconf", "lark/tools", "lark/__pyinstaller"),
    *("ruleslang/apps/cli", "ruleslang/apps/adapters", "ruleslang/evaluation"),
    *("ruleslang/engine/code/runtime/loop.c", "ruleslang/language/highlight"),
    *(f"ruleslang/{folder}" for folder in WITHOUT),
    *("ruleslang/_data/*/*/README.md", "ruleslang/_data/examples/embedding"),
)

for folder in ("/", PACKAGES):
    os.chmod(folder, 0o755)  # nothing is kept where everybody may write
for pattern in NEEDLESS:
    for path in PACKAGES.glob(pattern):
        shutil.rmtree(path) if path.is_dir() else path.unlink()


def imported(package: str, text: str) -> Iterator[str]:
    """All modules that a text of this package may import, wherever the import is."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            around = package.split(".")[: 1 - node.level or None] if node.level else []
            base = ".".join([*around, *([node.module] if node.module else [])])
            yield base
            yield from (f"{base}.{alias.name}" for alias in node.names)


def needed_of(library: zipfile.ZipFile, texts: list[str]) -> set[str]:
    """The files of the library that these texts, or Python when it begins, can import."""
    every = [name for name in library.namelist() if name.endswith(".py")]
    files = {each.removesuffix(".py").replace("/", "."): each for each in every}
    files = {name.removesuffix(".__init__"): file for name, file in files.items()}
    found = {file for file in every for also in ALSO if fnmatch.fnmatch(file, also)}
    waiting = [*BEGUN, *(name for text in texts for name in imported("", text))]
    while waiting:
        name = waiting.pop()
        file = files.get(name)
        is_left_out = any(f"{name}.".startswith(f"{each}.") for each in NEVER)
        if file is None or file in found or is_left_out:
            continue
        found.add(file)
        outer = name.rpartition(".")[0]
        package = name if file.endswith("__init__.py") else outer
        waiting += [outer, *imported(package, library.read(file).decode())]
    return found


def compiled(text: bytes, name: str) -> bytes:
    """The text of a module as a `.pyc`, without docstrings and assertions."""
    return MAGIC_NUMBER + bytes(12) + marshal.dumps(compile(text, name, "exec", optimize=2))


texts = [path.read_text("utf-8") for path in PACKAGES.rglob("*.py")]
with zipfile.ZipFile(LIBRARY) as library, zipfile.ZipFile(NEEDED_OF_LIBRARY, "w") as needed:
    for file in sorted(needed_of(library, texts)):
        if Path(file).with_suffix("").parts[0] in FIRST:
            info = zipfile.ZipInfo(f"{file}c")  # the same bytes at every build
            code = compiled(library.read(file), file)
            needed.writestr(info, code, zipfile.ZIP_DEFLATED, compresslevel=9)
        else:
            (PACKAGES / file).parent.mkdir(parents=True, exist_ok=True)
            (PACKAGES / file).write_bytes(library.read(file))

for path in sorted(PACKAGES.rglob("*.py")):
    code = compiled(path.read_bytes(), str(path.relative_to(PACKAGES)))
    path.with_suffix(".pyc").write_bytes(code)
    path.unlink()
