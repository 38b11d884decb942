import { expect, test } from "bun:test";
import fc from "fast-check";
import { runSteps } from "../../../src/core/evaluation/run-steps.ts";
import { applyChange } from "../../../src/core/model/apply-change.ts";
import type { Change } from "../../../src/core/model/change.ts";
import {
  type LoggedChange,
  loggedChange,
  replayLoggedChanges,
} from "../../../src/core/model/logged-change.ts";
import { emptyState, type State } from "../../../src/core/model/state.ts";
import { changeSequences } from "../../contract/change-sequences.ts";
import { sampleComment } from "../../contract/governance-examples.ts";
import { plainState } from "../../contract/plain-state.ts";
import { feature, foundation, fullGates, written } from "../../contract/sample-entities.ts";
import { seeded } from "../../fuzz/seed.ts";

/** What another process makes of changes, which it gets as a text. */
function replayed(before: State, changes: readonly Change[]) {
  const logged: readonly LoggedChange[] = JSON.parse(JSON.stringify(changes.map(loggedChange)));
  return runSteps(replayLoggedChanges(before, logged));
}

test("the replay of a log makes the same state as the changes themselves", () => {
  fc.assert(
    fc.property(changeSequences, (sequence) => {
      let here = emptyState;
      let there = emptyState;
      for (const changes of sequence) {
        here = changes.reduce(applyChange, here);
        const after = replayed(there, changes);
        there = after.state;
        expect(after.changes.map(({ kind }) => kind)).toEqual(changes.map(({ kind }) => kind));
        expect(plainState(there)).toEqual(plainState(here));
      }
    }),
    { numRuns: 150, ...seeded },
  );
});

test("gates are logged as differences, and audits without what takes them back", () => {
  const before = { ...fullGates, actors: fullGates.actors };
  const change = written(1, before, { ...before, boolean: !before.boolean });
  const text = JSON.stringify(loggedChange(change));
  expect(text).not.toContain('"before"');
  expect(text).not.toContain('"expression"');
});

test("comments are logged without their texts, which people delete", () => {
  const comment = sampleComment(7, { text: "a secret" });
  const { id: commentId, subject, text } = comment;
  const changes: readonly Change[] = [
    { kind: "comment.saved", comment },
    { kind: "comment.edited", commentId, subject, text, editedAt: 9_500 },
  ];
  expect(JSON.stringify(changes.map(loggedChange))).not.toContain("secret");
});

test("a log that was made on another state is refused", () => {
  const state = foundation.reduce(applyChange, emptyState);
  const unknown = feature(77, { key: "unknown" });
  for (const change of [
    written(1, null, fullGates),
    { kind: "gates.written", environmentId: 1, feature: unknown, before: null, after: fullGates },
  ] as const) {
    expect(() => replayed(state, [change])).toThrow("that the state before it does not have");
  }
});
