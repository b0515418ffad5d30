#!/usr/bin/env bash
# Guess: Where wasmtime has no wheel, pip finds none, and `find_spec` says that it is missing.
# Real: the wheel `py3-none-any` has nothing but a Windows library, so pip takes it everywhere
# (ppc64le, 32 bits), the module is found, and importing it fails.
# Who meets it: whoever depends on it with a test whether it is installed.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" download --quiet --disable-pip-version-check --no-deps --dest "$place" \
    --only-binary=:all: --platform manylinux2014_ppc64le wasmtime==50.0.1
"$place/venv/bin/python" - "$place" <<'EOF2'
import sys
from pathlib import Path
from zipfile import ZipFile

(wheel,) = Path(sys.argv[1]).glob("*.whl")
libraries = [name for name in ZipFile(wheel).namelist() if name.endswith((".so", ".dll", ".dylib"))]
print(wheel.name, libraries)
assert wheel.name == "wasmtime-50.0.1-py3-none-any.whl"
assert libraries and all("win32" in name and name.endswith(".dll") for name in libraries)
EOF2
