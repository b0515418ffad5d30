#!/usr/bin/env bash
# Guess: Twee that is read and written again has the same passages.
# Real: passages with the tag `script` become one, `StoryJavaScript`, without a line break between
# them, so a comment at the end of one hides the next. Their names are gone.
# Who meets it: whoever puts parts of a story into version control as Twee.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
npm install --silent --no-audit --no-fund extwee@2.3.18
cat >"$place/run.mjs" <<'EOF2'
import {readFileSync} from 'node:fs';
import {parseTwee} from 'extwee';
console.log('extwee', JSON.parse(readFileSync('node_modules/extwee/package.json')).version);
const text = `:: StoryTitle
Caves

:: StoryData
{"ifid": "D674C58C-DEFA-4F70-B7A2-27742230C0FC", "start": "Start"}

:: Start
You wake up.

:: Deck [script]
let cards = 52; // all

:: Dice [script]
let dice = 2;
`;
const story = parseTwee(text);
const written = story.toTwee();
console.log(written);
const names = story.passages.map(passage => passage.name).join();
const joined = written.includes(':: StoryJavaScript [script]\nlet cards = 52; // alllet dice = 2;');
if (names !== 'Start' || !joined || written.includes(':: Deck')) process.exit(1);
EOF2
node run.mjs
