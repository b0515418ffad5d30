#!/usr/bin/env bash
# Guess: `number 1001` prints one thousand one, and `number 1.5` one point five.
# Real: it prints one thousand. and one. on two lines, and one. and five tenths. on four.
# Who meets it: whoever makes numbers into words in a shell.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
apt-get download --quiet=2 bsdgames=2.17-29+b1
for package in ./*.deb; do dpkg -x "$package" "$place/root"; done
echo "bsdgames=2.17-29+b1"
say() { "$place/root/usr/games/number" "$1" | tr '\n' '|'; }
thousand=$(say 1001)
half=$(say 1.5)
echo "$thousand $half"
[ "$thousand" = "one thousand.|one.|" ] && [ "$half" = "one.|and|five.|tenths.|" ]
