#!/usr/bin/env bash
# Guess: after a mate `move` says so; `getHistory` of a game that began from a FEN has its positions.
# Real: `move` says check only, `exportJson` says mate too; and the history replays from the first
# position of chess, so of two moves it keeps one, on a board of 32 pieces.
# Who meets it: whoever plays by it or compares games from a position.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --silent --no-audit --no-fund --prefix "$place" js-chess-engine@2.4.6
cat >"$place/run.cjs" <<'EOF'
const { Game } = require('js-chess-engine');
const game = new Game();
let last;
for (const [from, to] of [['F2', 'F3'], ['E7', 'E5'], ['G2', 'G4'], ['D8', 'H4']]) last = game.move(from, to);
const said = [last.check, last.checkMate, last.isFinished];
const truly = game.exportJson();
console.log('move:', said, 'exportJson:', truly.check, truly.checkMate, truly.isFinished);
const later = new Game('4k3/8/8/8/8/8/4P3/4K3 w - - 0 1');
later.move('E2', 'E4');
later.move('E8', 'E7');
const history = later.getHistory();
console.log('moves', 2, 'history', history.length, history[0] && Object.keys(history[0].pieces).length, 'pieces');
if (said[1] || said[2] || !truly.checkMate) process.exit(1);
if (history.length !== 1 || Object.keys(history[0].pieces).length !== 32) process.exit(1);
EOF
echo "js-chess-engine@2.4.6"
node "$place/run.cjs"
