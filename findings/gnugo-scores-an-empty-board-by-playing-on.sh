#!/usr/bin/env bash
# Guess: `final_score` of an empty board is komi alone, and komi starts at 5.5 or 6.5.
# Real: komi starts at 0, and `final_score` plays the game out by itself first: Black wins by 48
# on 7 x 7 and by 13 on 9 x 9, and on 19 x 19 White by 25, after a minute of work.
# Who meets it: a developer who asks an engine for the score at the end of an unfinished game.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
apt-get download --quiet=2 gnugo=3.8-11
for package in ./*.deb; do dpkg -x "$package" "$place/root"; done
echo "gnugo=3.8-11"
for size in 7 9; do
  printf '%s\n' get_komi "boardsize $size" final_score quit | root/usr/games/gnugo --mode gtp | tr -d '\n'
done >seen.txt
cat seen.txt
test "$(cat seen.txt)" = '=  0.0= = B+48.0= =  0.0= = B+13.0= '
