#!/usr/bin/env bash
# Guess: Without gravity and contact a body keeps its speed.
# Real: after 60 steps a body in matter-js has 0.55 of its speed, one in cannon-es 0.99: both slow
# bodies in the air by default.
# Who meets it: whoever throws dice, or lets counters glide, and reckons distances.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
npm install --silent --no-audit --no-fund --prefix "$place" matter-js@0.20.0 cannon-es@0.20.0
cat >"$place/run.mjs" <<'EOF'
import * as cannon from "cannon-es";
import Matter from "matter-js";

const engine = Matter.Engine.create({ gravity: { x: 0, y: 0 } });
const counter = Matter.Bodies.circle(0, 0, 10);
Matter.Body.setVelocity(counter, { x: 1, y: 0 });
Matter.Composite.add(engine.world, counter);
const world = new cannon.World();
const die = new cannon.Body({ mass: 1, shape: new cannon.Sphere(1), velocity: new cannon.Vec3(1, 0, 0) });
world.addBody(die);
for (let step = 0; step < 60; step++) {
  Matter.Engine.update(engine, 1000 / 60);
  world.step(1 / 60);
}
const seen = [counter.velocity.x.toFixed(2), die.velocity.x.toFixed(2)];
console.log(...seen);
if (seen.join() !== "0.55,0.99") process.exit(1);
EOF
echo "matter-js@0.20.0 cannon-es@0.20.0"
node "$place/run.mjs"
