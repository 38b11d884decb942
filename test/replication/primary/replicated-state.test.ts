import { expect, test } from "bun:test";
import fc from "fast-check";
import { runSteps } from "../../../src/core/evaluation/run-steps.ts";
import { applyChange } from "../../../src/core/model/apply-change.ts";
import type { LoggedChange } from "../../../src/core/model/logged-change.ts";
import { replayLoggedChanges } from "../../../src/core/model/logged-change.ts";
import { emptyState, type State } from "../../../src/core/model/state.ts";
import { parsePosition, textOfPosition } from "../../../src/replication/primary/commit-position.ts";
import { ReplicatedCommits } from "../../../src/replication/primary/replicated-commits.ts";
import { snapshotLines } from "../../../src/replication/primary/snapshot-lines.ts";
import { changeSequences } from "../../contract/change-sequences.ts";
import { plainState } from "../../contract/plain-state.ts";

const replica = { id: 9_999, name: "r", hash: "replica", createdAt: 1 };
const start = { position: 0, batchId: "", state: emptyState };

/** What a replica has of a state: nothing that decides about members and changes, and no webhooks. */
function replicated({ lastIds, ...state }: State) {
  const { passwords, signInLinks, sessions, passkeys, personalTokens, webhooks } = emptyState;
  const { policies, requests, rollouts, signOn } = emptyState;
  return plainState({
    ...state,
    ...{ passwords, signInLinks, sessions, passkeys, personalTokens, webhooks },
    ...{ policies, requests, rollouts, signOn },
    lastIds: { ...lastIds, webhook: 0, webhookEvent: 0, request: 0, rollout: 0, comment: 0 },
  });
}

function replayed(state: State, logged: readonly LoggedChange[]): State {
  return runSteps(replayLoggedChanges(state, logged)).state;
}

test("a snapshot makes what a replica has of a state", () => {
  fc.assert(
    fc.property(changeSequences, (sequence) => {
      const state = sequence.flat().reduce(applyChange, emptyState);
      const place = { position: 7, batchId: crypto.randomUUID() };
      const lines = [...snapshotLines({ ...place, state }, 3)].map((line) => JSON.parse(line));
      const [head, ...rest] = lines;
      const logged = rest.slice(0, -1).flatMap(({ changes }) => changes);
      expect(head).toMatchObject({ snapshot: textOfPosition(place), age: 3 });
      expect(rest.at(-1)).toEqual({ end: logged.length });
      expect(plainState(replayed(emptyState, logged))).toEqual(replicated(state));
    }),
  );
});

test("a replica that follows each commit has the same", () => {
  fc.assert(
    fc.property(changeSequences, (sequence) => {
      const first = applyChange(emptyState, { kind: "replica.saved", replica });
      const commits = new ReplicatedCommits({ ...start, state: first });
      let [state, followed] = [first, first];
      let place = commits.latest;
      for (const [index, changes] of sequence.entries()) {
        state = changes.reduce(applyChange, state);
        commits.add({ position: index + 1, batchId: `b${index}`, changes, state });
        for (const commit of commits.after(place, 10) ?? []) {
          followed = replayed(followed, JSON.parse(commit.changes));
        }
        place = commits.latest;
        expect(plainState(followed)).toEqual(replicated(state));
      }
    }),
  );
});

test("a place is found among the kept commits only, and by its batch", () => {
  const state = applyChange(emptyState, { kind: "replica.saved", replica });
  const commits = new ReplicatedCommits({ position: 5, batchId: "a", state });
  const positions = (position: number, batchId: string) =>
    commits.after({ position, batchId }, 2)?.map((commit) => commit.position);
  expect(positions(5, "a")).toEqual([]);
  for (let position = 6; position <= 1_006; position++) {
    commits.add({ position, batchId: `b${position}`, changes: [], state });
  }
  expect(positions(5, "a")).toBeUndefined();
  expect(positions(6, "b6")).toEqual([7, 8]);
  expect(positions(1_006, "b1006")).toEqual([]);
  for (const [position, batchId] of [
    [1_007, "b1007"],
    [900, "b901"],
    [0, ""],
  ] as const) {
    expect(positions(position, batchId)).toBeUndefined();
  }
  commits.restart({ position: 2_000, batchId: "c", state });
  expect(positions(1_006, "b1006")).toBeUndefined();
  expect(positions(2_000, "c")).toEqual([]);
});

test("many changes at once, or a server without replicas, leave no commits to follow", () => {
  const state = applyChange(emptyState, { kind: "replica.saved", replica });
  const commits = new ReplicatedCommits({ ...start, state });
  const change = { kind: "group.added", projectId: 1, name: "a" } as const;
  const changes = Array.from({ length: 20_001 }, () => change);
  commits.add({ position: 1, batchId: "a", changes, state });
  expect(commits.after(start, 1)).toBeUndefined();
  expect(commits.after({ position: 1, batchId: "a" }, 1)).toEqual([]);
  commits.add({ position: 2, batchId: "b", changes: [], state: emptyState });
  expect(commits.after({ position: 1, batchId: "a" }, 1)).toBeUndefined();
  expect(commits.after({ position: 2, batchId: "b" }, 1)).toEqual([]);
});

test("places are read as they are written, and no other text is", () => {
  const place = { position: 12, batchId: "b0a5c1de-0000-4000-8000-000000000000" };
  expect(parsePosition(textOfPosition(place))).toEqual(place);
  for (const text of ["", "-", "x-a", "1", "-1-a", `1-${"a".repeat(101)}`, "1-a b", "1-a\n"]) {
    expect(parsePosition(text)).toBeUndefined();
  }
});
