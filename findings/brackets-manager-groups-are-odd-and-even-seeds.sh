#!/usr/bin/env bash
# Guess: Two groups of eight seeds are a snake: 1, 4, 5, 8 and 2, 3, 6, 7.
# Real: they are 1, 3, 5, 7 and 2, 4, 6, 8; the snake is `seedOrdering: ['groups.seed_optimized']`.
# Who meets it: whoever seeds a round robin: every seed of the first group is the better one of its pair.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --silent --no-audit --no-fund --prefix "$place" brackets-manager@1.11.1 brackets-memory-db@1.0.5
cat >"$place/run.cjs" <<'EOF'
const { BracketsManager } = require("brackets-manager");
const { InMemoryDatabase } = require("brackets-memory-db");
async function groups(seedOrdering) {
  const storage = new InMemoryDatabase();
  const manager = new BracketsManager(storage);
  await manager.create.stage({ tournamentId: 0, name: "x", type: "round_robin",
    seeding: [..."12345678"], settings: { groupCount: 2, ...seedOrdering } });
  const names = (await storage.select("participant")).map((each) => each.name);
  const found = [new Set(), new Set()];
  for (const match of await storage.select("match"))
    for (const side of [match.opponent1, match.opponent2])
      found[match.group_id].add(names[side.id]);
  return found.map((group) => [...group].sort().join("")).join();
}
(async () => {
  const plain = await groups({});
  const snake = await groups({ seedOrdering: ["groups.seed_optimized"] });
  console.log("brackets-manager 1.11.1", plain, snake);
  if (plain !== "1357,2468" || snake !== "1458,2367") process.exit(1);
})();
EOF
node "$place/run.cjs"
