import { expect, test } from "bun:test";
import { applyChange } from "../../../src/core/model/apply-change.ts";
import type { Change } from "../../../src/core/model/change.ts";
import { Draft } from "../../../src/core/model/draft.ts";
import { emptyState } from "../../../src/core/model/state.ts";
import { plainState } from "../../contract/plain-state.ts";
import { feature, foundation } from "../../contract/sample-entities.ts";

const start = foundation.reduce(applyChange, emptyState);

test.each([true, false])("ids are new, with the state read in between: %p", (isRead) => {
  const draft = new Draft(start, 1_000);
  const ids = Array.from({ length: 50 }, () => {
    const id = draft.nextId("feature");
    draft.record({ kind: "feature.saved", feature: feature(id) });
    if (isRead) {
      expect(draft.state.lastIds.feature).toBe(id);
    }
    return id;
  });
  const first = start.lastIds.feature + 1;
  expect(ids).toEqual(Array.from({ length: 50 }, (_, index) => first + index));
  expect(draft.nextId("user")).toBe(start.lastIds.user + 1);
});

test("the state has every recorded change, however often it is read", () => {
  const changes: readonly Change[] = Array.from({ length: 40 }, (_, index) => ({
    kind: "feature.saved",
    feature: feature(100 + index),
  }));
  for (const readEvery of [1, 7, 30, 100]) {
    const draft = new Draft(start, 1_000);
    for (const [index, change] of changes.entries()) {
      draft.record(change);
      if (index % readEvery === 0) {
        expect(draft.state.features.get(1)?.get(`feature-${100 + index}`)).toBeDefined();
      }
    }
    expect(plainState(draft.state)).toEqual(plainState(changes.reduce(applyChange, start)));
    expect(draft.changes).toEqual(changes);
  }
});
