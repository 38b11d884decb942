import { describe } from "bun:test";
import { openPostgresStorage } from "../../src/storage/postgres/postgres-storage.ts";
import { SharedWriter } from "../../src/writer/shared-writer.ts";
import { PostgresMedium } from "../contract/postgres-medium.ts";
import { isPostgresMissing } from "../helpers/postgres-server.ts";
import { sharedWriterContract, type WriterMedium, writerContract } from "./writer-contract.ts";

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
});
