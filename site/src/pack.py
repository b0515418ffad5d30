"""Runs inside of Pyodide, at the build: writes `/archive` with all packages, for `packages.mjs`."""

import json
from pathlib import Path

from compression import zstd

COMPRESSION = {
    zstd.CompressionParameter.compression_level: LEVEL,  # noqa: F821 - a global of `prepare.mjs`
    zstd.CompressionParameter.window_log: 24,
}
PACKAGES = Path("/packages")

every = [PACKAGES, *sorted(PACKAGES.rglob("*"))]
contents = [(path, path.read_bytes()) for path in every if path.is_file()]
index = {
    "folders": [str(path).removeprefix("/packages") for path in every if path.is_dir()],
    "files": [(str(path).removeprefix("/packages"), len(data)) for path, data in contents],
}
data = b"".join([json.dumps(index).encode(), b"\n", *(data for _, data in contents)])
Path("/archive").write_bytes(zstd.compress(data, options=COMPRESSION))
