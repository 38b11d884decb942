import { afterAll, beforeEach, expect, test } from "bun:test";
import { ActorCheckModel } from "../../src/api/flipper/features/feature-model.ts";
import { replaceFeatures } from "../helpers/describe-targets.ts";
import { startHosted } from "../helpers/hosted-server.ts";
import { modelled } from "../helpers/modelled.ts";

/** How often a marked operator was evaluated: each evaluation hashes its text, which no id is. */
let evaluations = 0;
let draws = 0;
const markedText = "marked operator";
const { manager, stop } = await startHosted({
  crc32: (bytes, seed) => {
    evaluations += new TextDecoder().decode(bytes) === markedText ? 1 : 0;
    return Bun.hash.crc32(bytes, seed);
  },
  random: () => {
    draws += 1;
    return draws % 2 === 0 ? 0.9 : 0.1;
  },
});
afterAll(stop);
beforeEach(async () => {
  await replaceFeatures(manager, {});
  evaluations = 0;
  draws = 0;
});

const marked = { PercentageOfActors: [markedText, 100] };
const asks = (name: string) => ({ FeatureEnabled: [name] });
const isNot = (condition: unknown) => ({ NotEqual: [condition, true] });

/** Returns gates that count an evaluation, and are open if one of the features is enabled. */
function anyOf(features: readonly string[]) {
  return { expression: { All: [marked, { Any: features.map(asks) }] } };
}

function names(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `f${String(index).padStart(3, "0")}`);
}

async function enabledFeatures(query = ""): Promise<string[]> {
  const [response, body] = await manager.actors.check("User;1", query);
  expect(response.status).toBe(200);
  const { features } = modelled(ActorCheckModel, body);
  return Object.keys(features).filter((name) => features[name]?.enabled);
}

test("features that all ask for all others are evaluated once", async () => {
  const all = names(50);
  await replaceFeatures(
    manager,
    Object.fromEntries(all.map((name) => [name, anyOf(all.filter((other) => other !== name))])),
  );
  expect(await enabledFeatures()).toEqual([]);
  expect(evaluations).toBe(all.length);
});

test("features that all exclude all others are evaluated twice", async () => {
  const all = names(50);
  const expression = (name: string) => ({
    All: [marked, ...all.filter((other) => other !== name).map((other) => isNot(asks(other)))],
  });
  await replaceFeatures(
    manager,
    Object.fromEntries(all.map((name) => [name, { expression: expression(name) }])),
  );
  expect(await enabledFeatures()).toEqual([]);
  expect(evaluations).toBe(2 * all.length);
});

test("a feature that many depend on is evaluated once", async () => {
  const dependents = names(100);
  await replaceFeatures(manager, {
    ...Object.fromEntries(dependents.map((name) => [name, anyOf(["shared"])])),
    shared: anyOf(["open"]),
    open: { boolean: true },
  });
  expect(await enabledFeatures()).toEqual([...dependents, "open", "shared"]);
  expect(evaluations).toBe(dependents.length + 1);
});

test("layers that double at every step are evaluated once", async () => {
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
  expect(evaluations).toBe(layers.length);
});

test("a chain of any length is followed to its end", async () => {
  const links = names(400);
  const chain = Object.fromEntries(
    links.map((name, index) => [name, anyOf([links[index + 1] ?? "end"])]),
  );
  await replaceFeatures(manager, { ...chain, end: { actors: ["User;1"] } });
  expect(await enabledFeatures()).toEqual(["end", ...links]);
  expect(await enabledFeatures("keys=f000")).toEqual(["f000"]);
  expect(evaluations).toBe(2 * links.length);
});

test("the answers of a cycle do not depend on what is asked, and in which order", async () => {
  await replaceFeatures(manager, {
    a: { expression: { Any: [asks("b"), isNot(asks("c"))] } },
    b: { expression: { All: [asks("c"), isNot(asks("a"))] } },
    c: { expression: { Any: [asks("d"), isNot(asks("b"))] } },
    d: { expression: { All: [asks("a"), asks("c")] } },
  });
  const enabled = await enabledFeatures();
  const orders = [..."abcd"].flatMap((first) => [first, `${first},a,b,c,d`, `d,c,b,${first}`]);
  for (const keys of orders) {
    const asked = new Set(keys.split(","));
    const expected = enabled.filter((key) => asked.has(key));
    expect((await enabledFeatures(`keys=${keys}`)).toSorted()).toEqual(expected);
  }
});

test("in one request a feature has one answer, though it is drawn", async () => {
  const both = { All: [asks("random"), asks("sometimes")] };
  await replaceFeatures(manager, {
    asker: { expression: { Any: [both, asks("rest")] } },
    random: { expression: { LessThan: [{ Random: [] }, 0.5] } },
    rest: { expression: { Equal: [asks("asker"), both] } },
    sometimes: { percentage_of_time: "50" },
  });
  for (const keys of ["", "keys=asker,random,sometimes", "keys=sometimes,random,asker"]) {
    draws = 0;
    const enabled = await enabledFeatures(keys);
    expect(draws).toBe(2);
    expect(enabled.includes("random")).not.toBe(enabled.includes("sometimes"));
  }
});
