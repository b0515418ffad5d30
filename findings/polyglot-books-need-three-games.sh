#!/usr/bin/env bash
# Guess: A book that Debian's polyglot makes of a game contains its moves.
# Real: moves played fewer than three times are left out, so a book of one or two games is empty,
# without a word; with `-min-game 1` it has the winner's moves only, of a draw all of them.
# Who meets it: whoever makes an opening book of a few games.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
apt-get download --quiet=2 polyglot=2.0.4+git20210322-1
dpkg -x polyglot_*.deb root
game() { printf '[Event "?"]\n[Result "%s"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 %s\n' "$1" "$1"; }
game 1-0 >game.pgn
game 1/2-1/2 >draw.pgn
root/usr/games/polyglot make-book -pgn game.pgn -bin usual.bin >usual.txt
root/usr/games/polyglot make-book -pgn game.pgn -bin all.bin -min-game 1 >all.txt
root/usr/games/polyglot make-book -pgn draw.pgn -bin drawn.bin -min-game 1 >drawn.txt
sizes="$(stat --format %s usual.bin all.bin drawn.bin | tr '\n' ' ')"
echo "polyglot 2.0.4+git20210322-1: $sizes"
test "$sizes" = '0 48 96 '
