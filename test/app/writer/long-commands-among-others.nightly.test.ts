import { expect, test } from "bun:test";
import type { SteppedCommand } from "../../../src/app/writer/writer.ts";
import { shortWaitMs, startSharedWriters } from "./shared-writers.ts";
import { creating, until } from "./writer-fixture.ts";

/** So many of them take longer than a command that need not wait for its turn. */
const longSteps = 25;

/** Keeps the thread busy for longer than a turn of the event loop. */
function busyForTurn(): void {
  const endsMs = performance.now() + 6;
  while (performance.now() < endsMs) {
    // Busy.
  }
}

/** A command that creates a feature when the test lets it end, and counts its runs. */
function waitingCommand() {
  const waiting = { runs: 0, isLet: false };
  const command: SteppedCommand<readonly string[]> = function* (draft) {
    waiting.runs++;
    while (!waiting.isLet) {
      busyForTurn();
      yield;
    }
    creating("long")(draft);
    return [...(draft.state.features.get(1)?.keys() ?? [])].toSorted();
  };
  return { waiting, command };
}

test("the commits of others are followed while a long command runs, which then runs on them", async () => {
  await using cluster = await startSharedWriters(2);
  const { node, other } = cluster;
  const { waiting, command } = waitingCommand();
  const answer = node.writer.submitInSteps(command);
  await until(() => waiting.runs === 1);
  await other.writer.submit(creating("a"));
  await until(() => node.writer.position === 2);
  // Also if the notification is lost.
  node.storage.isDeaf = true;
  await other.writer.submit(creating("b"));
  node.storage.poll();
  await until(() => node.writer.position === 3);
  expect(node.storage.sent).toEqual([]);
  waiting.isLet = true;
  expect(await answer).toEqual(["a", "b", "feature-1", "long"]);
  expect(waiting.runs).toBe(2);
  expect(node.storage.sent.map(({ batch }) => batch.position)).toEqual([3]);
  expect(node.writer.facts.conflicts).toBe(1);
});

test("a long command that came too late takes the turn to commit, and gives it up", async () => {
  await using cluster = await startSharedWriters(2);
  const { node, other } = cluster;
  let count = 0;
  // Here others commit all the same, as if the turn was lost.
  const answer = node.writer.submitInSteps(function* (draft) {
    count++;
    if (count <= 3) {
      void other.writer.submit(creating(`other-${count}`));
    }
    for (let step = 0; step < longSteps; step++) {
      busyForTurn();
      yield;
    }
    return creating("long")(draft);
  });
  await answer;
  expect(count).toBe(4);
  expect(node.storage.takenTurns).toBe(2);
  expect(node.storage.sent.at(-1)?.isQueued).toBe(true);
  await until(() => node.storage.givenUpTurns === 1);
});

test("commands of which others are faster again and again are refused, and keep nothing", async () => {
  await using cluster = await startSharedWriters(2);
  const { node, other } = cluster;
  let count = 0;
  node.storage.beforeCommits(async () => {
    count++;
    if (count < 100) {
      await other.writer.submit(creating(`other-${count}`));
    }
  });
  const refused = node.writer.submit(creating("late"));
  await expect(refused).rejects.toMatchObject({
    refusal: "unavailable",
    message: "Other servers committed first at every attempt; nothing was changed",
  });
  expect(cluster.shared.state.features.get(1)?.has("late")).toBe(false);
  expect(node.storage.sent.filter(({ isQueued }) => isQueued)).toHaveLength(5);
  expect(node.storage.givenUpTurns).toBe(1);
  count = 100;
  await node.writer.submit(creating("next"));
});

test("a long command that is refused while it runs, as the storage is away, is not kept", async () => {
  await using cluster = await startSharedWriters(1, shortWaitMs);
  const { node } = cluster;
  const { waiting, command } = waitingCommand();
  const answer = node.writer.submitInSteps(command);
  await until(() => waiting.runs === 1);
  node.storage.isUnreachable = true;
  node.storage.poll();
  await expect(answer).rejects.toMatchObject({ refusal: "unavailable" });
  node.storage.isUnreachable = false;
  waiting.isLet = true;
  await node.writer.submit(creating("next"));
  expect([...(node.writer.state.features.get(1)?.keys() ?? [])].toSorted()).toEqual([
    "feature-1",
    "next",
  ]);
});
