#!/usr/bin/env bash
# Guess: `;` ends a statement, and lines don't matter.
# Real: `int x;` is read at the beginning of a line only; after another statement it is a syntax
# error.
# Who meets it: whoever writes a model on one line, or joins lines.
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
solve() { printf "$1" | "$place/root/usr/bin/lp_solve" -S3 2>&1 || true; }
apart=$(solve 'max: x; x <= 2.5;\nint x;\n')
joined=$(solve 'max: x; x <= 2.5; int x;\n')
echo "$apart | $joined"
[[ $apart == *"function: 2.0"* && $joined == *"syntax error"* ]]
