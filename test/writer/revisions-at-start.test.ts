import { expect, test } from "bun:test";
import { applyChange } from "../../src/model/apply-change.ts";
import { emptyState } from "../../src/model/state.ts";
import { advanceRevisionsAtStart } from "../../src/writer/revisions.ts";
import { foundation } from "../contract/nouns.ts";

const base = foundation.reduce(applyChange, emptyState);
const revised = applyChange(base, { kind: "revision.advanced", projectId: 1, revision: 7_000 });

test("every project starts at a revision of now, unless it is past it already", () => {
  const { state, changes } = advanceRevisionsAtStart(revised, 5);
  expect(changes).toEqual([{ kind: "revision.advanced", projectId: 2, revision: 5_000 }]);
  expect(state.revisions.toObject()).toEqual({ 1: 7_000, 2: 5_000 });
  expect(advanceRevisionsAtStart(revised, 8).state.revisions.toObject()).toEqual({
    1: 8_000,
    2: 8_000,
  });
});

test("where nothing rises, nothing changes", () => {
  expect(advanceRevisionsAtStart(emptyState, 5)).toEqual({ state: emptyState, changes: [] });
  const { state } = advanceRevisionsAtStart(revised, 9);
  expect(advanceRevisionsAtStart(state, 9)).toEqual({ state, changes: [] });
});
