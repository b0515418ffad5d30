#!/usr/bin/env bash
# Guess: the dice of neighbouring seeds have nothing to do with each other.
# Real: with `xoroshiro128plus` and `xorshift128plus` the first d6 of the seeds from 1 is 1, 6, 5, 4,
# 3, 2 and again 1, 6, 5, …, and the first three dice of a thousand seeds show about half of the 216
# throws. `mersenne` doesn't do so.
# Who meets it: whoever numbers matches or puzzles and takes the number as the seed.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --silent --no-audit --no-fund --prefix "$place" pure-rand@8.4.2
cat >"$place/run.mjs" <<'EOF'
import { mersenne } from "pure-rand/generator/mersenne";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { xorshift128plus } from "pure-rand/generator/xorshift128plus";
import { uniformInt } from "pure-rand/distribution/uniformInt";

const seeds = Array.from({ length: 1000 }, (_, index) => index + 1);
const found = [xoroshiro128plus, xorshift128plus, mersenne].map((make) => {
  const throws = seeds.map((seed) => {
    const generator = make(seed);
    return [1, 2, 3].map(() => uniformInt(generator, 1, 6)).join("");
  });
  const first = throws.slice(0, 18).map((dice) => dice[0]).join("");
  console.log("pure-rand@8.4.2", make.name, first, new Set(throws).size);
  return [first, new Set(throws).size];
});
const turn = "165432".repeat(3);
const [one, two, three] = found;
process.exit(
  one[0] === turn && two[0] === turn && one[1] < 120 && two[1] < 120 && three[0] !== turn && three[1] > 200 ? 0 : 1,
);
EOF
node "$place/run.mjs"
