#!/usr/bin/env bash
# Guess: as in briscola everywhere, the winner of a trick draws first, and four players hold three
# cards each.
# Real: whoever led the trick draws first, even after losing it, and four players hold two cards.
# Who meets it: whoever compares deals or odds: the upturned trump goes to another player.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check textarena==0.7.4
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print("textarena", version("textarena"))
import textarena

lost = 0
for seed in range(40):
    env = textarena.make("Briscola-v0-raw")
    env.reset(num_players=2, seed=seed)
    board = env.state.game_state
    leader = env.state.current_player_id
    on_top = dict(board["deck"][-1])
    env.step("[play 1]")
    env.step("[play 1]")
    winner = env.state.current_player_id
    if winner != leader:
        lost += 1
        assert on_top in board["players"][leader]["hand"]
        assert on_top not in board["players"][winner]["hand"]
print("the leader lost", lost, "first tricks of 40 and drew first after each")
assert lost > 0
env = textarena.make("Briscola-v0-raw")
env.reset(num_players=4, seed=1)
hands = [len(player["hand"]) for player in env.state.game_state["players"].values()]
print("four players hold", hands)
assert hands == [2, 2, 2, 2]
EOF
