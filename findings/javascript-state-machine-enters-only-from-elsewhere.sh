#!/usr/bin/env bash
# Guess: A transition from a phase to itself calls `onEnter` of the phase again, and the first
# phase is entered without a call.
# Real: it is the other way round: making the machine calls `onEnter` of the first phase, and
# going from a phase to itself calls neither `onLeave` nor `onEnter`.
# Who meets it: whoever deals or resets something at the start of each round.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
npm install --silent --no-audit --no-fund --prefix "$place" javascript-state-machine@3.1.0
cat >"$place/run.mjs" <<'EOF'
import StateMachine from "javascript-state-machine";

const seen = [];
const machine = new StateMachine({
  init: "round",
  transitions: [{ name: "again", from: "round", to: "round" }],
  methods: {
    onEnterRound: () => { seen.push("enter"); },
    onLeaveRound: () => { seen.push("leave"); },
    onAgain: () => { seen.push("again"); },
  },
});
machine.again();
machine.again();
console.log(...seen);
if (seen.join() !== "enter,again,again") process.exit(1);
EOF
echo "javascript-state-machine@3.1.0"
node "$place/run.mjs"
