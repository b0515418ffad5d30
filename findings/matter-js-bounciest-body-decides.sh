#!/usr/bin/env bash
# Guess: A ball that bounces fully (1), on a table that doesn't (0), rests: the two are
# multiplied.
# Real: so it is in pymunk; in matter-js the larger one counts, and the ball jumps up more than
# half its fall.
# Who meets it: whoever models thrown dice on a table in two engines.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
npm install --silent --no-audit --no-fund --prefix "$place" matter-js@0.20.0
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check pymunk==7.3.1
cat >"$place/run.mjs" <<'EOF'
import Matter from "matter-js";

function height(ball, table) {
  const engine = Matter.Engine.create();
  const body = Matter.Bodies.circle(0, 0, 10, { restitution: ball });
  const ground = Matter.Bodies.rectangle(0, 300, 1000, 20, { isStatic: true, restitution: table });
  Matter.Composite.add(engine.world, [body, ground]);
  let [hit, top] = [false, 280];
  for (let step = 0; step < 300; step++) {
    Matter.Engine.update(engine, 1000 / 60);
    hit ||= body.position.y > 275;
    if (hit) top = Math.min(top, body.position.y);
  }
  return 280 - top;
}

const [mixed, both, none] = [height(1, 0), height(1, 1), height(0, 0)];
console.log("matter-js:", mixed, both, none);
if (mixed !== both || mixed < 140 || none > 10) process.exit(1);
EOF
echo "matter-js@0.20.0 pymunk==7.3.1"
node "$place/run.mjs"
"$place/venv/bin/python" - <<'EOF'
import pymunk


def height(ball, table):
    space = pymunk.Space()
    space.gravity = (0, -900)
    body = pymunk.Body(1, pymunk.moment_for_circle(1, 0, 10))
    body.position = (0, 300)
    shape = pymunk.Circle(body, 10)
    ground = pymunk.Segment(space.static_body, (-500, 0), (500, 0), 1)
    shape.elasticity, ground.elasticity = ball, table
    space.add(body, shape, ground)
    seen = []
    for _ in range(600):
        space.step(1 / 240)
        if seen or body.position.y < 13:
            seen.append(body.position.y)
    return max(seen)


print("pymunk:", height(1, 0), height(1, 1))
assert height(1, 0) < 20 < 250 < height(1, 1)
EOF
