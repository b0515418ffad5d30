"""
Builds `editors/vscode/ruleslang.vsix`, the extension for VS Code: `python site/build_extension.py`.

It carries the package in Pyodide, with the versions of the site, so that no Python is asked for.
It needs what `site/build.py` needs; the network on its first run.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parent)]

from build import BUILD, CHECKOUT, MODULES, PIP, PYODIDE, SITE, WHEELS, fetch_packages, prepare, run  # noqa: E402

EXTENSION = CHECKOUT / "editors" / "vscode"
DIST = EXTENSION / "dist"
SERVER_WHEELS = BUILD / "server-wheels"
BUNDLE = ("--bundle", "--minify", "--log-level=warning", "--external:vscode")
NEEDLESS = ("apps/playground", "apps/printing", "apps/table")  # of which editors ask nothing


def bundle() -> None:
    """The client for VS Code on a machine and in a browser, and the worker with its packages."""
    node = ("--platform=node", "--format=cjs", "--target=node18")
    browser = ("--platform=browser", "--format=cjs", "--target=es2022")
    esbuild, src = MODULES / ".bin" / "esbuild", EXTENSION / "src"
    for name, target in (("node", node), ("browser", browser)):
        run(esbuild, src / f"{name}.js", *BUNDLE, *target, f"--outfile={DIST / name}.js")
    shutil.copy(src / "worker.js", DIST / "worker.mjs")
    shutil.copy(SITE / "src" / "packages.mjs", DIST)
    (DIST / "pyodide").mkdir()
    for name in PYODIDE:
        shutil.copy(MODULES / "pyodide" / name, DIST / "pyodide")


def carry() -> None:
    """The packages of the language server, compiled."""
    shutil.rmtree(SERVER_WHEELS, ignore_errors=True)
    shutil.copytree(WHEELS, SERVER_WHEELS, ignore=shutil.ignore_patterns("ruleslang-*"))
    run(*PIP, "wheel", "--no-deps", "-w", SERVER_WHEELS, CHECKOUT)
    listed = SITE / "extension-requirements.txt"
    run(*PIP, "download", "--no-deps", "-d", SERVER_WHEELS, "-r", listed)
    prepare(SERVER_WHEELS, DIST, NEEDLESS)


def main() -> None:
    if not WHEELS.is_dir():
        fetch_packages()
    run("npm", "ci", "--prefix", EXTENSION, "--ignore-scripts", "--no-audit", "--no-fund")
    shutil.rmtree(DIST, ignore_errors=True)
    DIST.mkdir()
    shutil.copy(CHECKOUT / "LICENSE", EXTENSION)
    bundle()
    carry()
    run("npm", "run", "--silent", "--prefix", EXTENSION, "package")
    size = (EXTENSION / "ruleslang.vsix").stat().st_size
    print(f"editors/vscode/ruleslang.vsix: {size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
