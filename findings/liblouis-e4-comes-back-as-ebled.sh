#!/usr/bin/env bash
# Guess: what is written in braille comes back as it was: squares, cards and dice have letters and
# digits only.
# Real: with American grade 2, `e4` comes back as `ebled`, `K7` as `Kbleg` and `2d6+1` as `2dblef+1`,
# since a number sign after a letter is read as `ble`. With UEB they stay, but `A K Q` is `A k q`.
# Who meets it: whoever reads moves back that a player has typed on a braille display.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
apt-get download --quiet=2 liblouis-bin=3.24.0-1 liblouis20=3.24.0-1 liblouis-data=3.24.0-1
for package in ./*.deb; do dpkg -x "$package" "$place/root"; done
echo "liblouis=3.24.0-1"
library=$(find "$place/root/usr/lib" -name "liblouis.so.20" -printf "%h")
export LD_LIBRARY_PATH="$library" LOUIS_TABLEPATH="$place/root/usr/share/liblouis/tables"
translate="$place/root/usr/bin/lou_translate"
back() { echo "$2" | "$translate" "$1" | "$translate" -b "$1"; }
american=$(for each in e4 K7 2d6+1 "A K Q"; do back en-us-g2.ctb "$each"; done | paste -sd"|")
unified=$(for each in e4 K7 2d6+1 "A K Q"; do back en-ueb-g1.ctb "$each"; done | paste -sd"|")
echo "$american $unified"
[ "$american" = "ebled|Kbleg|2dblef+1|A K Q" ]
[ "$unified" = "e4|K7|2d6+1|A k q" ]
