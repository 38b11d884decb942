import { expect, test } from "bun:test";
import fc from "fast-check";
import { closedGates } from "../../../src/core/evaluation/gates.ts";
import { applyChange } from "../../../src/core/model/apply-change.ts";
import type { Change } from "../../../src/core/model/change.ts";
import { emptyState, type State } from "../../../src/core/model/state.ts";
import { changeSequences } from "../../contract/change-sequences.ts";
import { plainState } from "../../contract/plain-state.ts";
import {
  environment,
  feature,
  foundation,
  fullGates,
  token,
  written,
} from "../../contract/sample-entities.ts";

const base = after(emptyState, ...foundation);

function after(state: State, ...changes: readonly Change[]): State {
  return changes.reduce(applyChange, state);
}

test("applying a change does not modify the given state", () => {
  fc.assert(
    fc.property(changeSequences, (sequence) => {
      let state = emptyState;
      for (const change of sequence.flat()) {
        const before = state;
        const text = JSON.stringify(plainState(before));
        state = applyChange(before, change);
        expect(JSON.stringify(plainState(before))).toBe(text);
      }
    }),
    { numRuns: 20 },
  );
});

test("last ids never decrease, and no existing entity has a higher id", () => {
  fc.assert(
    fc.property(changeSequences, (sequence) => {
      let state = emptyState;
      for (const change of sequence.flat()) {
        const next = applyChange(state, change);
        for (const entity of ["environment", "token", "feature", "user", "project"] as const) {
          expect(next.lastIds[entity]).toBeGreaterThanOrEqual(state.lastIds[entity]);
        }
        state = next;
      }
      const { lastIds } = state;
      expect(Math.max(...state.environments.keys())).toBeLessThanOrEqual(lastIds.environment);
      expect(Math.max(0, ...state.tokens.map(({ id }) => id).values())).toBeLessThanOrEqual(
        lastIds.token,
      );
      for (const features of state.features.values()) {
        expect(Math.max(0, ...features.map(({ id }) => id).values())).toBeLessThanOrEqual(
          lastIds.feature,
        );
      }
    }),
    { numRuns: 20 },
  );
});

test("deleting an environment deletes its tokens and gates, and no others", () => {
  const state = after(
    base,
    { kind: "token.saved", token: token(2, { environmentId: 2 }) },
    { kind: "environment.created", environment: environment(4) },
    written(2, null, fullGates),
    written(4, null, fullGates),
    { kind: "environment.deleted", environmentId: 2 },
  );
  expect([...state.environments.keys()].sort()).toEqual([1, 3, 4]);
  expect([...state.tokens.values()]).toEqual([token(1)]);
  expect([...state.toggles.keys()].sort()).toEqual([1, 4]);
  expect(state.productions.get(1)).toEqual(environment(1, { kind: "production" }));
});

test("removing a feature removes it from every environment of its project, and from no other project", () => {
  const sameKey = feature(2, { projectId: 2, key: "feature-1" });
  const state = after(
    base,
    { kind: "feature.saved", feature: sameKey },
    { kind: "gates.written", environmentId: 3, feature: sameKey, before: null, after: fullGates },
    written(2, null, fullGates),
    { kind: "feature.removed", feature: feature(1) },
  );
  expect(state.features.get(1)?.size).toBe(0);
  expect(state.toggles.map((toggles) => toggles.size).toJS()).toEqual({ 1: 0, 2: 0, 3: 1 });
  expect(state.toggles.get(3)?.get("feature-1")?.gates).toBe(fullGates);
});

test("a gate write replaces one toggle and keeps all other objects", () => {
  const other = feature(2, { key: "other" });
  const before = after(
    base,
    { kind: "feature.saved", feature: other },
    {
      kind: "gates.written",
      environmentId: 1,
      feature: other,
      before: null,
      after: closedGates,
    },
  );
  const state = after(before, written(1, closedGates, fullGates));
  expect(state.toggles.get(1)?.get("other")).toBe(before.toggles.get(1)?.get("other"));
  expect(state.toggles.get(1)?.get("feature-1")).not.toBe(before.toggles.get(1)?.get("feature-1"));
  expect(state.features).toBe(before.features);
});

test("dropping an override removes the toggle of the environment only", () => {
  const state = after(base, written(2, null, fullGates), {
    kind: "override.dropped",
    environmentId: 2,
    feature: feature(1),
  });
  expect(state.toggles.get(2)?.has("feature-1")).toBe(false);
  expect(state.toggles.get(1)?.has("feature-1")).toBe(true);
});
