#!/usr/bin/env bash
# Guess: `makeMove` refuses a stone on another one, and a suicide.
# Real: it makes both: the stone is replaced without a capture, the suicide's stone vanishes, and is
# counted as a capture. `preventOverwrite`, `preventSuicide` and `preventKo` make it throw.
# Who meets it: whoever trusts the board with moves of a bot or a click.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --silent --no-audit --no-fund --prefix "$place" @sabaki/go-board@1.4.3
cat >"$place/run.cjs" <<'EOF'
const Board = require("@sabaki/go-board");
const start = Board.fromDimensions(3);
const one = start.makeMove(1, [1, 1]);
const replaced = one.makeMove(-1, [1, 1]);
const eye = start.makeMove(1, [0, 1]).makeMove(1, [1, 0]);
const suicide = eye.makeMove(-1, [0, 0]);
const throws = (move) => {
  try {
    move();
    return false;
  } catch {
    return true;
  }
};
const found = [
  replaced.get([1, 1]), replaced.getCaptures(-1),
  suicide.get([0, 0]), suicide.getCaptures(1),
  throws(() => one.makeMove(-1, [1, 1], { preventOverwrite: true })),
  throws(() => eye.makeMove(-1, [0, 0], { preventSuicide: true })),
].join();
console.log(found);
if (found !== "-1,0,0,1,true,true") process.exit(1);
EOF
echo "@sabaki/go-board@1.4.3"
node "$place/run.cjs"
