#!/usr/bin/env bash
# Guess: a PNG of 300 dpi that is opened and saved again has 300 dpi.
# Real: it has none, and a JPEG saved of it neither; pass `dpi=picture.info['dpi']`.
# Who meets it: whoever crops or marks card pictures before they go to a print shop.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check pillow==13.0.0
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("pillow",)))
import io

from PIL import Image


def saved(picture, kind="png", **how):
    file = io.BytesIO()
    picture.save(file, kind, **how)
    again = Image.open(file)
    return again, again.info.get("dpi")


first, _ = saved(Image.new("RGB", (744, 1039)), dpi=(300, 300))
again = [saved(first)[1], saved(first, "jpeg")[1], saved(first, dpi=first.info["dpi"])[1]]
print(first.info["dpi"], again)
assert round(first.info["dpi"][0]) == 300
assert again[:2] == [None, None] and round(again[2][0]) == 300
EOF
