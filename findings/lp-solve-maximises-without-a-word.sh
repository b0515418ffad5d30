#!/usr/bin/env bash
# Guess: an objective without a word is minimised, as costs are.
# Real: it is maximised: `x+y;` gives the largest sum, or is unbounded.
# Who meets it: whoever generates models of costs, and leaves the word out.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
for package in lp-solve=5.5.2.5-2 libcolamd2 libamd2 libsuitesparseconfig5; do
  apt-get download --quiet=2 "$package"
done
for package in ./*.deb; do dpkg -x "$package" "$place/root"; done
libraries="$place/root/usr/lib"
export LD_LIBRARY_PATH="$libraries/lp_solve:$libraries/x86_64-linux-gnu"
echo "lp-solve=5.5.2.5-2"
value() { printf '%s\nc: x+y>=2;\nd: x<=9;\ne: y<=8;\n' "$1" | "$place/root/usr/bin/lp_solve" -S3 | sed -n 's/^Value of objective function: //p'; }
plain=$(value 'x+y;')
least=$(value 'min: x+y;')
echo "$plain $least"
[ "${plain%.*}" = 17 ] && [ "${least%.*}" = 2 ]
