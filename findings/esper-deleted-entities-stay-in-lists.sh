#!/usr/bin/env bash
# Guess: A deleted entity is gone at once.
# Real: `entity_exists` says so, but `get_component` still lists it, and `has_component` is true,
# until the next `process`; with `immediate=True` it is gone.
# Who meets it: whoever removes a piece and counts the rest in the same step.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check esper==3.9
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in "esper".split()))
import esper


class Piece:
    pass


def count():
    return len(list(esper.get_component(Piece)))


piece = esper.create_entity(Piece())
esper.delete_entity(piece)
seen = esper.entity_exists(piece), esper.has_component(piece, Piece), count()
esper.process()
other = esper.create_entity(Piece())
esper.delete_entity(other, immediate=True)
print(seen, count())
assert seen == (False, True, 1) and count() == 0
EOF
