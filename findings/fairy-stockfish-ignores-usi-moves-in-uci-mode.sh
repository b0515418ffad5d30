#!/usr/bin/env bash
# Guess: With UCI_Variant shogi, a move is written as shogi programs write it: 7g7f.
# Real: in UCI mode files are letters from the left and ranks count from below (c3c4); 7g7f is
# dropped without a message and the position stays as it was. In USI mode 7g7f is right.
# Who meets it: a developer of shogi-like games who drives a variant engine.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
apt-get download --quiet=2 fairy-stockfish=11.1-1+b1
for package in ./*.deb; do dpkg -x "$package" "$place/root"; done
echo "fairy-stockfish=11.1-1+b1"
engine=root/usr/games/fairy-stockfish
ask() { printf '%s\n' "$@" quit | "$engine" | sed -n 's/^Sfen: //p'; }
start='lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1'
moved='lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2'
variant='setoption name UCI_Variant value shogi'
dropped=$(ask uci "$variant" 'position startpos moves 7g7f' d)
made=$(ask uci "$variant" 'position startpos moves c3c4' d)
usi=$(ask usi 'position startpos moves 7g7f' d)
printf '%s\n' "uci 7g7f: $dropped" "uci c3c4: $made" "usi 7g7f: $usi"
test "$dropped" = "$start"
test "$made" = "$moved"
test "$usi" = "$moved"
