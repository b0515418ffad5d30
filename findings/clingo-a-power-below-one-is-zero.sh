#!/usr/bin/env bash
# Guess: `2**-1` has no whole value, so the fact is left out as `1/0` is.
# Real: it is 0. The sign binds before the power, too: `-2**2` is 4.
# Who meets it: whoever writes odds or scores of a game as a logic program.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check clingo==5.8.3 cffi==1.17.1
"$place/venv/bin/python" - <<'EOF'
from clingo import Control, __version__

print("clingo", __version__)
control = Control(logger=lambda code, message: print(code.name))
control.add("base", [], "half(2**-1). none(1/0). square(-2**2). tower(2**3**2).")
control.ground([("base", [])])
seen = []
control.solve(on_model=lambda model: seen.extend(str(symbol) for symbol in model.symbols(shown=True)))
print(*sorted(seen))
assert sorted(seen) == ["half(0)", "square(4)", "tower(512)"]
EOF
