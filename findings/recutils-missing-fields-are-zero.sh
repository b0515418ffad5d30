#!/usr/bin/env bash
# Guess: a card without a cost isn't selected by `Cost < 5` or `Cost = 0`.
# Real: a field that is missing counts as 0, so both select it.
# Who meets it: whoever keeps cards as records, some without a cost.
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
printf 'Name: Ace\nCost: 9\n\nName: Token\n' >"$place/cards.rec"
cheap=$(recsel -e 'Cost < 5' -CP Name)
free=$(recsel -e 'Cost = 0' -CP Name)
counted=$(recsel -e '#Cost && Cost < 5' -c)
echo "$cheap $free $counted"
[ "$cheap $free $counted" = "Token Token 0" ]
