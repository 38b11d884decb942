import { expect, test } from "bun:test";
import type { FeatureShape } from "../../../src/api/flipper/answers/feature-json.ts";
import { EnvironmentSnapshots } from "../../../src/app/snapshots/environment-snapshots.ts";
import type { Snapshot } from "../../../src/app/snapshots/snapshot.ts";
import { closedGates } from "../../../src/core/evaluation/gates.ts";
import { applyChange } from "../../../src/core/model/apply-change.ts";
import type { Environment } from "../../../src/core/model/environment.ts";
import { emptyState, type State } from "../../../src/core/model/state.ts";
import { environment, feature, foundation } from "../../contract/sample-entities.ts";
import { listBody } from "./list-body.ts";

const shape: FeatureShape = { expression: false, excludeGates: false, excludeGateNames: false };
const one = feature(1);
const production = environment(1, { kind: "production" });
const customs = Array.from({ length: 20 }, (_, index) => environment(100 + index));
const otherProduction = environment(3, { projectId: 2, kind: "production" });
const others = Array.from({ length: 20 }, (_, index) => environment(200 + index, { projectId: 2 }));

/** Two projects with one feature each; every environment has its own gates for it. */
const state: State = [production, otherProduction, ...customs, ...others].reduce(
  (made, each) =>
    withPercentageOfTime(
      applyChange(made, { kind: "environment.created", environment: each }),
      each,
    ),
  applyChange(foundation.reduce(applyChange, emptyState), {
    kind: "feature.saved",
    feature: feature(2, { projectId: 2, key: one.key }),
  }),
);

function withPercentageOfTime(
  before: State,
  { id }: Environment,
  percentageOfTime = id % 100,
): State {
  return applyChange(before, {
    kind: "gates.written",
    environmentId: id,
    feature: one,
    before: null,
    after: { ...closedGates, percentageOfTime },
  });
}

function readLists(snapshots: EnvironmentSnapshots, now: State, where: readonly Environment[]) {
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

test("a change in Production drops the snapshots of its project, and of no other project", () => {
  const snapshots = new EnvironmentSnapshots();
  readLists(snapshots, state, customs);
  const kept = readLists(snapshots, state, others);
  expect(snapshots.count).toBe(customs.length + others.length + 2);

  const moved = withPercentageOfTime(state, production, 77);
  expect(percentages(snapshots, moved, [production])).toEqual([77]);
  expect(snapshots.count).toBe(others.length + 2);
  expect(readLists(snapshots, moved, others).every((each, index) => each === kept[index])).toBe(
    true,
  );
  expect(snapshots.count).toBe(others.length + 2);

  expect(percentages(snapshots, moved, customs)).toEqual(expected);
  expect(snapshots.count).toBe(customs.length + others.length + 2);
});

test("a read in one environment drops the outdated snapshots of environments that are read no more", () => {
  const snapshots = new EnvironmentSnapshots();
  let moved = state;
  for (const [index, custom] of customs.entries()) {
    moved = withPercentageOfTime(moved, production, index);
    expect(percentages(snapshots, moved, [custom])).toEqual([custom.id % 100]);
    expect(snapshots.count).toBe(2);
  }
});

test("dropped snapshots do not count in the memory limit", () => {
  const listBytes = listBody(new EnvironmentSnapshots().of(state, production), shape).length;
  const perSnapshot = 2 * listBytes + 1_024;
  const snapshots = new EnvironmentSnapshots((customs.length + 1) * perSnapshot);
  for (let percentage = 0; percentage < 10; percentage++) {
    const moved = withPercentageOfTime(state, production, percentage);
    const first = readLists(snapshots, moved, customs);
    const second = readLists(snapshots, moved, customs);
    expect(second.every((snapshot, index) => snapshot === first[index])).toBe(true);
    expect(percentages(snapshots, moved, customs)).toEqual(expected);
  }
});

test("a snapshot that is dropped while it is in use does not count in the memory limit", () => {
  const snapshots = new EnvironmentSnapshots(
    8 * listBody(new EnvironmentSnapshots().of(state, production), shape).length,
  );
  const [other = otherProduction] = others;
  const [kept] = readLists(snapshots, state, [other]);
  for (let percentage = 0; percentage <= 100; percentage++) {
    readLists(snapshots, withPercentageOfTime(state, production, percentage), customs.slice(0, 1));
  }
  expect(snapshots.of(state, other) === kept).toBe(true);
});

test("the least recently used snapshots are dropped first, in all projects", () => {
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
    // Room for two snapshots and the one in use.
    const snapshots = new EnvironmentSnapshots(3 * small - 1);
    const known = order.map((each) => snapshots.of(state, each));
    const isKept = [0, 2, 1].map((index) => {
      const each = order[index] ?? production;
      return snapshots.of(state, each) === known[index];
    });
    expect(isKept).toEqual([true, true, false]);
  }
});

test("Production's snapshot can be dropped while those that depend on its toggles stay", () => {
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

test("the snapshot of a deleted environment is dropped at the next read of another, and no other is", () => {
  const snapshots = new EnvironmentSnapshots();
  readLists(snapshots, state, customs);
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

test("the snapshot of an environment without overrides is dropped when it is read", () => {
  const snapshots = new EnvironmentSnapshots();
  readLists(snapshots, state, customs);
  const mirrored = customs.reduce(
    (before, { id }) =>
      applyChange(before, { kind: "override.dropped", environmentId: id, feature: one }),
    state,
  );
  expect(percentages(snapshots, mirrored, customs)).toEqual(customs.map(() => 1));
  expect(snapshots.count).toBe(1);
});

test("a cached snapshot does not keep old states of other projects in memory", async () => {
  const snapshots = new EnvironmentSnapshots();
  let moved = state;
  const old = customs.map((custom) => {
    moved = withPercentageOfTime(moved, otherProduction, custom.id % 100);
    snapshots.of(moved, custom);
    return new WeakRef(moved);
  });
  expect(snapshots.count).toBe(customs.length + 1);
  // The target of a new weak reference is kept in memory until the current turn ends.
  await new Promise((resolve) => setImmediate(resolve));
  Bun.gc(true);
  const held = old.filter((reference) => reference.deref() !== undefined);
  expect(held.length).toBeLessThan(customs.length / 2);
});
