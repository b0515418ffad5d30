#!/usr/bin/env bash
# Guess: After `komi 7.5`, loading a record without KM keeps 7.5, and a record with HA[2] reports
# two handicap stones.
# Real: `loadsgf` sets komi to 5.5, or to 0.5 where the record has HA, and `get_handicap` then
# answers 0.
# Who meets it: a developer who scores stored Go games with a local engine over GTP.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
apt-get download --quiet=2 gnugo=3.8-11
for package in ./*.deb; do dpkg -x "$package" "$place/root"; done
echo "gnugo=3.8-11"
printf '(;GM[1]FF[4]SZ[9];B[ee];W[cc])' >even.sgf
printf '(;GM[1]FF[4]SZ[9]HA[2]AB[cc][gg];W[ee])' >handicap.sgf
seen=$(printf '%s\n' 'komi 7.5' 'loadsgf even.sgf' get_komi 'komi 7.5' 'loadsgf handicap.sgf' get_komi get_handicap quit |
  root/usr/games/gnugo --mode gtp | tr -d '\n')
echo "$seen"
test "$seen" = '= = black=  5.5= = black=  0.5= 0= '
