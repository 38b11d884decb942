import { expect, test } from "bun:test";
import { plainState } from "../../contract/plain-state.ts";
import { shortWaitMs, startSharedWriters } from "./shared-writers.ts";
import { creating, until } from "./writer-fixture.ts";

test("commits in notifications are followed without the storage, and do not count as its answers", async () => {
  await using cluster = await startSharedWriters(2, shortWaitMs);
  const { node, other } = cluster;
  other.storage.hearsCommits = true;
  other.storage.isUnreachable = true;
  let isRefused = false;
  const refused = other.writer
    .submit(({ state }) => state)
    .catch((error: unknown) => error)
    .finally(() => {
      isRefused = true;
    });
  // A commit each time that the writer could take for an answer.
  for (let count = 0; !isRefused; count++) {
    await node.writer.submit(creating(`feature ${count}`));
    await until(() => other.writer.position === node.writer.position);
    expect(other.writer.facts.unansweredMs).toBeGreaterThan(0);
  }
  expect(await refused).toMatchObject({
    refusal: "unavailable",
    message: "The database cannot be used at the moment; nothing was changed",
  });
  expect(plainState(other.writer.state)).toEqual(plainState(node.writer.state));
});
