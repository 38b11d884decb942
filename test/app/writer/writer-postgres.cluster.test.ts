import { describe, expect, test } from "bun:test";
import { importFeatures } from "../../../src/app/commands/import-commands.ts";
import { SharedWriter } from "../../../src/app/writer/shared-writer.ts";
import { closedGates } from "../../../src/core/evaluation/gates.ts";
import { sortedSet } from "../../../src/core/evaluation/sorted-set.ts";
import type { Caller } from "../../../src/core/model/caller.ts";
import { openPostgresStorage } from "../../../src/storage/postgres/postgres-storage.ts";
import { PostgresMedium } from "../../contract/postgres-medium.ts";
import { environment, foundation } from "../../contract/sample-entities.ts";
import { isPostgresMissing } from "../../helpers/postgres-server.ts";
import { isNightly } from "../../helpers/runs.ts";
import { sharedWriterContract, type WriterMedium, writerContract } from "./writer-contract.ts";
import { creating } from "./writer-fixture.ts";

const author: Caller = {
  environment: environment(1, { kind: "production" }),
  actor: { type: "User", id: "1" },
  userId: 1,
  token: null,
};

/** Less than the commit of many actors takes, and more than that of one. */
const shortWaitMs = 150;
const manyActors = 60_000;

/** A busy machine takes long for a commit. */
const longWaitMs = 120_000;

function onPostgres(writeWaitMs = longWaitMs): WriterMedium {
  const medium = new PostgresMedium();
  const closed: (() => Promise<void>)[] = [];
  const open = async () => {
    const opened = await openPostgresStorage(
      { url: await medium.url(), poolMax: 2, timeoutMs: longWaitMs },
      "test",
    );
    closed.push(() => opened.storage.close());
    return opened;
  };
  return {
    async open() {
      return new SharedWriter({
        ...(await open()),
        writeWaitMs,
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

  // A busy machine takes longer than that for each commit.
  if (isNightly) {
    test("a commit of many actors takes longer than a change may wait, and is kept", async () => {
      await using medium = onPostgres(shortWaitMs);
      const writer = await medium.open();
      const actors = sortedSet(Array.from({ length: manyActors }, (_, index) => `actor-${index}`));
      await writer.submitInSteps(function* (draft) {
        for (const change of foundation) {
          draft.record(change);
        }
        yield;
      });
      const startedAtMs = performance.now();
      await writer.submitInSteps((draft) =>
        importFeatures(draft, author, new Map([["a", { ...closedGates, actors }]])),
      );
      expect(performance.now() - startedAtMs).toBeGreaterThan(shortWaitMs);
      await writer.close();
      const { toggles } = await medium.load();
      expect(toggles.get(1)?.get("a")?.gates.actors.length).toBe(manyActors);
    });
  }

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
    try {
      await slow.submitInSteps(function* (draft) {
        const endsMs = performance.now() + 1_500;
        while (performance.now() < endsMs) {
          yield;
        }
        return creating("slow")(draft);
      });
    } finally {
      isOver = true;
      await running;
    }
    expect(slow.state.features.get(1)?.has("slow")).toBe(true);
    await Promise.all([slow.close(), busy.close()]);
  }, 180_000);
});
