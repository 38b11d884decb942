import { expect, test } from "bun:test";
import { KnownCommits } from "../../src/storage/postgres/known-commits.ts";
import { NotifiedCommits } from "../../src/storage/postgres/notified-commits.ts";

const epoch = crypto.randomUUID();

function started() {
  const known = new KnownCommits();
  known.restartAt({ position: 1, batchId: crypto.randomUUID(), epoch });
  return { known, notified: new NotifiedCommits(known) };
}

const forged = (position: number) => ({
  position,
  batchId: crypto.randomUUID(),
  format: 1,
  sealed: "A".repeat(100),
});

test("so many commits are kept at most, whether they are taken or not", () => {
  const { known, notified } = started();
  for (let position = 2; position < 5_000; position++) {
    notified.add(forged(position));
    known.remember({ position, batchId: crypto.randomUUID(), epoch });
    expect(notified.keptCount).toBeLessThanOrEqual(64);
  }
});

test("those that are known or far ahead are not kept", () => {
  const { notified } = started();
  for (const position of [0, 1, 66, 1_000_000, Number.MAX_SAFE_INTEGER]) {
    notified.add(forged(position));
  }
  expect(notified.keptCount).toBe(0);
  notified.add(forged(65));
  expect(notified.keptCount).toBe(1);
});

test("those that came before the state was loaded are forgotten", () => {
  const { notified } = started();
  notified.add(forged(2));
  expect(notified.keptCount).toBe(1);
  notified.restart("another secret");
  expect(notified.keptCount).toBe(0);
});
