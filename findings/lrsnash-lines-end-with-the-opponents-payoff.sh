#!/usr/bin/env bash
# Guess: the number after a player's strategy is what that player gets.
# Real: it is what the other player gets: in the equilibrium of second rows, player 1 gets 2 and player 2
# gets 3, but the lines say 3 for player 1 and 2 for player 2. nashpy shows the true ones. Player 2's
# lines stand before player 1's.
# Who meets it: whoever reads off the value of a game that isn't symmetric.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
apt-get download --quiet=2 lrslib=0.71b-2 liblrs1=0.71b-2 libgmp10=2:6.2.1+dfsg1-1.1
for package in ./*.deb; do dpkg -x "$package" root; done
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check nashpy==0.0.43
echo "lrslib 0.71b-2, nashpy 0.0.43"
printf '2 2\n\n3 0\n0 2\n\n2 0\n0 3\n' >game
seen=$(LD_LIBRARY_PATH=root/usr/lib:root/usr/lib/x86_64-linux-gnu root/usr/bin/lrsnash game | grep -E '^[12] ' | sed 's/ *$//')
echo "$seen"
grep -qx '2  0  1  2' <<<"$seen"
grep -qx '1  0  1  3' <<<"$seen"
venv/bin/python - <<'EOF'
import nashpy

game = nashpy.Game([[3, 0], [0, 2]], [[2, 0], [0, 3]])
paid = [float(value) for value in game[[0, 1], [0, 1]]]
print("nashpy, both play the second", paid)
assert paid == [2, 3]
EOF
