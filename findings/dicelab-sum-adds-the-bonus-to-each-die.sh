#!/usr/bin/env bash
# Guess: `sum 2#d2+1` adds 1 to the sum of two dice, from 3 to 5.
# Real: `2#` repeats all that follows: each die gets 1, from 4 to 6, and `sum 2#d2 + sum 2#d2` has
# six dice. `(sum 2#d2)+1` has the bonus once.
# Who meets it: whoever compares odds of a roll with a bonus.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
apt-get download --quiet=2 dicelab=0.7-6
for package in ./*.deb; do dpkg -x "$package" "$place/root"; done
echo "dicelab=0.7-6"
odds() { echo "$1" | "$place/root/usr/bin/dicelab" -c | awk '{printf "%s:%s ", $1, $2}'; }
plain=$(odds "sum 2#d2+1") bracketed=$(odds "(sum 2#d2)+1") twice=$(odds "sum 2#d2 + sum 2#d2")
printf '%s\n' "$plain" "$bracketed" "$twice"
[ "$plain" = "4:0.250000 5:0.500000 6:0.250000 " ]
[ "$bracketed" = "3:0.250000 4:0.500000 5:0.250000 " ]
[[ "$twice" == 6:* && "$twice" == *" 12:0.015625 " ]]
