import { test } from "bun:test";
import fc from "fast-check";
import { temporaryDirectory } from "./telemetry-api.ts";
import { TelemetryWorld, worldKeys } from "./telemetry-world.ts";

/** Something that happens to a world, and how to call it in a counterexample. */
type Step = readonly [name: string, take: (world: TelemetryWorld) => Promise<void> | void];

const place = fc.constantFrom("production" as const, "custom" as const);
const metrics = fc.array(
  fc.record({
    key: fc.constantFrom(...worldKeys),
    offset: fc.oneof(
      fc.integer({ min: -7_200, max: 60 }),
      fc.integer({ min: -4 * 86_400, max: 90_000 }),
    ),
    result: fc.boolean(),
    value: fc.integer({ min: 0, max: 1_000 }),
  }),
  { maxLength: 12 },
);
// A clock may step back, but compaction has thrown away what finer buckets would be needed then.
const hours = fc.oneof(
  fc.double({ min: -0.9, max: 2, noNaN: true }),
  fc.integer({ min: 0, max: 60 }),
);

type Sent = readonly [...Parameters<TelemetryWorld["submit"]>];

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(place, metrics).map(submit) },
  { weight: 1, arbitrary: place.map(repeat) },
  { weight: 3, arbitrary: hours.map(wait) },
  { weight: 2, arbitrary: fc.constant<Step>(["keep house", (world) => world.keepHouse()]) },
  { weight: 1, arbitrary: fc.constant<Step>(["restart", restart]) },
  { weight: 2, arbitrary: fc.constantFrom(...worldKeys.slice(0, -1)).map(toggleFeature) },
  {
    weight: 1,
    arbitrary: fc.constant<Step>(["replace environment", (world) => world.replaceEnvironment()]),
  },
  { weight: 2, arbitrary: fc.constant<Step>(["compare", (world) => world.compare()]) },
);

test("summaries equal a plain count of what was accepted, whatever happens between", async () => {
  const steps = fc.array(step, { minLength: 4, maxLength: 30 });
  await fc.assert(fc.asyncProperty(steps, happens), { numRuns: 40 });
}, 30_000);

async function happens(steps: readonly Step[]): Promise<void> {
  using directory = temporaryDirectory();
  const world = new TelemetryWorld(directory.path);
  await world.start();
  world.toggleFeature("search");
  for (const [, take] of steps) {
    await take(world);
  }
  await world.compare();
  await world.stop();
}

function submit([to, sent]: Sent): Step {
  return [`submit ${to} ${JSON.stringify(sent)}`, (world) => world.submit(to, sent)];
}

function repeat(to: "production" | "custom"): Step {
  return [`repeat ${to}`, (world) => world.repeat(to)];
}

function wait(count: number): Step {
  return [`wait ${count} hours`, (world) => world.wait(count)];
}

function toggleFeature(key: string): Step {
  return [`toggle ${key}`, (world) => world.toggleFeature(key)];
}

async function restart(world: TelemetryWorld): Promise<void> {
  await world.stop();
  await world.start();
}
