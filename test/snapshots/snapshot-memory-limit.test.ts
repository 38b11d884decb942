import { expect, test } from "bun:test";
import type { FeatureShape } from "../../src/flipper-api/answers/feature-json.ts";
import { checkAnswers } from "../../src/flipper-api/answers/snapshot-answers.ts";
import { applyChange } from "../../src/model/apply-change.ts";
import { emptyState, type State } from "../../src/model/state.ts";
import { EnvironmentSnapshots } from "../../src/snapshots/environment-snapshots.ts";
import type { Snapshot } from "../../src/snapshots/snapshot.ts";
import { closedGates, type Gates } from "../../src/toggles/gates.ts";
import { environment, feature, foundation } from "../contract/nouns.ts";
import { listBody } from "./list-body.ts";

const shape: FeatureShape = { expression: false, excludeGates: false, excludeGateNames: false };
const production = environment(1, { kind: "production" });
const customs = Array.from({ length: 20 }, (_, index) => environment(100 + index));
const one = feature(1);
/** About 10,000 bytes in a list, and what gzip makes of them is hardly less. */
const actors = Array.from({ length: 100 }, (_, index) =>
  Bun.SHA512.hash(`${index}`, "hex").slice(0, 97),
).sort();

/** The feature has these actors in every environment, which is for so much of the time besides. */
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

/** Whether the environment's snapshot is the one that it was. */
function keeps(
  snapshots: EnvironmentSnapshots,
  index: number,
  known: readonly Snapshot[],
): boolean {
  return snapshotOf(snapshots, index) === known[index];
}

function snapshotOf(snapshots: EnvironmentSnapshots, index: number): Snapshot {
  return snapshots.of(state, customs[index] ?? production);
}

/** Asks for the list of every environment, and checks it. */
function poll(snapshots: EnvironmentSnapshots, form: "bytes" | "gzip"): readonly Snapshot[] {
  return customs.map((custom) => {
    const snapshot = snapshots.of(state, custom);
    const body = listBody(snapshot, shape);
    const text = form === "gzip" ? Bun.gunzipSync(body.gzip) : body.bytes;
    expect(JSON.parse(new TextDecoder().decode(text))).toMatchObject({
      features: [{ gates: [{}, {}, { value: actors }, {}, { value: percentageIn(custom.id) }] }],
    });
    return snapshot;
  });
}

test("what is kept stays below its bound, and an answer made again is the same", () => {
  const kept = 5;
  // Twice: what is sent is kept beside it. The rest of a snapshot takes less than a list.
  const snapshots = new EnvironmentSnapshots((2 * kept + 1) * listBytes);
  // Beside them Production's, and the one in use.
  const keptAndUsed = kept + 2;
  const first = poll(snapshots, "bytes");
  expect(snapshots.count).toBe(keptAndUsed);
  const second = poll(snapshots, "bytes");
  expect(snapshots.count).toBe(keptAndUsed);
  for (const [index, snapshot] of first.entries()) {
    expect(second[index]).not.toBe(snapshot);
    expect(second[index] && listBody(second[index], shape).tag).toBe(listBody(snapshot, shape).tag);
  }
});

test("all are kept that fit", () => {
  const snapshots = new EnvironmentSnapshots(2 * (customs.length + 1) * listBytes);
  const first = poll(snapshots, "bytes");
  expect(poll(snapshots, "bytes").every((snapshot, index) => snapshot === first[index])).toBe(true);
});

test("more are kept of those that are sent as gzip alone", () => {
  const counts = (["bytes", "gzip"] as const).map((form) => {
    const snapshots = new EnvironmentSnapshots(11 * listBytes);
    poll(snapshots, form);
    return snapshots.count;
  });
  expect(counts[1]).toBeGreaterThan(counts[0] ?? Number.NaN);
});

test("those used last are kept, in whatever order they came", () => {
  const snapshots = new EnvironmentSnapshots(7 * listBytes);
  const known = [0, 1, 2].map((index) => snapshotOf(snapshots, index));
  for (const index of [0, 1, 2, 0, 3]) {
    listBody(snapshotOf(snapshots, index), shape);
  }
  snapshotOf(snapshots, 4);
  expect(keeps(snapshots, 0, known)).toBe(true);
  expect(keeps(snapshots, 2, known)).toBe(true);
  expect(keeps(snapshots, 1, known)).toBe(false);
});

test("one that grows after it was put away is counted as large as it became", () => {
  const snapshots = new EnvironmentSnapshots(5 * listBytes);
  const known = [0, 1, 2].map((index) => snapshotOf(snapshots, index));
  expect([0, 1, 2].map((index) => keeps(snapshots, index, known))).toEqual([true, true, true]);
  listBody(snapshotOf(snapshots, 1), shape);
  listBody(snapshotOf(snapshots, 1), { ...shape, expression: true });
  listBody(snapshotOf(snapshots, 2), shape);
  snapshotOf(snapshots, 3);
  expect(keeps(snapshots, 2, known)).toBe(true);
  expect(keeps(snapshots, 1, known)).toBe(false);
  expect(keeps(snapshots, 0, known)).toBe(false);
});

test("all that a snapshot makes counts, and nothing counts twice", () => {
  const grown: readonly ((snapshot: Snapshot) => unknown)[] = [
    (snapshot) => listBody(snapshot, shape),
    (snapshot) => listBody(snapshot, { ...shape, expression: true }),
    (snapshot) => listBody(snapshot, { ...shape, expression: true }).gzip,
    (snapshot) => checkAnswers.of(snapshot),
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

test("the one in use is kept even if it alone is too large", () => {
  const snapshots = new EnvironmentSnapshots(1);
  const own = snapshotOf(snapshots, 0);
  const list = listBody(own, shape);
  expect(snapshotOf(snapshots, 0)).toBe(own);
  expect(listBody(snapshotOf(snapshots, 0), shape)).toBe(list);
  expect(snapshots.of(state, production)).toBe(snapshots.of(state, production));
});

test("one that its successor replaces takes no room from others", () => {
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
