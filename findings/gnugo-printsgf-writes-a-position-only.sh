#!/usr/bin/env bash
# Guess: `printsgf` writes the game: the moves that were played or loaded, in order.
# Real: it writes set-up stones (AB, AW) and whose turn it is (PL); no move is left, so a record
# that is loaded and printed loses its game.
# Who meets it: a developer who uses a Go engine to normalise records or to save a match.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
apt-get download --quiet=2 gnugo=3.8-11
for package in ./*.deb; do dpkg -x "$package" "$place/root"; done
echo "gnugo=3.8-11"
printf '(;GM[1]FF[4]SZ[9];B[ee];W[cc];B[gg])' >game.sgf
seen=$(printf '%s\n' 'loadsgf game.sgf' printsgf quit | root/usr/games/gnugo --mode gtp)
echo "$seen"
if grep -q ';[BW]\[' <<<"$seen"; then echo 'moves are written now'; exit 1; fi
grep -q 'AW\[cc\]' <<<"$seen"
grep -q 'AB\[ee\]\[gg\]' <<<"$seen"
