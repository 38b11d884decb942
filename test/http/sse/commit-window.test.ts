import { expect, test } from "bun:test";
import { closedGates } from "../../../src/core/evaluation/gates.ts";
import type { Change } from "../../../src/core/model/change.ts";
import { emptyState, type State } from "../../../src/core/model/state.ts";
import { CommitWindow } from "../../../src/http/sse/commit-window.ts";
import { environmentEvent } from "../../../src/http/sse/environment-event.ts";

/** A source of commits that a test makes. */
function commits() {
  const listeners = new Set<(changes: readonly Change[], state: State) => void>();
  const reloads = new Set<(state: State) => void>();
  let revision = 0;
  return {
    state: emptyState,
    onCommit(listener: (changes: readonly Change[], state: State) => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    onReload(listener: (state: State) => void) {
      reloads.add(listener);
      return () => void reloads.delete(listener);
    },
    count: () => listeners.size + reloads.size,
    reload() {
      for (const listener of reloads) {
        listener(emptyState);
      }
    },
    commit(...changes: readonly Change[]) {
      revision++;
      const state = { ...emptyState, revisions: emptyState.revisions.set(1, revision) };
      for (const listener of listeners) {
        listener(changes, state);
      }
    },
  };
}

function feature(key: string) {
  const unused = { description: null, longevity: null, tags: [], ownerId: null, creatorId: null };
  return { id: 1, projectId: 1, key, createdAt: 0, ...unused };
}

const written = (environmentId: number, key: string): Change => ({
  kind: "gates.written",
  environmentId,
  feature: feature(key),
  before: null,
  after: closedGates,
});
const group: Change = { kind: "group.added", projectId: 1, name: "staff" };
const mark: Change = { kind: "clock.marked", mark: { seenAt: 0, jumpedHours: 0 } };
const used: Change = { kind: "tokens.used", hashes: ["x"], usedAt: 0 };

const production = { id: 1, projectId: 1 };
const staging = { id: 2, projectId: 1 };
const never: (key: string) => boolean = () => false;

test("each commit that somebody shows is one event, and others are none", () => {
  const source = commits();
  const window = new CommitWindow(source, Date.now);
  const seen: number[] = [];
  const end = window.listen(() => void seen.push(window.newest));
  source.commit(mark);
  source.commit(used);
  source.commit(group);
  source.commit(written(1, "a"), written(1, "b"));
  end();
  source.commit(group);
  expect(seen).toEqual([1, 2]);
  expect(window.newest).toBe(3);
  window.close();
  expect(source.count()).toBe(0);
});

test("who was away gets what was missed, or is told that too much was", () => {
  const source = commits();
  const window = new CommitWindow(source, Date.now, 3);
  expect(window.since(0)).toEqual([]);
  for (let count = 0; count < 5; count++) {
    source.commit(group);
  }
  expect(window.since(5)).toEqual([]);
  expect(window.since(3)?.map(({ sequence }) => sequence)).toEqual([4, 5]);
  expect(window.since(2)?.map(({ sequence }) => sequence)).toEqual([3, 4, 5]);
  // The second one is not kept any more; the others were never made.
  for (const unknown of [1, 0, -1, 6, 1.5, Number.NaN]) {
    expect(window.since(unknown)).toBeUndefined();
  }
});

test("after a reload everybody is told that too much was missed", () => {
  const source = commits();
  const window = new CommitWindow(source, Date.now);
  source.commit(group);
  const seen: number[] = [];
  window.listen(() => void seen.push(window.newest));
  source.reload();
  expect(seen).toEqual([2]);
  expect(window.since(0)).toBeUndefined();
  expect(window.since(1)).toBeUndefined();
  expect(window.since(2)).toEqual([]);
  source.commit(group);
  expect(window.since(2)).toHaveLength(1);
});

test("changes in Production count for the environments that follow it", () => {
  const source = commits();
  const window = new CommitWindow(source, Date.now);
  source.commit(written(1, "a"), written(1, "b"));
  const [event] = window.since(0) ?? [];
  if (event === undefined) {
    throw new Error("no event");
  }
  const seenBy = (environment: { id: number; projectId: number }, isOverridden = never) =>
    environmentEvent(event, environment, production.id, isOverridden);
  const all = { sequence: 1, revision: 1, keys: ["a", "b"], topics: ["features"] as const };
  expect(seenBy(production)).toEqual({ ...all, topics: ["features"] });
  expect(seenBy(staging)).toEqual({ ...all, topics: ["features"] });
  expect(seenBy(staging, (key: string) => key === "a")?.keys).toEqual(["b"]);
  expect(seenBy(staging, () => true)).toBeUndefined();
  expect(environmentEvent(event, { id: 9, projectId: 2 }, 9, never)).toBeUndefined();
});

test("a change elsewhere is none of Production's; settings are everyone's", () => {
  const source = commits();
  const window = new CommitWindow(source, Date.now);
  source.commit(written(2, "a"));
  source.commit(group);
  const [elsewhere, setting] = window.since(0) ?? [];
  if (elsewhere === undefined || setting === undefined) {
    throw new Error("no events");
  }
  expect(environmentEvent(elsewhere, production, 1, never)).toBeUndefined();
  expect(environmentEvent(elsewhere, staging, 1, never)?.keys).toEqual(["a"]);
  for (const environment of [production, staging]) {
    const seen = environmentEvent(setting, environment, 1, never);
    expect(seen).toEqual({ sequence: 2, revision: null, keys: [], topics: ["settings"] });
  }
});

test("an import of very many features names none of them, so an event stays small", () => {
  const source = commits();
  const window = new CommitWindow(source, Date.now);
  source.commit(...Array.from({ length: 5_000 }, (_, index) => written(1, `feature-${index}`)));
  const [event] = window.since(0) ?? [];
  if (event === undefined) {
    throw new Error("no event");
  }
  const seen = environmentEvent(event, production, 1, never);
  expect([seen?.keys, seen?.topics]).toEqual([null, ["features"]]);
  expect(environmentEvent(event, staging, 1, () => true)?.keys).toBeNull();
});
