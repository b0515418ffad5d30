#!/usr/bin/env bash
# Guess: `1d2+1d2` is the sum of two dice of two faces, and `1d2+1+1` adds 2.
# Real: one kind of dice and one bonus are kept, the last of each: `1d2+1d2` is 1d2+1, 2 or 3, and
# so is `1d2+1+1`.
# Who meets it: whoever checks odds against it in a shell.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
apt-get download --quiet=2 rolldice=1.16-1+b3
for package in ./*.deb; do dpkg -x "$package" "$place/root"; done
echo "rolldice=1.16-1+b3"
roll() { for _ in $(seq 200); do "$place/root/usr/games/rolldice" "$1"; done | tr -d ' ' | sort -un | tr '\n' ' '; }
two=$(roll 1d2+1d2)
twice=$(roll 1d2+1+1)
plain=$(roll 2d2)
echo "1d2+1d2: $two; 1d2+1+1: $twice; 2d2: $plain"
[ "$two" = "2 3 " ] && [ "$twice" = "2 3 " ] && [ "$plain" = "2 3 4 " ]
