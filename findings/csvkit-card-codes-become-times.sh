#!/usr/bin/env bash
# Guess: Sorting a table by a column changes the order of its rows; `7h` and `3s` are texts.
# Real: `csvsort` writes other cells: seven of hearts, `7h`, becomes `7:00:00`, three of spades,
# `3s`, `0:00:03`, a cost of 0 or 1 `False` or `True`. `--no-inference` keeps them.
# Who meets it: designers who sort or join tables of cards with csvkit.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check csvkit==2.2.0 agate==1.14.2
echo "csvkit==2.2.0 agate==1.14.2"
printf 'card,cost\n9h,1\n3s,0\n7h,1\n' >"$place/cards.csv"
"$place/venv/bin/csvsort" -c card "$place/cards.csv" | tee "$place/seen.txt"
test "$(paste -s -d ' ' "$place/seen.txt")" = 'card,cost 0:00:03,False 7:00:00,True 9:00:00,True'
test "$("$place/venv/bin/csvsort" --no-inference -c card "$place/cards.csv" | paste -s -d ' ')" = \
  'card,cost 3s,0 7h,1 9h,1'
