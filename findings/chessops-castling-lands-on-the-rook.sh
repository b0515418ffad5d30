#!/usr/bin/env bash
# Guess: The castling king's destination in `dests` is the square where it ends: g1.
# Real: `dests` has h1, the rook's square, and not g1, while `isLegal` accepts both;
# `parseSan('O-O')` returns e1 to h1.
# Who meets it: whoever compares move lists of chessops with those of another program.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
npm install --silent --no-audit --no-fund --prefix "$place" chessops@0.15.1
cat >"$place/run.cjs" <<'EOF'
(async () => {
  const { Chess } = await import("chessops");
  const { parseFen } = await import("chessops/fen");
  const { parseSan } = await import("chessops/san");
  const position = Chess.fromSetup(parseFen("4k3/8/8/8/8/8/8/4K2R w K - 0 1").unwrap()).unwrap();
  const [king, g1, h1] = [4, 6, 7];
  const found = [position.dests(king).has(g1), position.dests(king).has(h1), position.isLegal({ from: king, to: g1 }), position.isLegal({ from: king, to: h1 }), parseSan(position, "O-O").to];
  console.log("dests g1, h1; legal g1, h1; O-O to", found.join(" "));
  if (found.join() !== "false,true,true,true,7") process.exit(1);
})();
EOF
echo "chessops@0.15.1"
node "$place/run.cjs"
