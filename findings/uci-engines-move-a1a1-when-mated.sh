#!/usr/bin/env bash
# Guess: asked for a move in a position of mate or stalemate, each UCI engine answers `bestmove (none)`.
# Real: Stockfish and Glaurung do; Toga II and GNU Chess answer `bestmove a1a1`. Stockfish alone says
# which it is: `mate 0` or `cp 0`.
# Who meets it: whoever lets engines play each other and plays what they answer.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
apt-get download --quiet=2 stockfish=15.1-4 glaurung=2.2-4 toga2=3.0.0.1SE1-2+b1 gnuchess=6.2.7-1+deb12u1
for package in ./*.deb; do dpkg -x "$package" root; done
echo "stockfish 15.1-4, glaurung 2.2-4, toga2 3.0.0.1SE1-2+b1, gnuchess 6.2.7-1+deb12u1"
mate='rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3'
stalemate='7k/5Q2/6K1/8/8/8/8/8 b - - 0 1'
ask() {
  (printf 'uci\nisready\nposition fen %s\ngo depth 2\n' "$2"; sleep 5; echo quit) |
    timeout 20 root/usr/games/$1 2>/dev/null | grep -oE 'bestmove .*|score [a-z]+ -?[0-9]+' | tail -2 | tr '\n' ' '
}
seen=$(
  for engine in stockfish glaurung toga2 'gnuchess --uci'; do
    for position in "$mate" "$stalemate"; do echo "${engine%% *}: $(ask "$engine" "$position")"; done
  done
)
echo "$seen"
diff - <(sed 's/ *$//' <<<"$seen") <<'EOF'
stockfish: score mate 0 bestmove (none)
stockfish: score cp 0 bestmove (none)
glaurung: bestmove (none)
glaurung: bestmove (none)
toga2: bestmove a1a1
toga2: bestmove a1a1
gnuchess: bestmove a1a1
gnuchess: bestmove a1a1
EOF
