#!/usr/bin/env bash
# Guess: `sort -nr cost` begins with the highest cost, and values that aren't numbers come last,
# as with `sort -nf`.
# Real: values that aren't numbers come first.
# Who meets it: whoever lists the dearest cards of a table that has a cost of X.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
apt-get download --quiet=2 miller=6.6.0-2+b3
for package in ./*.deb; do dpkg -x "$package" "$place/root"; done
echo "miller=6.6.0-2+b3"
printf 'cost\n3\nX\n5\n' >"$place/cards.csv"
order() { "$place/root/usr/bin/mlr" --icsv --onidx sort "$1" cost "$place/cards.csv" | tr '\n' ' '; }
up=$(order -nf)
down=$(order -nr)
echo "up: $up down: $down"
[ "$up" = "3 5 X " ] && [ "$down" = "X 5 3 " ]
