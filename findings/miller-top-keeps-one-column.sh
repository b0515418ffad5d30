#!/usr/bin/env bash
# Guess: `top -n 1 -f cost` gives the record of the dearest card.
# Real: it gives only the cost, in a column `cost_top`; `-a` gives the record.
# Who meets it: whoever looks for the dearest card of a table.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
apt-get download --quiet=2 miller=6.6.0-2+b3
for package in ./*.deb; do dpkg -x "$package" "$place/root"; done
echo "miller=6.6.0-2+b3"
printf 'name,cost\nAce,3\nKing,5\n' >"$place/cards.csv"
best() { "$place/root/usr/bin/mlr" --icsv --ojsonl top -n 1 "$@" -f cost "$place/cards.csv"; }
plain=$(best)
record=$(best -a)
echo "$plain $record"
[ "$plain" = '{"top_idx": 1, "cost_top": 5}' ] && [ "$record" = '{"name": "King", "cost": 5}' ]
