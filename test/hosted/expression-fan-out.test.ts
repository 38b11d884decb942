import { afterAll, beforeEach, expect, test } from "bun:test";
import { ActorCheckModel } from "../../src/flipper-api/features/feature-model.ts";
import { modelled } from "../helpers/answer.ts";
import { replaceFeatures } from "../helpers/describe-targets.ts";
import { startHosted } from "../helpers/hosted-server.ts";

/** The number of evaluated expressions: each of those below uses one random number. */
let evaluations = 0;
const { manager, stop } = await startHosted({
  random: () => {
    evaluations += 1;
    return 0.5;
  },
});
afterAll(stop);
beforeEach(async () => {
  await replaceFeatures(manager, {});
  evaluations = 0;
});

const counted = { LessThan: [{ Random: [] }, 1] };

/** Returns gates that count an evaluation, and are open if one of the features is enabled. */
function anyOf(features: readonly string[]) {
  return {
    expression: { All: [counted, { Any: features.map((name) => ({ FeatureEnabled: [name] })) }] },
  };
}

function names(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `f${String(index).padStart(3, "0")}`);
}

async function enabledFeatures(): Promise<string[]> {
  const [response, body] = await manager.actors.check("User;1");
  expect(response.status).toBe(200);
  const { features } = modelled(ActorCheckModel, body);
  return Object.keys(features).filter((name) => features[name]?.enabled);
}

test("features that all depend on all others need a limited number of evaluations", async () => {
  const all = names(50);
  await replaceFeatures(
    manager,
    Object.fromEntries(all.map((name) => [name, anyOf(all.filter((other) => other !== name))])),
  );
  expect(await enabledFeatures()).toEqual([]);
  // 257 for each answered feature; without a limit it would be the factorial of 50.
  expect(evaluations).toBeLessThanOrEqual(all.length * 257);
});

test("a feature that many depend on is evaluated once", async () => {
  const dependents = names(100);
  await replaceFeatures(manager, {
    ...Object.fromEntries(dependents.map((name) => [name, anyOf(["shared"])])),
    shared: anyOf(["open"]),
    open: { boolean: true },
  });
  expect(await enabledFeatures()).toEqual([...dependents, "open", "shared"]);
  // Each dependent feature once, the shared one once for them and once for its own answer.
  expect(evaluations).toBeLessThanOrEqual(dependents.length + 2);
});

test("the number of evaluations does not grow with the number of paths through layers", async () => {
  const layers = names(28);
  await replaceFeatures(manager, {
    ...Object.fromEntries(
      layers.map((name, index) => {
        const next = layers[index + 1] ?? "closed";
        return [name, anyOf([next, next])];
      }),
    ),
    closed: {},
  });
  expect(await enabledFeatures()).toEqual([]);
  expect(evaluations).toBeLessThanOrEqual(layers.length * layers.length);
});

test("a chain over the limit of depth is not enabled, without an error", async () => {
  const links = names(400);
  await replaceFeatures(manager, {
    ...Object.fromEntries(links.map((name, index) => [name, anyOf([links[index + 1] ?? "open"])])),
    open: { boolean: true },
  });
  const enabled = await enabledFeatures();
  expect(enabled).toContain("open");
  expect(enabled).toContain("f399");
  expect(enabled).not.toContain("f000");
});
