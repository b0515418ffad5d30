#!/usr/bin/env bash
# Guess: a drawn match has no winner: 0 or null; and nothing can be played in it.
# Real: it has `winner: 2`, while 0 means that the match goes on; 20 moves are still offered.
# Who meets it: whoever counts results of its 112 games.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --silent --no-audit --no-fund --prefix "$place" jocly@0.9.13
cat >"$place/run.cjs" <<'EOF'
const Jocly = require("jocly");

async function play(name) {
  const match = await Jocly.createMatch("classic-chess");
  for (const wanted of name.split(" ")) {
    for (const move of await match.getPossibleMoves()) {
      if ((await match.getMoveString(move)) === wanted) {
        await match.playMove(move);
        break;
      }
    }
  }
  return [await match.getFinished(), (await match.getPossibleMoves()).length];
}

(async () => {
  const round = "Ng1-f3 Ng8-f6 Nf3-g1 Nf6-g8";
  const open = await play(round);
  const drawn = await play(`${round} ${round} Ng1-f3`);
  console.log("jocly 0.9.13", JSON.stringify([open, drawn]));
  const same = JSON.stringify([open[0], drawn[0]]) ===
    '[{"finished":false,"winner":0},{"finished":true,"winner":2}]';
  process.exit(same && drawn[1] === 20 ? 0 : 1);
})();
EOF
node "$place/run.cjs"
