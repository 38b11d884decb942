import { expect, test } from "bun:test";
import { advanceRevisionsAtStart } from "../../../src/app/writer/revisions.ts";
import { applyChange } from "../../../src/core/model/apply-change.ts";
import { emptyState } from "../../../src/core/model/state.ts";
import { foundation } from "../../contract/sample-entities.ts";

const base = foundation.reduce(applyChange, emptyState);
const withRevision = applyChange(base, {
  kind: "revision.advanced",
  projectId: 1,
  revision: 7_000,
});

test("every project starts with a revision of the current time, unless its revision is above it", () => {
  const { state, changes } = advanceRevisionsAtStart(withRevision, 5);
  expect(changes).toEqual([{ kind: "revision.advanced", projectId: 2, revision: 5_000 }]);
  expect(state.revisions.toObject()).toEqual({ 1: 7_000, 2: 5_000 });
  expect(advanceRevisionsAtStart(withRevision, 8).state.revisions.toObject()).toEqual({
    1: 8_000,
    2: 8_000,
  });
});

test("without a revision to advance, the state stays the same object", () => {
  expect(advanceRevisionsAtStart(emptyState, 5)).toEqual({ state: emptyState, changes: [] });
  const { state } = advanceRevisionsAtStart(withRevision, 9);
  expect(advanceRevisionsAtStart(state, 9)).toEqual({ state, changes: [] });
});
