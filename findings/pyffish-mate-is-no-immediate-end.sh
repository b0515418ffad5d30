#!/usr/bin/env bash
# Guess: `is_immediate_game_end` is true for checkmate, and a game that has ended offers no moves.
# Real: it is true for ends by a variant's rules only, as a king on the hill. For checkmate and stalemate it
# is false: no move is left, and `game_result` tells them apart. After a third repetition, an optional
# end, moves are left. The number beside a `False` means nothing.
# Who meets it: whoever plays variants with it and tests one of the two.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check pyffish==0.0.90
echo "pyffish 0.0.90"
"$place/venv/bin/python" - <<'EOF'
import pyffish

start = pyffish.start_fen("chess")
cases = {
    "mate": ("chess", start, "f2f3 e7e5 g2g4 d8h4".split()),
    "stalemate": ("chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", []),
    "repetition": ("chess", start, ["g1f3", "g8f6", "f3g1", "f6g8"] * 2),
    "hill": ("kingofthehill", "4k3/8/8/8/8/4K3/8/8 w - - 0 1", ["e3e4"]),
}
found = {}
for name, case in cases.items():
    immediate, optional = pyffish.is_immediate_game_end(*case), pyffish.is_optional_game_end(*case)
    found[name] = immediate[0], optional[0], len(pyffish.legal_moves(*case))
    print(name, "immediate", immediate[0], "optional", optional[0], "moves", found[name][2])
results = [pyffish.game_result(*cases[name]) for name in ("mate", "stalemate")]
print("game_result of mate and stalemate", results)
assert results == [-32000, 0]
assert found["mate"] == found["stalemate"] == (False, False, 0)
assert found["repetition"] == (False, True, 20)
assert found["hill"][:2] == (True, False)
EOF
