#!/usr/bin/env bash
# Guess: An all-day event of 1 May is the date 2026-05-01 on every machine.
# Real: `start` is midnight of the machine's time zone: east of Greenwich, `toISOString` says 30
# April. `datetype` is `date`.
# Who meets it: whoever stores the days of a tournament as ISO texts.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --silent --no-audit --no-fund --prefix "$place" node-ical@0.26.1
cat >"$place/run.cjs" <<'EOF'
const ical = require("node-ical");
const text = ["BEGIN:VCALENDAR", "BEGIN:VEVENT", "UID:1", "DTSTART;VALUE=DATE:20260501",
  "DTEND;VALUE=DATE:20260502", "SUMMARY:Day", "END:VEVENT", "END:VCALENDAR"].join("\r\n");
const [event] = Object.values(ical.sync.parseICS(text)).filter((part) => part.type === "VEVENT");
console.log("node-ical 0.26.1", event.datetype, event.start.toISOString(), event.start.getDate());
if (event.start.toISOString() !== "2026-04-30T22:00:00.000Z") process.exit(1);
if (event.start.getDate() !== 1 || event.datetype !== "date") process.exit(1);
EOF
TZ=Europe/Berlin node "$place/run.cjs"
