import { expect, test } from "bun:test";
import { Map as ImmutableMap } from "immutable";
import {
  ActorSamples,
  sampledLengthMax,
  sampleSizeMax,
} from "../../../src/app/impact/actor-samples.ts";
import { emptyState, type State } from "../../../src/core/model/state.ts";
import { wilsonInterval } from "../../../src/core/percentages/wilson-interval.ts";
import { textHash } from "../../../src/core/text/text-hash.ts";
import { dayMs, hourMs, minuteMs } from "../../../src/core/time-units.ts";
import { environment, project } from "../../contract/sample-entities.ts";

const production = environment(1, { projectId: 1 });
const staging = environment(2, { projectId: 1, kind: "custom" });
const noGroups: ReadonlySet<string> = new Set();

function started({ bytesMax = Number.MAX_SAFE_INTEGER, samplesActors = true } = {}) {
  const clock = { now: 10 * dayMs };
  const at = (isOn: boolean): State => ({
    ...emptyState,
    projects: ImmutableMap([[1, project(1, { samplesActors: isOn })]]),
    environments: ImmutableMap([
      [1, production],
      [2, staging],
    ]),
  });
  let state = at(samplesActors);
  const samples = new ActorSamples({
    state: () => state,
    now: () => clock.now,
    hash: textHash,
    bytesMax,
  });
  return {
    ...{ samples, clock },
    check(ids: Iterable<string>, where = production, properties = {}) {
      for (const flipperId of ids) {
        samples.record(where, [{ flipperId, properties }], noGroups);
      }
    },
    choose(isOn: boolean) {
      state = at(isOn);
    },
    ids: (where = production) => samples.of(where)?.actors.map(({ flipperId }) => flipperId),
  };
}

const users = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => `User;${from + index}`);
const bottom = (ids: readonly string[], size = sampleSizeMax) =>
  [...ids].sort((left, right) => textHash(left) - textHash(right)).slice(0, size);

test("nothing is kept while the project does not sample, and nothing stays when it stops", () => {
  const { check, choose, ids, samples } = started({ samplesActors: false });
  check(users(0, 10));
  expect(ids()).toBeUndefined();
  choose(true);
  expect(ids()).toEqual([]);
  check(users(0, 10));
  choose(false);
  samples.sweep();
  choose(true);
  expect(ids()).toEqual([]);
});

test("the sample has the thousand actors with the smallest hashes, each environment its own", () => {
  const { check, ids } = started();
  const all = users(0, 20_000);
  check(all);
  check(users(0, 5_000));
  check(users(0, 3), staging);
  expect(ids()).toEqual(bottom(all));
  expect(ids(staging)?.sort()).toEqual(users(0, 3));
});

test("it has the actors of the last 24 hours, whichever were frequent before", () => {
  const { check, clock, ids, samples } = started();
  check(users(0, 10_000));
  clock.now += 13 * hourMs;
  check(users(8_000, 12_000));
  clock.now += 10 * hourMs;
  expect(ids()).toEqual(bottom(users(0, 12_000)));
  clock.now += 2 * hourMs;
  // Up to the threshold of the later period, all of its actors are there.
  expect(ids()).toEqual(bottom(users(8_000, 12_000)));
  clock.now += 13 * hourMs;
  samples.sweep();
  expect(ids()).toEqual([]);
});

test("properties are those of the latest minute, and long ones are not kept", () => {
  const { check, clock, samples } = started();
  const properties = () => samples.of(production)?.actors.map((actor) => actor.properties);
  check(["User;1"], production, { plan: "free" });
  check(["User;1"], production, { plan: "pro" });
  expect(properties()).toEqual(['{"plan":"free"}']);
  clock.now += minuteMs;
  check(["User;1"], production, { plan: "pro" });
  expect(properties()).toEqual(['{"plan":"pro"}']);
  clock.now += minuteMs;
  check(["User;1"], production, { plan: "x".repeat(sampledLengthMax) });
  expect(properties()).toEqual([null]);
});

test("above the limit of memory every sample becomes smaller, and stays fair", () => {
  const { check, ids } = started({ bytesMax: 200_000 });
  const all = users(0, 5_000);
  check(all);
  check(all, staging);
  const [size = 0, other = 0] = [ids()?.length, ids(staging)?.length];
  expect(size).toBeWithin(50, sampleSizeMax);
  expect(ids()).toEqual(bottom(all, size));
  expect(ids(staging)).toEqual(bottom(all, other));
});

test("the limit of memory holds for more environments than it has room for", () => {
  const { check, ids } = started({ bytesMax: 500 });
  for (const where of [production, staging]) {
    check(["User;1"], where);
  }
  expect([ids(), ids(staging)]).toEqual([[], []]);
  check(["User;1"]);
  expect([ids(), ids(staging)]).toEqual([["User;1"], []]);
});

test.each([
  [0, 0, 0, 1],
  [0, 10, 0, 0.278],
  [10, 10, 0.722, 1],
  [5, 10, 0.237, 0.763],
  [50, 1_000, 0.038, 0.065],
])("the interval of %i of %i is from %d to %d", (count, size, low, high) => {
  const interval = wilsonInterval(count, size);
  const rounded = [interval.low, interval.high].map((bound) => Math.round(bound * 1_000) / 1_000);
  expect(rounded).toEqual([low, high]);
});
