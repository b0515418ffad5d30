#!/usr/bin/env bash
# Guess: 4294967295 is passed as -1 to an i32 by every runtime, and 4294967296 is refused.
# Real: wasmtime wraps, so that 4294967296 becomes 0; pywasm refuses 2147483648 and more. Both
# return signed numbers.
# Who meets it: whoever calls the same module with two runtimes, with seeds or hashes as arguments.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check wasmtime==50.0.1 pywasm==2.2.3
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("wasmtime", "pywasm")))
import os
import tempfile

import pywasm
import wasmtime

text = '(module (func (export "same") (param i32) (result i32) local.get 0))'
store = wasmtime.Store()
one = wasmtime.Instance(store, wasmtime.Module(store.engine, text), []).exports(store)["same"]
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "same.wasm")
    with open(path, "wb") as file:
        file.write(bytes(wasmtime.wat2wasm(text)))
    runtime = pywasm.core.Runtime()
    module = runtime.instance_from_file(path)


def other(number):
    try:
        return runtime.invocate(module, "same", [number])[0]
    except OverflowError:
        return "refused"


found = {number: (one(store, number), other(number)) for number in (-1, 2**31 - 1, 2**31, 2**32)}
print(found)
assert found == {
    -1: (-1, -1),
    2**31 - 1: (2**31 - 1, 2**31 - 1),
    2**31: (-(2**31), "refused"),
    2**32: (0, "refused"),
}
EOF
