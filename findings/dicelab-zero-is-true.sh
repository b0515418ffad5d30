#!/usr/bin/env bash
# Guess: `if 0 then 1 else 2` is 2, and `12.5` is refused or 12 and a half.
# Real: it is 1: any number is true, and only an empty list is false. `12.5` is 125, since a dot puts
# digits together.
# Who meets it: whoever translates a condition of a game into odds.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
apt-get download --quiet=2 dicelab=0.7-6
for package in ./*.deb; do dpkg -x "$package" "$place/root"; done
echo "dicelab=0.7-6"
value() { echo "$1" | "$place/root/usr/bin/dicelab" -c | awk '{printf "%s", $1}'; }
zero=$(value "if 0 then 1 else 2") empty=$(value "if == 1 0 then 1 else 2") dot=$(value "12.5")
echo "$zero $empty $dot"
[ "$zero $empty $dot" = "1 2 125" ]
