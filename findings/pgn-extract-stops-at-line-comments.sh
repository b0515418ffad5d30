#!/usr/bin/env bash
# Guess: a comment from `;` to the end of its line is kept in braces, and a null move `--` is a move.
# Real: `;` is an unknown character: the game ends there without a move, and the moves behind it become a game
# of their own. A null move is allowed in variations only; a game with one elsewhere is left out.
# Comments in braces work.
# Who meets it: whoever sorts annotated games or lessons with it.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
apt-get download --quiet=2 pgn-extract=19.04-1
dpkg -x pgn-extract_*.deb root
echo "pgn-extract 19.04-1"
printf '[Event "line"]\n[Result "*"]\n\n1. e4 e5 ; good\n2. Nf3 *\n' >line.pgn
printf '[Event "brace"]\n[Result "*"]\n\n1. e4 e5 { good }\n2. Nf3 *\n' >brace.pgn
printf '[Event "null"]\n[Result "*"]\n\n1. e4 -- 2. d4 *\n' >null.pgn
seen=$(
  for name in line brace null; do
    echo "$name: $(root/usr/games/pgn-extract -s "$name.pgn" 2>log | grep -v '^\[' | tr -s '\n ' ' ')"
    grep -oE 'Unknown character .|Null moves .*' log || true
  done
)
echo "$seen"
diff - <(sed 's/ *$//; s/:  */: /' <<<"$seen") <<'EOF'
line: * 1. Nf3 *
Unknown character ;
brace: 1. e4 e5 { good } 2. Nf3 *
null:
Null moves (--) only allowed in variations.
EOF
