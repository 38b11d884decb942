import { expect, test } from "bun:test";
import fc from "fast-check";
import { closedGates } from "../../../src/core/evaluation/gates.ts";
import { applyChange } from "../../../src/core/model/apply-change.ts";
import { applyChangeList } from "../../../src/core/model/apply-change-list.ts";
import type { Change } from "../../../src/core/model/change.ts";
import { emptyState, type State } from "../../../src/core/model/state.ts";
import { changeSequences } from "../../contract/change-sequences.ts";
import { plainState } from "../../contract/plain-state.ts";
import {
  audit,
  environment,
  feature,
  foundation,
  fullGates,
  written,
} from "../../contract/sample-entities.ts";

function oneByOne(state: State, changes: readonly Change[]): State {
  return changes.reduce(applyChange, state);
}

/** Changes with little effect on the state, enough that the list is applied as a batch. */
const audits: readonly Change[] = Array.from({ length: 20 }, () => ({
  kind: "audit.recorded",
  audit: audit(),
}));
const base = oneByOne(emptyState, [
  ...foundation,
  { kind: "environment.created", environment: environment(4) },
  { kind: "feature.saved", feature: feature(2) },
  ...[1, 2].map((environmentId) => gatesOf(environmentId, 2)),
]);

function gatesOf(environmentId: number, featureId: number): Change {
  return {
    kind: "gates.written",
    environmentId,
    feature: feature(featureId),
    before: null,
    after: fullGates,
  };
}

test("a list of changes has the result of its changes one by one, and does not modify the given state", () => {
  fc.assert(
    fc.property(changeSequences, fc.nat(), (sequence, pick) => {
      const changes = sequence.flat();
      const at = pick % (changes.length + 1);
      const start = oneByOne(emptyState, changes.slice(0, at));
      const rest = changes.slice(at);
      const before = JSON.stringify(plainState(start));
      const after = applyChangeList(start, [...audits, ...rest]);
      expect(plainState(after)).toEqual(plainState(oneByOne(start, [...audits, ...rest])));
      expect(JSON.stringify(plainState(start))).toBe(before);
    }),
    { numRuns: 200 },
  );
});

const rows: Readonly<Record<string, readonly Change[]>> = {
  "features created, removed and created again": [
    { kind: "feature.saved", feature: feature(7) },
    gatesOf(1, 7),
    { kind: "feature.removed", feature: feature(7) },
    { kind: "feature.removed", feature: feature(1) },
    { kind: "feature.saved", feature: feature(8, { key: "feature-7" }) },
    gatesOf(2, 7),
    { kind: "feature.removed", feature: feature(2) },
  ],
  "a feature removed from environments that the same list wrote it in": [
    gatesOf(4, 1),
    gatesOf(2, 1),
    { kind: "feature.removed", feature: feature(1) },
  ],
  "gates written twice, with the override dropped in between": [
    written(2, null, fullGates),
    { kind: "override.dropped", environmentId: 2, feature: feature(1) },
    written(2, null, closedGates),
  ],
  "an environment deleted after gates were written in it": [
    gatesOf(4, 2),
    { kind: "environment.deleted", environmentId: 4 },
    { kind: "feature.removed", feature: feature(2) },
  ],
  "an unknown feature removed": [{ kind: "feature.removed", feature: feature(99) }],
  "other kinds of changes in between": [
    gatesOf(4, 1),
    { kind: "group.added", projectId: 1, name: "staff" },
    { kind: "feature.removed", feature: feature(1) },
    { kind: "revision.advanced", projectId: 1, revision: 9 },
  ],
};

test.each(Object.entries(rows))("the same as one by one: %s", (_, changes) => {
  const before = JSON.stringify(plainState(base));
  const after = applyChangeList(base, [...audits, ...changes, ...audits]);
  expect(plainState(after)).toEqual(plainState(oneByOne(base, [...audits, ...changes, ...audits])));
  expect(JSON.stringify(plainState(base))).toBe(before);
});

test("maps that no change affects stay the same objects, as readers cache results for them", () => {
  const after = applyChangeList(base, [
    ...audits,
    { kind: "feature.removed", feature: feature(99) },
    gatesOf(4, 1),
  ]);
  expect(after.features).toBe(base.features);
  expect(after.toggles.get(1)).toBe(base.toggles.get(1));
  expect(after.toggles.get(2)).toBe(base.toggles.get(2));
  expect(applyChangeList(base, audits).toggles).toBe(base.toggles);
});

test("the resulting state cannot be modified by later changes", () => {
  const after = applyChangeList(base, [...audits, gatesOf(4, 1)]);
  const text = JSON.stringify(plainState(after));
  applyChangeList(after, [
    ...audits,
    gatesOf(4, 2),
    { kind: "feature.removed", feature: feature(1) },
  ]);
  oneByOne(after, [gatesOf(4, 2)]);
  expect(JSON.stringify(plainState(after))).toBe(text);
});
