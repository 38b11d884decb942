import { expect, test } from "bun:test";
import { advanceRevisions } from "../../../src/app/writer/revisions.ts";
import type { Writer } from "../../../src/app/writer/writer.ts";
import { applyChange } from "../../../src/core/model/apply-change.ts";
import type { Change } from "../../../src/core/model/change.ts";
import { emptyState, type State } from "../../../src/core/model/state.ts";
import { changeExamples } from "../../contract/change-examples.ts";
import { feature, foundation } from "../../contract/sample-entities.ts";
import { creating, featureSaved, startWriter } from "./writer-fixture.ts";

const base = foundation.reduce(applyChange, emptyState);

/** The kinds of changes that readers of features can see. */
const visible = ["feature.saved", "feature.removed", "gates.written", "override.dropped"];
const rows = Object.entries(changeExamples).flatMap(([kind, cases]) =>
  Object.values(cases).flatMap((changes) => changes.filter((change) => change.kind === kind)),
);

test.each(rows)(
  "$kind advances the revision if it changes features or creates a project",
  (change) => {
    const { changes } = advanceRevisions(base, base, [change], 5);
    const isNewProject = change.kind === "project.saved" && !base.projects.has(change.project.id);
    expect(changes.length).toBe(visible.includes(change.kind) || isNewProject ? 1 : 0);
  },
);

const clocks: readonly (readonly [string, number, number, number])[] = [
  ["microseconds of the clock", 0, 1_700_000_000_000, 1_700_000_000_000_000],
  [
    "one more if the clock has not advanced",
    1_700_000_000_000_000,
    1_700_000_000_000,
    1_700_000_000_000_001,
  ],
  ["one more if the clock has stepped back", 1_700_000_000_000_000, 5, 1_700_000_000_000_001],
  ["that of the clock when it is ahead again", 5_000_001, 5_001, 5_001_000],
];

test.each(clocks)("a revision is %s", (_, before, nowMs, after) => {
  const state = withRevision(base, before);
  const { changes } = advanceRevisions(state, state, [featureSaved(2, "a")], nowMs);
  expect(changes).toEqual([{ kind: "revision.advanced", projectId: 1, revision: after }]);
});

test("only the projects whose features changed get a new revision, one for the commit", () => {
  const state = withRevision(base, 7);
  const other: Change = {
    kind: "feature.saved",
    feature: feature(2, { projectId: 2 }),
  };
  const { changes, state: after } = advanceRevisions(state, state, [other, other], 9);
  expect(changes).toEqual([{ kind: "revision.advanced", projectId: 2, revision: 9_000 }]);
  expect(after.revisions.get(1)).toBe(7);
  expect(after.revisions.get(2)).toBe(9_000);
});

test("revisions advance with every commit that changes features, and with no other", async () => {
  const { writer, clock, storage } = await startWriter();
  const revisions: number[] = [];
  for (const nowMs of [2_000, 2_000, 1_000, 1, 3_000]) {
    clock.nowMs = nowMs;
    await writer.submit(creating(`at ${nowMs} after ${revisions.length}`));
    revisions.push(revisionOf(writer));
    await writer.submit(() => "nothing");
    await writer.submit((draft) =>
      draft.record({ kind: "group.added", projectId: 1, name: `group ${revisions.length}` }),
    );
    expect(revisionOf(writer)).toBe(revisions.at(-1) ?? 0);
  }
  expect(revisions).toEqual([2_000_000, 2_000_001, 2_000_002, 2_000_003, 3_000_000]);
  expect(storage.commits).toHaveLength(10);
});

test("a failed commit does not advance the revision", async () => {
  const { writer, storage } = await startWriter();
  storage.failNext(new Error("no"));
  await expect(writer.submit(creating("a"))).rejects.toThrow();
  expect(revisionOf(writer)).toBe(0);
});

test("revisions advance after a restart with a clock that stepped back", async () => {
  const first = await startWriter();
  await first.writer.submit(creating("a"));
  await first.writer.close();
  const second = await startWriter(first.medium);
  expect(revisionOf(second.writer)).toBe(1_000_000_000);
  second.clock.nowMs = 3;
  await second.writer.submit(creating("b"));
  expect(revisionOf(second.writer)).toBe(1_000_000_001);
});

function revisionOf(writer: Writer): number {
  return writer.state.revisions.get(1) ?? 0;
}

function withRevision(state: State, revision: number): State {
  return applyChange(state, { kind: "revision.advanced", projectId: 1, revision });
}
