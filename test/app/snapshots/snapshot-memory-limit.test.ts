import { expect, test } from "bun:test";
import type { FeatureShape } from "../../../src/api/flipper/answers/feature-json.ts";
import { checkAnswers } from "../../../src/api/flipper/answers/snapshot-answers.ts";
import { EnvironmentSnapshots } from "../../../src/app/snapshots/environment-snapshots.ts";
import type { Snapshot } from "../../../src/app/snapshots/snapshot.ts";
import { closedGates, type Gates } from "../../../src/core/evaluation/gates.ts";
import { runSteps } from "../../../src/core/evaluation/run-steps.ts";
import { applyChange } from "../../../src/core/model/apply-change.ts";
import { emptyState, type State } from "../../../src/core/model/state.ts";
import { environment, feature, foundation } from "../../contract/sample-entities.ts";
import { listBody } from "./list-body.ts";

const shape: FeatureShape = { expression: false, excludeGates: false, excludeGateNames: false };
const production = environment(1, { kind: "production" });
const customs = Array.from({ length: 20 }, (_, index) => environment(100 + index));
const one = feature(1);
/** About 10,000 bytes in a list, which gzip hardly makes smaller. */
const actors = Array.from({ length: 100 }, (_, index) =>
  Bun.SHA512.hash(`${index}`, "hex").slice(0, 97),
).sort();

/**
 * The feature has these actors in every environment, with a different percentage of time in each.
 */
const state: State = [production, ...customs].reduce(
  (made, { id }) =>
    applyChange(made, {
      kind: "gates.written",
      environmentId: id,
      feature: one,
      before: null,
      after: { ...closedGates, actors, percentageOfTime: percentageIn(id) },
    }),
  foundation.reduce(applyChange, emptyState),
);

function percentageIn(environmentId: number): number {
  return environmentId % 100;
}

const listBytes = listBody(new EnvironmentSnapshots().of(state, production), shape).length;

/** Whether the environment's snapshot is still the same object. */
function isCached(
  snapshots: EnvironmentSnapshots,
  index: number,
  known: readonly Snapshot[],
): boolean {
  return snapshotOf(snapshots, index) === known[index];
}

function snapshotOf(snapshots: EnvironmentSnapshots, index: number): Snapshot {
  return snapshots.of(state, customs[index] ?? production);
}

/** Reads and checks the list of every custom environment. */
function readLists(snapshots: EnvironmentSnapshots, form: "bytes" | "gzip"): readonly Snapshot[] {
  return customs.map((custom) => {
    const snapshot = snapshots.of(state, custom);
    const body = listBody(snapshot, shape);
    const text = form === "gzip" ? Bun.gunzipSync(body.gzip) : body.plain;
    expect(JSON.parse(new TextDecoder().decode(text))).toMatchObject({
      features: [{ gates: [{}, {}, { value: actors }, {}, { value: percentageIn(custom.id) }] }],
    });
    return snapshot;
  });
}

test("the cache stays below its limit, and a list created again is the same", () => {
  const fitting = 5;
  // Twice, as the cache holds a list and its encoded form. The rest of a snapshot is smaller.
  const snapshots = new EnvironmentSnapshots((2 * fitting + 1) * listBytes);
  // Beside them, Production's snapshot and the one in use.
  const expectedCount = fitting + 2;
  const first = readLists(snapshots, "bytes");
  expect(snapshots.count).toBe(expectedCount);
  const second = readLists(snapshots, "bytes");
  expect(snapshots.count).toBe(expectedCount);
  for (const [index, snapshot] of first.entries()) {
    expect(second[index]).not.toBe(snapshot);
    expect(second[index] && listBody(second[index], shape).tag).toBe(listBody(snapshot, shape).tag);
  }
});

test("snapshots below the limit all stay cached", () => {
  const snapshots = new EnvironmentSnapshots(2 * (customs.length + 1) * listBytes);
  const first = readLists(snapshots, "bytes");
  expect(readLists(snapshots, "bytes").every((snapshot, index) => snapshot === first[index])).toBe(
    true,
  );
});

test("more snapshots stay cached if their lists are read as gzip only", () => {
  const counts = (["bytes", "gzip"] as const).map((form) => {
    const snapshots = new EnvironmentSnapshots(11 * listBytes);
    readLists(snapshots, form);
    return snapshots.count;
  });
  expect(counts[1]).toBeGreaterThan(counts[0] ?? Number.NaN);
});

test("the most recently used snapshots stay cached, in any order of creation", () => {
  const snapshots = new EnvironmentSnapshots(7 * listBytes);
  const known = [0, 1, 2].map((index) => snapshotOf(snapshots, index));
  for (const index of [0, 1, 2, 0, 3]) {
    listBody(snapshotOf(snapshots, index), shape);
  }
  snapshotOf(snapshots, 4);
  expect(isCached(snapshots, 0, known)).toBe(true);
  expect(isCached(snapshots, 2, known)).toBe(true);
  expect(isCached(snapshots, 1, known)).toBe(false);
});

test("a snapshot that grows after its first use counts with its current size", () => {
  const snapshots = new EnvironmentSnapshots(5 * listBytes);
  const known = [0, 1, 2].map((index) => snapshotOf(snapshots, index));
  expect([0, 1, 2].map((index) => isCached(snapshots, index, known))).toEqual([true, true, true]);
  listBody(snapshotOf(snapshots, 1), shape);
  listBody(snapshotOf(snapshots, 1), { ...shape, expression: true });
  listBody(snapshotOf(snapshots, 2), shape);
  snapshotOf(snapshots, 3);
  expect(isCached(snapshots, 2, known)).toBe(true);
  expect(isCached(snapshots, 1, known)).toBe(false);
  expect(isCached(snapshots, 0, known)).toBe(false);
});

test("every derived value counts in the size of a snapshot, once", () => {
  const grown: readonly ((snapshot: Snapshot) => unknown)[] = [
    (snapshot) => listBody(snapshot, shape),
    (snapshot) => listBody(snapshot, { ...shape, expression: true }),
    (snapshot) => listBody(snapshot, { ...shape, expression: true }).gzip,
    (snapshot) => runSteps(checkAnswers.of(snapshot).build()),
    (snapshot) => snapshot.toggles,
  ];
  const bytes = grown.map((grow) => {
    const snapshot = new EnvironmentSnapshots().of(state, production);
    const before = snapshot.bytes;
    grow(snapshot);
    const after = snapshot.bytes;
    grow(snapshot);
    expect(snapshot.bytes).toBe(after);
    return after - before;
  });
  expect(Math.min(...bytes)).toBeGreaterThan(0);
});

test("the snapshot in use stays cached even if it alone exceeds the limit", () => {
  const snapshots = new EnvironmentSnapshots(1);
  const own = snapshotOf(snapshots, 0);
  const list = listBody(own, shape);
  expect(snapshotOf(snapshots, 0)).toBe(own);
  expect(listBody(snapshotOf(snapshots, 0), shape)).toBe(list);
  expect(snapshots.of(state, production)).toBe(snapshots.of(state, production));
});

test("a replaced snapshot does not count in the memory limit", () => {
  const snapshots = new EnvironmentSnapshots(5 * listBytes);
  const other = snapshotOf(snapshots, 0);
  listBody(other, shape);
  for (let percentage = 0; percentage <= 100; percentage++) {
    const gates: Gates = { ...closedGates, actors, percentageOfTime: percentage };
    const moved = applyChange(state, {
      kind: "gates.written",
      environmentId: customs[1]?.id ?? 0,
      feature: one,
      before: null,
      after: gates,
    });
    listBody(snapshots.of(moved, customs[1] ?? production), shape);
  }
  expect(snapshotOf(snapshots, 0)).toBe(other);
});
