#!/usr/bin/env bash
# Guess: `shuffle` returns another list and leaves the deck alone, as Chance's does.
# Real: It returns the same list: the deck itself is shuffled.
# Who meets it: matches that are dealt again from one list of cards.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
npm install --silent --no-audit --no-fund --prefix "$place" random-js@2.1.0 chance@1.1.13
cat >"$place/run.mjs" <<'EOF'
import Chance from "chance";
import { MersenneTwister19937, Random } from "random-js";

const deck = () => [..."abcdefgh"];
const [one, other] = [deck(), deck()];
const same = new Random(MersenneTwister19937.seed(1)).shuffle(one) === one;
const copied = new Chance(1).shuffle(other) !== other;
console.log(same, one.join(""), copied, other.join(""));
if (!same || one.join("") === "abcdefgh" || !copied || other.join("") !== "abcdefgh") process.exit(1);
EOF
echo "random-js@2.1.0 chance@1.1.13"
node "$place/run.mjs"
