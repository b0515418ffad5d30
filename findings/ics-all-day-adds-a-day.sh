#!/usr/bin/env bash
# Guess: An event from 1 May 0:00 to 2 May 0:00 that is made an all-day event is 1 May.
# Real: it is 1 and 2 May: `DTEND` is 3 May. An event without an end is one day.
# Who meets it: whoever writes a calendar of tournament days.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check ics==0.7.3
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in "ics".split()))
from ics import Event

event = Event(name="Day", begin="2026-05-01", end="2026-05-02")
before = event.duration.days
event.make_all_day()
alone = Event(name="Day", begin="2026-05-01")
alone.make_all_day()
print(before, event.duration.days, alone.duration.days)
assert (before, event.duration.days, alone.duration.days) == (1, 2, 1)
assert "DTEND;VALUE=DATE:20260503" in event.serialize()
EOF
