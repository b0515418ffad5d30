#!/usr/bin/env bash
# Guess: A card's id `007` is 7 in arithmetic: `007 + 1` is 8.
# Real: it is an error value in the output, without a failure. `0xff + 1` is 256, and `0xff` is
# written into JSON as it is, which JSON readers refuse.
# Who meets it: whoever turns card tables into JSON in a shell.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
apt-get download --quiet=2 miller=6.6.0-2+b3
for package in ./*.deb; do dpkg -x "$package" "$place/root"; done
echo "miller=6.6.0-2+b3"
printf 'id\n007\n0xff\n' >"$place/cards.csv"
mlr() { "$place/root/usr/bin/mlr" --icsv "$@" "$place/cards.csv"; }
sums=$(mlr --onidx put '$id = $id + 1' | tr '\n' ' ')
mlr --ojson cat | tee "$place/cards.json"
refused=$(python3 -m json.tool "$place/cards.json" >/dev/null 2>&1 && echo no || echo yes)
echo "$sums refused: $refused"
[ "$sums" = "(error) 256 " ] && [ "$refused" = yes ]
