import fc from "fast-check";
import type { TelemetryOptions } from "../../src/telemetry/telemetry-options.ts";
import { ComparedTelemetry, comparedKeys, type EnvironmentName } from "./compared-telemetry.ts";

/** One action on telemetry, with its name for counterexamples. */
type Step = readonly [name: string, run: (telemetry: ComparedTelemetry) => Promise<void> | void];

const environmentName = fc.constantFrom<EnvironmentName>("production", "custom");
const metrics = fc.array(
  fc.record({
    key: fc.constantFrom(...comparedKeys),
    offset: fc.oneof(
      fc.integer({ min: -7_200, max: 60 }),
      fc.integer({ min: -4 * 86_400, max: 90_000 }),
    ),
    result: fc.boolean(),
    value: fc.integer({ min: 0, max: 1_000 }),
  }),
  { maxLength: 12 },
);
// The clock steps back by less than an hour: the fine buckets of earlier times are rolled up.
const hours = fc.oneof(
  fc.double({ min: -0.9, max: 2, noNaN: true }),
  fc.integer({ min: 0, max: 60 }),
);

type Sent = readonly [...Parameters<ComparedTelemetry["submit"]>];

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(environmentName, metrics).map(submit) },
  { weight: 1, arbitrary: environmentName.map(repeat) },
  { weight: 3, arbitrary: hours.map(wait) },
  {
    weight: 2,
    arbitrary: fc.constant<Step>(["run housekeeping", (telemetry) => telemetry.runHousekeeping()]),
  },
  { weight: 1, arbitrary: fc.constant<Step>(["restart", restart]) },
  { weight: 2, arbitrary: fc.constantFrom(...comparedKeys.slice(0, -1)).map(toggleFeature) },
  {
    weight: 1,
    arbitrary: fc.constant<Step>([
      "replace environment",
      (telemetry) => telemetry.replaceEnvironment(),
    ]),
  },
  { weight: 2, arbitrary: fc.constant<Step>(["compare", (telemetry) => telemetry.compare()]) },
);

export const telemetrySteps: fc.Arbitrary<readonly Step[]> = fc.array(step, {
  minLength: 4,
  maxLength: 30,
});

/** Fails if a summary differs from what is expected after the steps. */
export async function runSteps(
  steps: readonly Step[],
  options: Partial<TelemetryOptions>,
): Promise<void> {
  const telemetry = new ComparedTelemetry(options);
  await telemetry.start();
  telemetry.toggleFeature("search");
  for (const [, run] of steps) {
    await run(telemetry);
  }
  await telemetry.compare();
  await telemetry.stop();
}

function submit([target, sent]: Sent): Step {
  return [
    `submit ${target} ${JSON.stringify(sent)}`,
    (telemetry) => telemetry.submit(target, sent),
  ];
}

function repeat(target: EnvironmentName): Step {
  return [`repeat ${target}`, (telemetry) => telemetry.repeat(target)];
}

function wait(count: number): Step {
  return [`wait ${count} hours`, (telemetry) => telemetry.wait(count)];
}

function toggleFeature(key: string): Step {
  return [`toggle ${key}`, (telemetry) => telemetry.toggleFeature(key)];
}

async function restart(telemetry: ComparedTelemetry): Promise<void> {
  await telemetry.stop();
  await telemetry.start();
}
