#!/usr/bin/env bash
# Guess: a game with the result `*` is left out of the points.
# Real: it is one of the games played, for nothing: a win and a draw are 1.5 of 3.
# Who meets it: whoever lists a tournament of bots while it is still going on.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
apt-get download --quiet=2 tourney-manager=20070820-6
for package in ./*.deb; do dpkg -x "$package" "$place/root"; done
echo "tourney-manager=20070820-6"
game() { printf '[White "%s"]\n[Black "%s"]\n[Result "%s"]\n\n1. e4 e5 %s\n\n' "$1" "$2" "$3" "$3"; }
{ game Ann Bob 1-0; game Bob Ann 1/2-1/2; game Ann Cid "*"; } >"$place/games.pgn"
table=$(perl -I "$place/root/usr/share/tourney-manager" "$place/root/usr/games/crosstable" games.pgn)
echo "$table"
grep -Eq "Ann +1\.5/ 3 " <<<"$table"
grep -Eq "Cid +0\.0/ 1 " <<<"$table"
