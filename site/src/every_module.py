"""Runs inside of Pyodide, at the build: imports all modules, and stores the methods of attrs."""

import marshal
import sys
from importlib import import_module
from pathlib import Path

import compiled_methods

for path in sorted(Path("/packages").rglob("*.pyc")):
    name = ".".join(path.relative_to("/packages").with_suffix("").parts).removesuffix(".__init__")
    try:
        import_module(name)
    except ImportError as problem:  # of an extra, or of a module that is never there
        missing = (problem.name or "").partition(".")[0]
        if missing in sys.stdlib_module_names and missing not in NEVER:  # noqa: F821
            raise

assert len(compiled_methods.codes) > 100, "attrs no longer compiles by `compile_once`"
compiled_methods.FILE.write_bytes(marshal.dumps(compiled_methods.codes))
