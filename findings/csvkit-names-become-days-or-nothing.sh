#!/usr/bin/env bash
# Guess: Names and months in a table stay as they are when it is sorted or joined, at least with
# `--no-inference`.
# Real: a card called `None` loses its name, and a column of `May` and `Sun` becomes days
# of the year 1. `--no-inference` keeps the days only; names need `--blanks` too.
# Who meets it: designers with a column of seasons, or with a card that has such a name.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check csvkit==2.2.0 agate==1.14.2
echo "csvkit==2.2.0 agate==1.14.2"
printf 'name,season,day\nNone,May,Sat\nFool,March,Sun\n' >"$place/cards.csv"
sorted() { "$place/venv/bin/csvsort" "$@" -c name "$place/cards.csv" | tail -n 2 | paste -s -d ' '; }
sorted
sorted --no-inference
sorted --no-inference --blanks
test "$(sorted)" = 'Fool,0001-03-01,0001-01-07 ,0001-05-01,0001-01-06'
test "$(sorted --no-inference)" = 'Fool,March,Sun ,May,Sat'
test "$(sorted --no-inference --blanks)" = 'Fool,March,Sun None,May,Sat'
