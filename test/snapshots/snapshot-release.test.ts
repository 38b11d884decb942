import { expect, test } from "bun:test";
import type { FeatureShape } from "../../src/flipper-api/answers/feature-json.ts";
import { applyChange } from "../../src/model/apply-change.ts";
import type { Environment } from "../../src/model/environment.ts";
import { emptyState, type State } from "../../src/model/state.ts";
import { EnvironmentSnapshots } from "../../src/snapshots/environment-snapshots.ts";
import type { Snapshot } from "../../src/snapshots/snapshot.ts";
import { closedGates } from "../../src/toggles/gates.ts";
import { environment, feature, foundation } from "../contract/nouns.ts";
import { listBody } from "./list-body.ts";

const shape: FeatureShape = { expression: false, excludeGates: false, excludeGateNames: false };
const one = feature(1);
const production = environment(1, { kind: "production" });
const customs = Array.from({ length: 20 }, (_, index) => environment(100 + index));
const otherProduction = environment(3, { projectId: 2, kind: "production" });
const others = Array.from({ length: 20 }, (_, index) => environment(200 + index, { projectId: 2 }));

/** Two projects with one feature each, which every environment has gates of its own for. */
const state: State = [production, otherProduction, ...customs, ...others].reduce(
  (made, each) =>
    timed(applyChange(made, { kind: "environment.created", environment: each }), each),
  applyChange(foundation.reduce(applyChange, emptyState), {
    kind: "feature.saved",
    feature: feature(2, { projectId: 2, key: one.key }),
  }),
);

function timed(before: State, { id }: Environment, percentageOfTime = id % 100): State {
  return applyChange(before, {
    kind: "gates.written",
    environmentId: id,
    feature: one,
    before: null,
    after: { ...closedGates, percentageOfTime },
  });
}

function poll(snapshots: EnvironmentSnapshots, now: State, where: readonly Environment[]) {
  return where.map((each): Snapshot => {
    const snapshot = snapshots.of(now, each);
    listBody(snapshot, shape);
    return snapshot;
  });
}

function percentages(snapshots: EnvironmentSnapshots, now: State, where: readonly Environment[]) {
  return where.map((each) => snapshots.of(now, each).find(one.key)?.gates.percentageOfTime);
}

const expected = customs.map(({ id }) => id % 100);

test("a change of Production lets go of all that were made from it, and of no other project's", () => {
  const snapshots = new EnvironmentSnapshots();
  poll(snapshots, state, customs);
  const kept = poll(snapshots, state, others);
  expect(snapshots.count).toBe(customs.length + others.length + 2);

  const moved = timed(state, production, 77);
  expect(percentages(snapshots, moved, [production])).toEqual([77]);
  expect(snapshots.count).toBe(others.length + 2);
  expect(poll(snapshots, moved, others).every((each, index) => each === kept[index])).toBe(true);
  expect(snapshots.count).toBe(others.length + 2);

  expect(percentages(snapshots, moved, customs)).toEqual(expected);
  expect(snapshots.count).toBe(customs.length + others.length + 2);
});

test("one environment that is asked lets go of those that fell quiet", () => {
  const snapshots = new EnvironmentSnapshots();
  let moved = state;
  for (const [index, custom] of customs.entries()) {
    moved = timed(moved, production, index);
    expect(percentages(snapshots, moved, [custom])).toEqual([custom.id % 100]);
    expect(snapshots.count).toBe(2);
  }
});

test("what was let go of takes no room from those that come after", () => {
  const listBytes = listBody(new EnvironmentSnapshots().of(state, production), shape).length;
  const perSnapshot = 2 * listBytes + 1_024;
  const snapshots = new EnvironmentSnapshots((customs.length + 1) * perSnapshot);
  for (let percentage = 0; percentage < 10; percentage++) {
    const moved = timed(state, production, percentage);
    const first = poll(snapshots, moved, customs);
    const second = poll(snapshots, moved, customs);
    expect(second.every((snapshot, index) => snapshot === first[index])).toBe(true);
    expect(percentages(snapshots, moved, customs)).toEqual(expected);
  }
});

test("one that was let go of while it was in use takes no room from other projects' either", () => {
  const snapshots = new EnvironmentSnapshots(
    8 * listBody(new EnvironmentSnapshots().of(state, production), shape).length,
  );
  const [other = otherProduction] = others;
  const [kept] = poll(snapshots, state, [other]);
  for (let percentage = 0; percentage <= 100; percentage++) {
    poll(snapshots, timed(state, production, percentage), customs.slice(0, 1));
  }
  expect(snapshots.of(state, other) === kept).toBe(true);
});

test("those that were not used for longest go first, whatever their project", () => {
  const small = new EnvironmentSnapshots().of(state, production).bytes;
  const ofOne = customs.slice(0, 2);
  const ofTwo = others.slice(0, 2);
  const orders = [
    [...ofOne, ...ofTwo.slice(1)],
    [...ofTwo, ...ofOne.slice(1)],
    [...ofOne.slice(1), ...ofTwo],
    [...ofTwo.slice(1), ...ofOne],
    [...ofOne.slice(1), ...ofTwo.slice(1), ...ofOne.slice(0, 1)],
  ];
  for (const order of orders) {
    // Two and the one in use.
    const snapshots = new EnvironmentSnapshots(3 * small - 1);
    const known = order.map((each) => snapshots.of(state, each));
    const isKept = [0, 2, 1].map((index) => {
      const each = order[index] ?? production;
      return snapshots.of(state, each) === known[index];
    });
    expect(isKept).toEqual([true, true, false]);
  }
});

test("Production's goes without those that were made from it, as long as it is the same", () => {
  const snapshots = new EnvironmentSnapshots(
    2 * new EnvironmentSnapshots().of(state, production).bytes,
  );
  const [custom = production] = customs;
  const own = snapshots.of(state, custom);
  const large = snapshots.of(state, production);
  listBody(large, shape);
  snapshots.of(state, otherProduction);
  expect(snapshots.of(state, production)).not.toBe(large);
  expect(snapshots.of(state, custom)).toBe(own);
});

test("a deleted environment's goes as soon as another is asked, those of others stay", () => {
  const snapshots = new EnvironmentSnapshots();
  poll(snapshots, state, customs);
  const left = customs.slice(5);
  const deleted = customs
    .slice(0, 5)
    .reduce(
      (before, { id }) => applyChange(before, { kind: "environment.deleted", environmentId: id }),
      state,
    );
  expect(percentages(snapshots, deleted, [production])).toEqual([1]);
  expect(snapshots.count).toBe(left.length + 1);
  expect(percentages(snapshots, deleted, left)).toEqual(expected.slice(5));
});

test("one that has no overrides any more goes when its environment is asked", () => {
  const snapshots = new EnvironmentSnapshots();
  poll(snapshots, state, customs);
  const mirrored = customs.reduce(
    (before, { id }) =>
      applyChange(before, { kind: "override.dropped", environmentId: id, feature: one }),
    state,
  );
  expect(percentages(snapshots, mirrored, customs)).toEqual(customs.map(() => 1));
  expect(snapshots.count).toBe(1);
});

test("what is kept holds nothing of another project as it was", async () => {
  const snapshots = new EnvironmentSnapshots();
  let moved = state;
  const old = customs.map((custom) => {
    moved = timed(moved, otherProduction, custom.id % 100);
    snapshots.of(moved, custom);
    return new WeakRef(moved);
  });
  expect(snapshots.count).toBe(customs.length + 1);
  // What a weak reference gave is held until the turn ends.
  await new Promise((resolve) => setImmediate(resolve));
  Bun.gc(true);
  const held = old.filter((reference) => reference.deref() !== undefined);
  expect(held.length).toBeLessThan(customs.length / 2);
});
