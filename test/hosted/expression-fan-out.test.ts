import { afterAll, beforeEach, expect, test } from "bun:test";
import { ActorCheckModel } from "../../src/flipper-api/features/feature-model.ts";
import { modelled } from "../helpers/answer.ts";
import { replaceFeatures } from "../helpers/describe-targets.ts";
import { startHosted } from "../helpers/hosted-server.ts";

/** How often an expression was evaluated: each of those below draws one random number. */
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

/** Counts an evaluation, and is open if any of the features is. */
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

test("features that all ask for all others cost a bounded number of evaluations", async () => {
  const all = names(50);
  await replaceFeatures(
    manager,
    Object.fromEntries(all.map((name) => [name, anyOf(all.filter((other) => other !== name))])),
  );
  expect(await enabledFeatures()).toEqual([]);
  // 257 for each feature that is answered; without a bound it would be the factorial of 50.
  expect(evaluations).toBeLessThanOrEqual(all.length * 257);
});

test("a feature that many ask for is evaluated once", async () => {
  const askers = names(100);
  await replaceFeatures(manager, {
    ...Object.fromEntries(askers.map((name) => [name, anyOf(["shared"])])),
    shared: anyOf(["open"]),
    open: { boolean: true },
  });
  expect(await enabledFeatures()).toEqual([...askers, "open", "shared"]);
  // Each asker once, the shared one once for them and once for itself.
  expect(evaluations).toBeLessThanOrEqual(askers.length + 2);
});

test("layers that double at every step are not evaluated path by path", async () => {
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

test("a chain beyond the limit of depth is closed, not an error", async () => {
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
