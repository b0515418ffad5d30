#!/usr/bin/env bash
# Guess: `getMaxTesuu` of a game with two moves and a resignation is 2.
# Real: it is 3; so is `tesuu` after going there, and the position's SFEN is one move ahead of that
# of the same game without its end.
# Who meets it: whoever counts lengths of games or compares positions by SFEN.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --silent --no-audit --no-fund --prefix "$place" json-kifu-format@5.5.0
cat >"$place/run.cjs" <<'EOF'
const { JKFPlayer } = require("json-kifu-format");
const moves = `手合割：平手
手数----指手---------消費時間--
   1 ７六歩(77)   ( 0:01/00:00:01)
   2 ３四歩(33)   ( 0:02/00:00:02)
`;
const ends = ["", "   3 投了         ( 0:00/00:00:01)\n"];
const seen = ends.map((end) => {
  const player = JKFPlayer.parseKIF(moves + end);
  player.goto(player.getMaxTesuu());
  const sfen = player.shogi.toSFENString(player.tesuu + 1);
  return [player.getMaxTesuu(), player.tesuu, sfen.split(" ").at(-1)];
});
console.log(seen);
if (JSON.stringify(seen) !== '[[2,2,"3"],[3,3,"4"]]') process.exit(1);
EOF
echo "json-kifu-format@5.5.0"
node "$place/run.cjs"
