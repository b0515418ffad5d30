#!/usr/bin/env bash
# Guess: At two plies `hint` lists all moves by one measure, the best first.
# Real: only the first moves are evaluated at two plies, and the rest stay at none; a move of the
# first group is listed above one of the second with a better number.
# Who meets it: whoever grades players' or a bot's moves by the difference between two lines of
# the list.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
# The program and all that it is linked with, as if nothing was installed; nothing is.
mkdir -p packages/partial root
: >status
apt-get --quiet=2 --yes --no-install-recommends --download-only -o Dir::State::status="$place/status" \
  -o Dir::Cache::archives="$place/packages" install gnubg=1.07.001-1+b1 gnubg-data=1.07.001-1 >log
rm packages/libc6_*
for package in packages/*.deb; do dpkg -x "$package" root; done
libraries=$(find root -name '*.so*' -path '*linux-gnu*' -printf '%h\n' | sort -u | sed "s|^|$place/|" | paste -sd:)
echo "gnubg 1.07.001-1+b1"
printf '%s\n' 'set automatic game off' 'set player 0 human' 'set automatic roll off' 'set output rawboard on' \
  'set rng mersenne' 'set seed 7' 'new session' 'set evaluation chequerplay evaluation plies 2' 'set dice 2 1' \
  'hint 30' quit y >commands
HOME=$place PYTHONHOME=$place/root/usr LD_LIBRARY_PATH=$libraries timeout 60 root/usr/games/gnubg --tty --quiet --no-rc \
  --datadir="$place/root/usr/share/gnubg" --pkgdatadir="$place/root/usr/lib/gnubg" <commands >all 2>&1 || true
grep -E '^ +[0-9]+\. Cubeful' all | tee moves
deep=$(grep -c '2-ply' moves)
flat=$(grep -c '0-ply' moves)
echo "two plies: $deep, none: $flat"
test "$deep" -ge 2
test "$flat" -ge 2
last_deep=$(grep '2-ply' moves | tail -1 | sed 's/.*Eq.: *\([-+0-9.]*\).*/\1/')
first_flat=$(grep '0-ply' moves | head -1 | sed 's/.*Eq.: *\([-+0-9.]*\).*/\1/')
awk -v deep="$last_deep" -v flat="$first_flat" 'BEGIN { exit !(flat > deep) }'
