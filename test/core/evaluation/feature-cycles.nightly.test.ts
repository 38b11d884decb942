import { describe, expect, test } from "bun:test";
import type { Actor } from "../../../src/core/evaluation/actor-context.ts";
import { closedGates } from "../../../src/core/evaluation/gates.ts";
import { Toggle } from "../../../src/core/evaluation/toggle.ts";
import { parseExpression } from "../../../src/core/expressions/expression.ts";
import { checkOf, enabledKeys, enabledKeysOfList } from "./check-inputs.ts";

const asks = (key: unknown) => ({ FeatureEnabled: [key] });
const isNot = (condition: unknown) => ({ NotEqual: [condition, true] });
const user = (id: string, properties: Actor["properties"] = {}): Actor => ({
  flipperId: id,
  properties,
});
const someone = [user("User;1")];

function togglesOf(expressions: Readonly<Record<string, unknown>>): Map<string, Toggle> {
  return new Map(
    Object.entries(expressions).map(([key, expression]) => [
      key,
      new Toggle(key, { ...closedGates, expression: parseExpression(expression) }),
    ]),
  );
}

/** Asks for everything in both directions and in both ways, and expects the same of all. */
function enabledOf(toggles: ReadonlyMap<string, Toggle>, actors: readonly Actor[] = someone) {
  const all = [...toggles.values()];
  const enabled = enabledKeys(checkOf(toggles, actors), all);
  expect(enabledKeys(checkOf(toggles, actors), all.toReversed()).toReversed()).toEqual(enabled);
  expect(enabledKeysOfList(checkOf(toggles, actors), all)).toEqual(enabled);
  return enabled;
}

describe("features that refer to each other", () => {
  test("two that ask for each other are both closed", () => {
    expect(enabledOf(togglesOf({ a: asks("b"), b: asks("a") }))).toEqual([]);
  });

  test("a feature is closed within its own expression", () => {
    expect(
      enabledOf(
        togglesOf({
          any: { Any: [asks("any"), true] },
          all: { All: [asks("all"), true] },
          not: isNot(asks("not")),
        }),
      ),
    ).toEqual(["any", "not"]);
  });

  test("a ring is open if something else opens one of it, however long the way", () => {
    const ring = { a: asks("b"), b: asks("c"), c: asks("d"), d: asks("e"), e: asks("a") };
    expect(enabledOf(togglesOf(ring))).toEqual([]);
    const opened = togglesOf({ ...ring, e: { Any: [asks("a"), { Property: ["staff"] }] } });
    expect(enabledOf(opened, [user("User;1", { staff: true })])).toEqual(Object.keys(ring));
    expect(enabledOf(opened)).toEqual([]);
  });

  test("what needs a closed feature of the ring stays closed", () => {
    const ring = {
      a: { All: [asks("b"), asks("c")] },
      b: { Any: [asks("a"), true] },
      c: asks("a"),
    };
    expect(enabledOf(togglesOf(ring))).toEqual(["b"]);
  });

  test("two that exclude each other are both closed, and a third one agrees", () => {
    const both = { a: isNot(asks("b")), b: isNot(asks("a")) };
    expect(enabledOf(togglesOf({ ...both, c: { Any: [asks("a"), asks("b")] } }))).toEqual([]);
  });

  test("an operator sees what the first round found", () => {
    const ring = { a: { Equal: [asks("b"), true] }, b: { Any: [asks("a"), true] } };
    expect(enabledOf(togglesOf(ring))).toEqual(["a", "b"]);
  });

  test("an evaluation that fails in a ring closes that feature only", () => {
    const fails = { Number: [{ Property: ["list"] }] };
    const ring = {
      a: { Any: [true, fails, asks("b")] },
      b: { Any: [true, asks("a")] },
      c: { Any: [true, asks({ String: [{ Property: ["list"] }] }), asks("d")] },
      d: { Any: [true, asks("c")] },
    };
    expect(enabledOf(togglesOf(ring), [user("User;1", { list: [] })])).toEqual(["b", "d"]);
    const fine = [user("User;1", { list: 1 })];
    expect(enabledOf(togglesOf(ring), fine)).toEqual(["a", "b", "c", "d"]);
    // It fails for the first actor, and is true for the second one.
    expect(enabledOf(togglesOf(ring), [user("User;2", { list: [] }), ...fine])).toEqual([
      "a",
      "b",
      "c",
      "d",
    ]);
  });

  test("names of a ring may depend on the actor", () => {
    const ring = {
      a: asks({ Property: ["next"] }),
      b: { Any: [asks("a"), asks("c")] },
      c: asks("b"),
    };
    expect(enabledOf(togglesOf(ring), [user("User;1", { next: "b" })])).toEqual([]);
    const opened = new Map(togglesOf(ring)).set(
      "c",
      new Toggle("c", { ...closedGates, actors: ["User;2"] }),
    );
    expect(enabledOf(opened, [user("User;1", { next: "b" })])).toEqual([]);
    // The second actor opens c, so b, so a: the first one's name of a leads to b.
    expect(enabledOf(opened, [user("User;1", { next: "b" }), user("User;2")])).toEqual([
      "a",
      "b",
      "c",
    ]);
  });

  test("a name that is an operator is evaluated once for an actor, in a ring too", () => {
    const name = { String: [{ PercentageOfActors: [{ Property: ["flipper_id"] }, 100] }] };
    const ring = { a: { Any: [asks(name), isNot(asks("true"))] }, true: asks("b"), b: asks("a") };
    const toggles = togglesOf(ring);
    const [first, second] = [user("User;1"), user("User;2")];
    const hashed: string[] = [];
    const check = checkOf(toggles, [first, second], {
      crc32: (bytes, seed) => {
        hashed.push(new TextDecoder().decode(bytes));
        return Bun.hash.crc32(bytes, seed);
      },
    });
    expect(enabledKeys(check, toggles.values())).toEqual([]);
    expect(hashed.filter((text) => text.startsWith("User;"))).toEqual(["User;1", "User;2"]);
  });

  test("FeatureEnabled asks about all actors, not about one of them", () => {
    const toggles = togglesOf({
      a: { All: [asks("b"), { Property: ["first"] }] },
      b: { Property: ["second"] },
    });
    const [first, second] = [user("User;1", { first: true }), user("User;2", { second: true })];
    expect(enabledOf(toggles, [first])).toEqual([]);
    expect(enabledOf(toggles, [second])).toEqual(["b"]);
    expect(enabledOf(toggles, [first, second])).toEqual(["a", "b"]);
  });

  test("a feature that the environment does not know is closed, and one of every kind is found", () => {
    const toggles = togglesOf({
      asker: { All: [asks("open"), asks("named"), isNot(asks("missing")), isNot(asks("closed"))] },
    });
    toggles.set("open", new Toggle("open", { ...closedGates, boolean: true }));
    toggles.set("named", new Toggle("named", { ...closedGates, actors: ["User;1"] }));
    toggles.set("closed", new Toggle("closed", closedGates));
    expect(enabledOf(toggles)).toEqual(["asker", "open", "named"]);
  });
});

describe("at any size", () => {
  const length = 100_000;

  test("a chain is followed to its end, from every feature of it", () => {
    const chain = new Map(
      Array.from({ length }, (_, index): [string, Toggle] => {
        const expression = parseExpression(asks(`f${index + 1}`));
        return [`f${index}`, new Toggle(`f${index}`, { ...closedGates, expression })];
      }),
    );
    const last = `f${length - 1}`;
    expect(enabledKeysOfList(checkOf(chain, []), chain.values())).toEqual([]);
    chain.set(last, new Toggle(last, { ...closedGates, percentageOfTime: 100 }));
    const check = checkOf(chain, []);
    expect(enabledKeys(check, [...chain.values()].slice(0, 1))).toEqual(["f0"]);
    expect(enabledKeysOfList(check, chain.values())).toHaveLength(length);
  });

  test("a ring is closed, and open if one of it is", () => {
    const ring = new Map(
      Array.from({ length }, (_, index): [string, Toggle] => {
        const expression = parseExpression(asks(`f${(index + 1) % length}`));
        return [`f${index}`, new Toggle(`f${index}`, { ...closedGates, expression })];
      }),
    );
    expect(enabledKeysOfList(checkOf(ring, []), ring.values())).toEqual([]);
    const { gates } = ring.get("f7") ?? { gates: closedGates };
    ring.set("f7", new Toggle("f7", { ...gates, percentageOfTime: 100 }));
    expect(enabledKeysOfList(checkOf(ring, []), ring.values())).toHaveLength(length);
  });

  const mark = "m".charCodeAt(0);

  /**
   * How many operators are evaluated in a check of so many features, each of which asks for all of
   * them, one in each of its groups. A group has a marked operator, which is counted.
   */
  function evaluations(count: number, condition: (key: string) => unknown): number {
    const keys = Array.from({ length: count }, (_, index) => `f${index}`);
    const groups = keys.map((key) => ({
      All: [{ PercentageOfActors: ["m", 100] }, condition(key)],
    }));
    const expression = parseExpression({ Any: groups });
    const toggles = new Map(
      keys.map((key) => [key, new Toggle(key, { ...closedGates, expression })]),
    );
    let evaluated = 0;
    const check = checkOf(toggles, someone, {
      crc32: (bytes, seed) => {
        evaluated += bytes.length === 1 && bytes[0] === mark ? 1 : 0;
        return Bun.hash.crc32(bytes, seed);
      },
    });
    const enabled = enabledKeysOfList(check, toggles.values());
    expect(enabledKeys(check, toggles.values())).toEqual(enabled);
    return evaluated / groups.length;
  }

  test("600 features of 2,400 operators that ask for each other are evaluated once each", () => {
    expect(evaluations(600, asks)).toBe(600);
  });

  test("and twice, if they ask in another way", () => {
    expect(evaluations(275, (key) => isNot(asks(key)))).toBe(2 * 275);
  });
});
