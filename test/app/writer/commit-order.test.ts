import { expect, test } from "bun:test";
import { CommitOrder, newBatchId, newProcessName } from "../../../src/app/writer/commit-order.ts";

const [first, second, third] = ["11111111", "22222222", "33333333"] as const;
const batchOf = (process: string) => newBatchId(process);

/** The second of three processes, which has lost a race after each of them has committed. */
function startedTurns(): CommitOrder {
  const turns = new CommitOrder(second);
  for (const process of [first, second, third]) {
    turns.committed(batchOf(process), 0);
  }
  turns.lost();
  return turns;
}

test("ids of batches differ, and tell their process", () => {
  const name = newProcessName();
  const [one, other] = [newBatchId(name), newBatchId(name)];
  expect(one).not.toBe(other);
  expect(one).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(one.startsWith(name)).toBe(true);
  expect(other.startsWith(name)).toBe(true);
});

test("nobody waits before a race was lost", () => {
  const turns = new CommitOrder(second);
  turns.committed(batchOf(first), 0);
  turns.committed(batchOf(third), 0);
  expect(turns.isOrdered).toBe(false);
  expect(turns.ahead(0)).toEqual({ count: 0, waitMs: 0 });
});

test("after a lost race each other process goes first once", () => {
  const turns = startedTurns();
  expect(turns.ahead(0).count).toBe(1);
  turns.committed(batchOf(first), 1);
  expect(turns.ahead(1)).toEqual({ count: 0, waitMs: 0 });
  turns.committed(batchOf(second), 2);
  expect(turns.ahead(2).count).toBe(2);
  turns.committed(batchOf(third), 3);
  expect(turns.ahead(3).count).toBe(1);
});

test("a process whose turn passed is not waited for until it commits again", () => {
  const turns = startedTurns();
  turns.committed(batchOf(second), 1);
  // The third had its turn before the first.
  turns.committed(batchOf(first), 2);
  turns.committed(batchOf(second), 3);
  expect(turns.ahead(3).count).toBe(1);
  turns.committed(batchOf(third), 4);
  turns.committed(batchOf(second), 5);
  turns.committed(batchOf(third), 6);
  turns.committed(batchOf(first), 7);
  turns.committed(batchOf(second), 8);
  expect(turns.ahead(8).count).toBe(2);
});

test("a process that has long not committed is not waited for", () => {
  const turns = startedTurns();
  expect(turns.ahead(100).count).toBe(1);
  expect(turns.ahead(101)).toEqual({ count: 0, waitMs: 0 });
});

test("a wait in vain ends all waits, until the next race is lost", () => {
  const turns = startedTurns();
  turns.waitedInVain();
  expect(turns.ahead(0).count).toBe(0);
  turns.lost();
  expect(turns.ahead(0).count).toBe(1);
});

test("commits without others between them end the waits", () => {
  const turns = startedTurns();
  for (let count = 0; count < 8; count++) {
    expect(turns.isOrdered).toBe(true);
    turns.kept(1);
  }
  expect(turns.isOrdered).toBe(false);
  turns.lost();
  turns.kept(1);
  turns.waited(1);
  for (let count = 0; count < 7; count++) {
    turns.kept(1);
  }
  expect(turns.isOrdered).toBe(true);
});

test("the wait follows the time of commits, and has a limit", () => {
  const turns = startedTurns();
  turns.committed(batchOf(first), 0);
  turns.committed(batchOf(second), 0);
  expect(turns.ahead(0)).toEqual({ count: 2, waitMs: 12 });
  turns.kept(1_000);
  turns.lost();
  expect(turns.ahead(0)).toEqual({ count: 2, waitMs: 40 });
});
