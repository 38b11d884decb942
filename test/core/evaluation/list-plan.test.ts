import { describe, expect, test } from "bun:test";
import { closedGates, type Gates } from "../../../src/core/evaluation/gates.ts";
import { Toggle } from "../../../src/core/evaluation/toggle.ts";
import { checkOf, enabledKeys, enabledKeysOfList } from "./check-inputs.ts";

const actorsFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, nth) => `User;${first + nth}`).sort();

const features: Readonly<Record<string, Partial<Gates>>> = {
  few_actors: { actors: actorsFrom(1_000, 5) },
  many_actors: { actors: actorsFrom(2_000, 65) },
  half_of_actors: { percentageOfActors: 50 },
  some_and_half: { actors: actorsFrom(3_000, 3), percentageOfActors: 50 },
  grouped: { groups: ["staff"] },
  grouped_and_half: { groups: ["staff"], percentageOfActors: 50 },
  always: { percentageOfTime: 100 },
  expressed: { expression: { Equal: [1, 1] }, actors: actorsFrom(1_000, 5) },
  closed: {},
};
/** With more names than a plan keeps. */
const named = Array.from({ length: 20 }, (_, index): [string, Partial<Gates>] => [
  `named_${index}`,
  { actors: actorsFrom(10_000 + 100 * index, 60) },
]);
const toggles = [...Object.entries(features), ...named].map(
  ([key, gates]) => new Toggle(key, { ...closedGates, ...gates }),
);
const byKey = new Map(toggles.map((toggle) => [toggle.key, toggle]));

describe("A check of a list agrees with checks of its features one by one", () => {
  const ids = [
    "User;1002",
    "User;2064",
    "User;3001",
    "User;10059",
    "User;11930",
    "User;5",
    "User;6",
  ];
  const groupless = { random: () => 0.5 };
  const grouped = { ...groupless, isInGroup: (group: string) => group === "staff" };

  test.each(ids)("for %s", (flipperId) => {
    for (const inputs of [groupless, grouped]) {
      const actor = { flipperId, properties: {} };
      const alone = enabledKeys(checkOf(byKey, [actor], inputs), toggles);
      expect(alone).toContain("always");
      expect(enabledKeysOfList(checkOf(byKey, [actor], inputs), toggles)).toEqual(alone);
    }
  });

  test("for several actors, and for none", () => {
    for (const several of [[], ["User;5", "User;6"], ["User;5", "User;11930"]]) {
      const actors = several.map((flipperId) => ({ flipperId, properties: {} }));
      const alone = enabledKeys(checkOf(byKey, actors, groupless), toggles);
      expect(enabledKeysOfList(checkOf(byKey, actors, groupless), toggles)).toEqual(alone);
    }
  });
});
