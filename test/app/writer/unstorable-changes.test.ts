import { expect, test } from "bun:test";
import { LocalWriter } from "../../../src/app/writer/local-writer.ts";
import type { Command } from "../../../src/app/writer/writer.ts";
import type { Change } from "../../../src/core/model/change.ts";
import { UnstorableChangesError } from "../../../src/storage/storage.ts";
import { alteredStorage } from "../../contract/altered-storage.ts";
import { creating, featureSaved, startWriter } from "./writer-fixture.ts";

/** A writer whose storage holds no feature with a key that begins with "bad". */
async function startPicky() {
  const { storage, writer: plain, medium } = await startWriter();
  let attempts = 0;
  const picky = alteredStorage(storage, {
    async commit(batch) {
      attempts++;
      if (batch.changes.some(isBad)) {
        throw new UnstorableChangesError("The changes could not be stored");
      }
      return storage.commit(batch);
    },
  });
  const failures: unknown[] = [];
  const writer = new LocalWriter({
    storage: picky,
    state: plain.state,
    position: plain.position,
    now: () => 1_000_000,
    onFailure: (error) => failures.push(error),
  });
  return { writer, failures, medium, attempts: () => attempts };
}

function isBad(change: Change): boolean {
  return change.kind === "feature.saved" && change.feature.key.startsWith("bad");
}

test("one bad value fails its own command, and not the 255 that share its commit", async () => {
  const { writer, failures, medium, attempts } = await startPicky();
  const keys = Array.from({ length: 256 }, (_, index) => (index === 97 ? "bad" : `key-${index}`));
  const outcomes = await Promise.allSettled(keys.map((key) => writer.submit(creating(key))));
  const refused = outcomes.filter(({ status }) => status === "rejected");
  expect(refused).toEqual([{ status: "rejected", reason: expect.any(UnstorableChangesError) }]);
  expect(outcomes[97]?.status).toBe("rejected");
  const kept = keys.filter((key) => key !== "bad").toSorted();
  const stored = [...((await medium.open()).state.features.get(1)?.keys() ?? [])];
  expect(stored.toSorted()).toEqual([...kept, "feature-1"].toSorted());
  expect([...(writer.state.features.get(1)?.keys() ?? [])].toSorted()).toEqual(stored.toSorted());
  // A search in halves, and not a commit for each command.
  expect(attempts()).toBeLessThan(20);
  // The one that gets the error reports it.
  expect(failures).toEqual([]);
});

test("each command is answered once, with the ids of its last run", async () => {
  const { writer } = await startPicky();
  const outcomes = await Promise.allSettled(
    ["a", "bad", "b", "bad too", "c"].map((key) => writer.submit(creating(key))),
  );
  expect(
    outcomes.map((outcome) => (outcome.status === "fulfilled" ? outcome.value : null)),
  ).toEqual([2, null, 3, null, 4]);
  const ids = ["a", "b", "c"].map((key) => writer.state.features.get(1)?.get(key)?.id);
  expect(ids).toEqual([2, 3, 4]);
});

test("a command runs again on the state without the changes that were not kept", async () => {
  const { writer } = await startPicky();
  const counts: number[] = [];
  const counting: Command<number> = (draft) => {
    const count = draft.state.features.get(1)?.size ?? 0;
    draft.record(featureSaved(50, "counted"));
    counts.push(count);
    return count;
  };
  const outcomes = await Promise.allSettled([
    writer.submit(creating("bad")),
    writer.submit(counting),
  ]);
  expect(outcomes[1]).toEqual({ status: "fulfilled", value: 1 });
  expect(counts).toEqual([2, 1]);
});
