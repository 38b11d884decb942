import { describe, expect, test } from "bun:test";
import { openPostgresStorage } from "../../src/storage/postgres/postgres-storage.ts";
import { SharedWriter } from "../../src/writer/shared-writer.ts";
import { PostgresMedium } from "../contract/postgres-medium.ts";
import { foundation } from "../contract/sample-entities.ts";
import { isPostgresMissing } from "../helpers/postgres-server.ts";
import { sharedWriterContract, type WriterMedium, writerContract } from "./writer-contract.ts";
import { creating } from "./writer-fixture.ts";

function onPostgres(): WriterMedium {
  const medium = new PostgresMedium();
  const closed: (() => Promise<void>)[] = [];
  const open = async () => {
    const opened = await openPostgresStorage({ url: await medium.url(), poolMax: 2 }, "test");
    closed.push(() => opened.storage.close());
    return opened;
  };
  return {
    async open() {
      return new SharedWriter({
        ...(await open()),
        now: Date.now,
        onFailure(error) {
          throw error;
        },
      });
    },
    load: async () => (await open()).state,
    async [Symbol.asyncDispose]() {
      await Promise.all(closed.map((close) => close()));
      medium[Symbol.dispose]();
    },
  };
}

describe.skipIf(isPostgresMissing)("with PostgreSQL", () => {
  writerContract("a shared writer", async () => onPostgres());
  sharedWriterContract("shared writers", async () => onPostgres());

  test("a command that runs for long is committed beside a writer that never pauses", async () => {
    await using medium = onPostgres();
    const [slow, busy] = [await medium.open(), await medium.open()];
    await slow.submit((draft) => {
      for (const change of foundation) {
        draft.record(change);
      }
    });
    let isOver = false;
    const running = (async () => {
      for (let count = 0; !isOver; count++) {
        await busy.submit(creating(`busy-${count}`));
      }
    })();
    // Longer than a turn to commit is held for a batch that is made at once.
    await slow.submitInSteps(function* (draft) {
      const endsMs = performance.now() + 1_500;
      while (performance.now() < endsMs) {
        yield;
      }
      return creating("slow")(draft);
    });
    isOver = true;
    await running;
    expect(slow.state.features.get(1)?.has("slow")).toBe(true);
    await Promise.all([slow.close(), busy.close()]);
  }, 30_000);
});
