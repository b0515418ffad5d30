#!/usr/bin/env bash
# Guess: `final_score` after `boardsize`, `clear_board` or `komi` is the score of the board as it
# is then.
# Real: the last score is kept until a stone is played: after 7 x 7 (B+48) an empty 9 x 9 board,
# which scores B+13 by itself, scores B+48, and a new komi changes nothing.
# Who meets it: a test or server that uses one engine process for many games.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
apt-get download --quiet=2 gnugo=3.8-11
for package in ./*.deb; do dpkg -x "$package" "$place/root"; done
echo "gnugo=3.8-11"
ask() { printf '%s\n' "$@" quit | root/usr/games/gnugo --mode gtp | tr -d '\n'; }
alone=$(ask 'boardsize 9' final_score)
after=$(ask 'boardsize 7' final_score 'komi 10' final_score 'boardsize 9' final_score)
played=$(ask 'boardsize 7' final_score 'play w d4' final_score)
printf '%s\n' "$alone" "$after" "$played"
test "$alone" = '= = B+13.0= '
test "$after" = '= = B+48.0= = B+48.0= = B+48.0= '
test "$played" = '= = B+48.0= = W+48.0= '
