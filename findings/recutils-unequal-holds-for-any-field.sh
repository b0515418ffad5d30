#!/usr/bin/env bash
# Guess: `Tag != "big"` leaves out each card that is tagged `big`.
# Real: each field is tried, and one that fits is enough: a big red card is selected by `=` and
# `!=`, and by `!(Tag = ...)`.
# Who meets it: whoever filters cards by their tags.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
apt-get download --quiet=2 recutils=1.9-2
apt-get download --quiet=2 librec1=1.9-2
for package in ./*.deb; do dpkg -x "$package" "$place/root"; done
export LD_LIBRARY_PATH="$place/root/usr/lib/x86_64-linux-gnu"
recsel() { "$place/root/usr/bin/recsel" "$@" "$place/cards.rec"; }
echo "recutils=1.9-2"
printf 'Name: Giant\nTag: red\nTag: big\n\nName: Dwarf\nTag: small\n' >"$place/cards.rec"
names() { recsel -e "$1" -CP Name | paste -sd+; }
same=$(names 'Tag = "big"')
other=$(names 'Tag != "big"')
none=$(names '!(Tag = "big")')
echo "$same $other $none"
[ "$same $other $none" = "Giant Giant+Dwarf Giant+Dwarf" ]
