import { expect, test } from "bun:test";
import fc from "fast-check";
import { applyChange } from "../../../src/core/model/apply-change.ts";
import { applyChangeList } from "../../../src/core/model/apply-change-list.ts";
import { emptyState } from "../../../src/core/model/state.ts";
import { changeSequences } from "../../contract/change-sequences.ts";
import { countedBytes, keptBytes } from "../../contract/counted-bytes.ts";
import { environment, foundation, fullGates, written } from "../../contract/sample-entities.ts";

test("the kept sums equal a count of all gates, after any changes, one by one and in batches", () => {
  fc.assert(
    fc.property(changeSequences, (sequence) => {
      let state = emptyState;
      for (const changes of sequence) {
        state = changes.reduce(applyChange, state);
        expect(keptBytes(state)).toEqual(countedBytes(state));
      }
      const inBatches = applyChangeList(emptyState, sequence.flat());
      expect(keptBytes(inBatches)).toEqual(keptBytes(state));
    }),
    { numRuns: 200 },
  );
});

test("an environment that is deleted, or whose overrides are dropped, leaves no sum", () => {
  const filled = [
    ...foundation,
    written(2, null, fullGates),
    { kind: "environment.created", environment: environment(9) } as const,
    written(9, null, fullGates),
  ].reduce(applyChange, emptyState);
  const bytes = filled.storedBytes.byEnvironment.get(2) ?? 0;
  expect(bytes).toBeGreaterThan(1_000);
  expect(filled.storedBytes.byEnvironment.get(9)).toBe(bytes);
  const emptied = applyChangeList(filled, [
    { kind: "environment.deleted", environmentId: 9 },
    { kind: "override.dropped", environmentId: 2, feature: noFeature() },
  ]);
  expect(keptBytes(emptied)).toEqual({
    byEnvironment: [[1, "feature-1".length]],
    byProject: [[1, "feature-1".length]],
  });

  function noFeature() {
    const feature = filled.features.get(1)?.get("feature-1");
    if (feature === undefined) {
      throw new Error("the foundation has no feature");
    }
    return feature;
  }
});
