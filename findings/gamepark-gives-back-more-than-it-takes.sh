#!/usr/bin/env bash
# Guess: Who pays 1 with a coin of 5 gets 4 back, in coins of 1 and 2.
# Real: two coins of 2 and four of 1 come back, 8 in all, so paying makes richer; both money classes
# do so. With coins of 1, 5 and 10 one of them gives 10 back for a ten, the other 5. With coins of 1
# and 5 only the change is right.
# Who meets it: whoever writes a game with three kinds of coins or more for Game Park: count the
# change yourself.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --silent --no-audit --no-fund --prefix "$place" @gamepark/rules-api@7.6.3 es-toolkit@1.53.2 esbuild@0.28.2
cat >"$place/run.mjs" <<'EOF'
import { MaterialMoney, Money } from "@gamepark/rules-api";

const back = (delta) => Object.entries(delta).reduce((sum, [unit, count]) => sum + (count > 0 ? unit * count : 0), 0);
const zero = (units) => Object.fromEntries(units.map((unit) => [unit, 0]));
const first = (units, coin) => back(new Money([...units]).spend({ ...zero(units), [coin]: 1 }, 1));
const second = (units, coin) => {
  const place = { type: 1, player: 1 };
  const moves = new MaterialMoney(1, [...units], [{ id: coin, quantity: 1, location: place }]).removeMoney(1, place);
  return moves.reduce((sum, { item }) => sum + (item ? item.id * item.quantity : 0), 0);
};
const found = [first([1, 5], 5), second([1, 5], 5), first([1, 2, 5], 5), second([1, 2, 5], 5), first([1, 5, 10], 10), second([1, 5, 10], 10)];
console.log(found.join(" "));
if (found.join(" ") !== "4 4 8 8 10 5") process.exit(1);
EOF
"$place/node_modules/.bin/esbuild" "$place/run.mjs" --bundle --platform=node --log-level=error --outfile="$place/run.cjs"
echo "@gamepark/rules-api@7.6.3 es-toolkit@1.53.2 esbuild@0.28.2"
node "$place/run.cjs"
