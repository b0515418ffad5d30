#!/usr/bin/env bash
# Guess: a capture must be made, and the same piece goes on capturing.
# Real: a step is legal beside a capture, and a turn is a single jump.
# Who meets it: whoever compares players of TextArena with another program's.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check textarena==0.7.4
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("textarena",)))
import textarena


def play(*moves):
    env = textarena.make("Alquerque-v0-raw")
    env.reset(num_players=2, seed=1)
    for move in moves:
        env.step(move)
    state = env.state
    return ["".join(cell or "." for cell in row) for row in state.game_state["board"]], state


captured, state = play("[a2 a3]", "[a4 a2]")
print(captured, state.current_player_id)
assert captured == ["BBBBB", ".BBBB", ".....", "BRRRR", "RRRRR"]
stepped, state = play("[a2 a3]", "[b4 b3]")
print(stepped, state.current_player_id)
assert stepped == ["BBBBB", "B.BBB", "RB...", ".RRRR", "RRRRR"] and state.current_player_id == 0
chain = ["[c2 c3]", "[c4 c2]"]
print(play(*chain)[0])
EOF
