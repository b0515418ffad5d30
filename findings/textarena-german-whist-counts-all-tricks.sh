#!/usr/bin/env bash
# Guess: the first 13 tricks only win cards, and the last 13 decide, as in the rules of the game.
# Real: all 26 tricks count: who takes more of them wins, even with fewer of the last 13.
# Who meets it: whoever compares players or strategies with another German whist.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check textarena==0.7.4
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("textarena",)))
import random

import textarena


def play(seed: int) -> tuple[list[int], list[int], dict[int, float]]:
    """The tricks of the first and the last 13, and the rewards."""
    env = textarena.make("GermanWhist-v0-raw")
    env.reset(num_players=2, seed=seed)
    draw = random.Random(seed)
    half = [0, 0]
    for _ in range(52):
        board = env.state.game_state
        if board["phase"] == "learning":
            half = [0, 0]
        hand = board["players"][env.state.current_player_id]["hand"]
        lead = [card["suit"] for _, card in board["current_trick"]]
        follows = [at for at, card in enumerate(hand) if card["suit"] in lead]
        chosen = draw.choice(follows or range(len(hand)))
        before, learning = dict(board["tricks_won"]), board["phase"] == "learning"
        env.step(f"[play {chosen + 1}]")
        if not learning:
            half = [half[seat] + board["tricks_won"][seat] - before[seat] for seat in (0, 1)]
    total = [board["tricks_won"][seat] for seat in (0, 1)]
    assert env.state.done
    return [total[seat] - half[seat] for seat in (0, 1)], half, env.state.rewards


differing = 0
for seed in range(60):
    first, last, rewards = play(seed)
    assert sum(first) == sum(last) == 13
    total = [first[seat] + last[seat] for seat in (0, 1)]
    if total[0] != total[1]:
        assert rewards[total.index(max(total))] == 1
    if (total[0] - total[1]) * (last[0] - last[1]) < 0:
        differing += 1
        if differing == 1:
            print("first 13:", first, "last 13:", last, "rewards:", rewards)
print("games of 60 won with fewer of the last 13:", differing)
assert differing > 0
EOF
