import { expect, test } from "bun:test";
import fc from "fast-check";
import { applyChange } from "../../../src/core/model/apply-change.ts";
import type { Change } from "../../../src/core/model/change.ts";
import { changesOfState } from "../../../src/core/model/changes-of-state.ts";
import { emptyState, type State } from "../../../src/core/model/state.ts";
import { changeSequences } from "../../contract/change-sequences.ts";
import { plainState } from "../../contract/plain-state.ts";

function stateAfter(sequence: readonly (readonly Change[])[]): State {
  return sequence.flat().reduce(applyChange, emptyState);
}

test("the changes of a state make an equal state of the empty one", () => {
  fc.assert(
    fc.property(changeSequences, (sequence) => {
      const state = stateAfter(sequence);
      const made = [...changesOfState(state)].reduce(applyChange, emptyState);
      expect(plainState(made)).toEqual(plainState(state));
    }),
  );
});

test("the empty state has no changes", () => {
  expect([...changesOfState(emptyState)]).toEqual([]);
});
