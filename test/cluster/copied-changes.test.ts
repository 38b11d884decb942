import { expect, test } from "bun:test";
import fc from "fast-check";
import { copiedChanges } from "../../src/cluster/copied-changes.ts";
import { closedGates } from "../../src/core/evaluation/gates.ts";
import { applyChange } from "../../src/core/model/apply-change.ts";
import type { Change } from "../../src/core/model/change.ts";
import { emptyState, type State } from "../../src/core/model/state.ts";
import { changeSequences } from "../contract/change-sequences.ts";
import { plainState } from "../contract/plain-state.ts";
import { feature } from "../contract/sample-entities.ts";
import { SqliteMedium } from "../contract/sqlite-medium.ts";

const after = (changes: readonly Change[], before: State) => changes.reduce(applyChange, before);

test("a copy that is told of many commits at once has the state after them", async () => {
  await fc.assert(
    fc.asyncProperty(changeSequences, fc.nat({ max: 20 }), async (sequence, end) => {
      await using medium = new SqliteMedium();
      const opened = await medium.open();
      let { state, position } = opened;
      for (const commits of [sequence.slice(0, end), sequence.slice(end)]) {
        const before = state;
        const all = commits.flat();
        const half = all.slice(0, all.length / 2);
        state = after(all, before);
        // What waits is reduced repeatedly.
        const reduced = copiedChanges(half, after(half, before));
        const changes = copiedChanges([...reduced, ...all.slice(half.length)], state);
        const batch = { id: `at ${position}`, changes, before, after: state, position };
        position = await opened.storage.commit(batch);
      }
      await opened.storage.close();
      const loaded = await medium.load();
      const copied = plainState(loaded.state);
      await loaded.storage.close();
      expect(copied).toEqual(plainState(state));
    }),
    { numRuns: 40 },
  );
});

test("gates that are written often are copied once, and audits only as the last sequence", () => {
  const search = feature(1);
  const written = (percentageOfActors: number): readonly Change[] => [
    {
      kind: "gates.written",
      environmentId: 1,
      feature: search,
      before: { ...closedGates, percentageOfActors: percentageOfActors - 1 },
      after: { ...closedGates, percentageOfActors },
    },
    {
      kind: "audit.recorded",
      audit: {
        environmentId: 1,
        actor: { type: "Token", id: "1" },
        createdAt: 1,
        action: "percentage_of_actors",
        featureKey: search.key,
        value: String(percentageOfActors),
      },
    },
    { kind: "revision.advanced", projectId: 1, revision: percentageOfActors },
  ];
  const changes = [1, 2, 3].flatMap(written);
  expect(copiedChanges(changes, after(changes, emptyState))).toEqual([
    {
      kind: "gates.written",
      environmentId: 1,
      feature: search,
      before: closedGates,
      after: { ...closedGates, percentageOfActors: 3 },
    },
    { kind: "audits.removed", environmentId: 1, through: 3 },
    { kind: "revision.advanced", projectId: 1, revision: 3 },
  ]);
});
