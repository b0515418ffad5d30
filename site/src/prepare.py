"""Runs inside of Pyodide, at the build: compiles all modules, fills the cache of the grammar."""

import os
import py_compile
import shutil
import sys
import tarfile
from pathlib import Path

PACKAGES, ARCHIVE = Path("/packages"), "/packages.tar"
WITHOUT = os.environ["WITHOUT"].split()  # folders besides those that no page needs
NEEDLESS = (
    "*.dist-info",
    *("ruleslang/apps/cli", "ruleslang/apps/adapters", "ruleslang/evaluation"),
    *("ruleslang/engine/c/runtime", "ruleslang/language/highlight"),
    *(f"ruleslang/{folder}" for folder in WITHOUT),
    "ruleslang/_data/*/*/README.md",
)

for folder in ("/", PACKAGES):
    os.chmod(folder, 0o755)  # nothing is kept where everybody may write
os.environ["RULESLANG_CACHE"] = str(PACKAGES / "cache")
sys.path.insert(0, str(PACKAGES))
sys.dont_write_bytecode = True

from ruleslang.language.syntax.grammar import parser  # noqa: E402

parser()
for pattern in NEEDLESS:
    for path in PACKAGES.glob(pattern):
        shutil.rmtree(path) if path.is_dir() else path.unlink()
for path in sorted(PACKAGES.rglob("*.py")):
    name = str(path.relative_to(PACKAGES))
    py_compile.compile(str(path), str(path.with_suffix(".pyc")), name, doraise=True)
    path.unlink()


def entry(info: tarfile.TarInfo) -> tarfile.TarInfo:
    """The same bytes at every build."""
    info.mtime = info.uid = info.gid = 0
    info.uname = info.gname = ""
    return info


with tarfile.open(ARCHIVE, "w") as archive:
    for path in sorted(PACKAGES.iterdir()):
        archive.add(path, path.name, filter=entry)
