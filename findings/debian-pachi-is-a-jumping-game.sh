#!/usr/bin/env bash
# Guess: Debian's package pachi is Pachi, the Go engine that speaks GTP.
# Real: it is a platform game about a Martian; Debian 12 has no package of the Go engine.
# Who meets it: a developer who adds a second Go engine to a test machine by its name: a game
# appears on the screen instead.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
apt-get download --quiet=2 pachi=1:1.0-10
for package in ./*.deb; do dpkg -x "$package" "$place/root"; done
echo "pachi=1:1.0-10"
dpkg-deb --field ./pachi_*.deb Description
dpkg-deb --field ./pachi_*.deb Description | grep -qi 'platform'
if grep -aq genmove root/usr/games/pachi; then echo 'it speaks GTP now'; exit 1; fi
