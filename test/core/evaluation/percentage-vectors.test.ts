import { expect, test } from "bun:test";
import { ActorCheck } from "../../../src/core/evaluation/actor-check.ts";
import { CompiledExpressions } from "../../../src/core/evaluation/compiled-expressions.ts";
import { closedGates } from "../../../src/core/evaluation/gates.ts";
import { Toggle } from "../../../src/core/evaluation/toggle.ts";
import vectors from "../../vectors/percentage_of_actors.json" with { type: "json" };

const checkInputs = {
  expressions: new CompiledExpressions(),
  find: () => undefined,
  isInGroup: () => false,
  now: () => 0,
  random: () => 0,
  crc32: Bun.hash.crc32,
};

function isEnabled(feature: string, ids: readonly string[], percentageOfActors: number): boolean {
  const actors = ids.map((flipperId) => ({ flipperId, properties: {} }));
  const toggle = new Toggle(feature, { ...closedGates, percentageOfActors });
  return new ActorCheck(actors, checkInputs).isEnabled(toggle);
}

test("every test vector has the result of the public implementation", () => {
  const answers = vectors.map(({ feature, actors, percentage }) =>
    isEnabled(feature, actors, percentage),
  );
  expect(answers.length).toBe(400);
  expect(answers).toEqual(vectors.map(({ enabled }) => enabled));
});

test("the test vectors have one actor and several, with both results", () => {
  const kinds = vectors.map(({ actors, enabled }) => `${actors.length > 1} ${enabled}`);
  expect(new Set(kinds).size).toBe(4);
});

test("the order of the actors does not change the result, also where UTF-16 sorts differently", () => {
  const ids = ["User;1", "\uffee", "🎉", "User;10"];
  const reversed = ids.toReversed();
  for (let percentage = 0; percentage <= 100; percentage++) {
    expect(isEnabled("search", ids, percentage)).toBe(isEnabled("search", reversed, percentage));
  }
});

test("100 percent of actors is closed without an actor", () => {
  expect(isEnabled("search", [], 100)).toBe(false);
});

// Buckets of the public implementation, 0 to 99,999. A percentage includes the buckets below it.
const buckets: [feature: string, ids: string[], bucket: number][] = [
  ["search", ["User;1"], 97_600],
  ["search", ["User;1", "User;2"], 72_199],
  ["new_dashboard", ["User;42"], 3_137],
  ["my_feature", ["User;1"], 31_009],
  ["a", ["1"], 3_395],
  ["stats", ["jnunemaker"], 81_805],
  ["my/feature", ["1"], 2_709],
  ["ünï", ["Üser;1"], 99_609],
  ["poa", ["X"], 43_293],
];

test.each(buckets)("%s with %j is in bucket %i", (feature, ids, bucket) => {
  expect(isEnabled(feature, ids, bucket / 1_000)).toBe(false);
  expect(isEnabled(feature, ids, (bucket + 1) / 1_000)).toBe(true);
});
