#!/usr/bin/env bash
# Guess: Nine cards of 63 by 88 are put on a sheet of 189 by 264 with the defaults.
# Real: the defaults raise `No such heuristic!`, and guillotine, shelf and skyline a `TypeError`
# beside sortedcontainers 2.4.0; maximal rectangles work.
# Who meets it: whoever lays cards on sheets.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check greedypacker==0.4 sortedcontainers==2.4.0
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in "greedypacker sortedcontainers".split()))
import greedypacker


def sheets(**options):
    try:
        manager = greedypacker.BinManager(189, 264, **options)
        manager.add_items(*[greedypacker.Item(63, 88) for _ in range(9)])
        manager.execute()
    except (TypeError, ValueError) as error:
        return type(error).__name__
    return [len(sheet.items) for sheet in manager.bins]


seen = [
    sheets(),
    sheets(pack_algo="guillotine", heuristic="best_area"),
    sheets(pack_algo="shelf", heuristic="best_area_fit"),
    sheets(pack_algo="skyline", heuristic="bottom_left"),
    sheets(pack_algo="maximal_rectangle", heuristic="best_area"),
]
print(seen)
assert seen == ["ValueError", "TypeError", "TypeError", "TypeError", [9]]
EOF
