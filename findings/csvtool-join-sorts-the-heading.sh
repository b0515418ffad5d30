#!/usr/bin/env bash
# Guess: the heading of joined tables stays the first row.
# Real: rows are sorted by the key, the heading too: here it comes last.
# Who meets it: whoever joins a table of cards with one of costs.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
apt-get download --quiet=2 csvtool=2.4-1+b2
for package in ./*.deb; do dpkg -x "$package" "$place/root"; done
echo "csvtool=2.4-1+b2"
printf 'name,cost\nAce,3\nKing,5\n' >"$place/costs.csv"
printf 'name,suit\nAce,red\nKing,blue\n' >"$place/suits.csv"
joined=$("$place/root/usr/bin/csvtool" join 1 2 "$place/costs.csv" "$place/suits.csv" | paste -sd" ")
echo "$joined"
[ "$joined" = "Ace,3,red King,5,blue name,cost,suit" ]
