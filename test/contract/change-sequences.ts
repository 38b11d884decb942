import fc from "fast-check";
import { applyChange } from "../../src/core/model/apply-change.ts";
import type { Change } from "../../src/core/model/change.ts";
import { emptyState } from "../../src/core/model/state.ts";
import { ChangeBuilder, type PlannedChange } from "./change-builder.ts";
import { changeWeights } from "./change-weights.ts";
import { gates, text } from "./random-gates.ts";
import * as noun from "./sample-entities.ts";

export const changeKinds = Object.keys(changeWeights) as readonly Change["kind"][];

const intent: fc.Arbitrary<PlannedChange> = fc.record({
  kind: fc.oneof(
    ...changeKinds.map((kind) => ({ arbitrary: fc.constant(kind), weight: changeWeights[kind] })),
  ),
  picks: fc.array(fc.nat({ max: 1_000 }), { minLength: 3, maxLength: 3 }),
  isNew: fc.boolean(),
  text,
  gates,
});

/** Valid changes that begin with the empty state, in groups that are committed together. */
export const changeSequences: fc.Arbitrary<readonly (readonly Change[])[]> = fc
  .array(fc.array(intent, { minLength: 1, maxLength: 12 }), { maxLength: 8 })
  .map((portions) => {
    let state = noun.foundation.reduce(applyChange, emptyState);
    let nth = 0;
    const sequence: (readonly Change[])[] = [noun.foundation];
    for (const portion of portions) {
      const changes: Change[] = [];
      for (const plan of portion) {
        const change = new ChangeBuilder(state, plan, nth++).change();
        if (change !== null) {
          changes.push(change);
          state = applyChange(state, change);
        }
      }
      sequence.push(changes);
    }
    return sequence;
  });
