import { LocalWriter } from "../../../src/app/writer/local-writer.ts";
import { SharedWriter } from "../../../src/app/writer/shared-writer.ts";
import { openSqliteStorage } from "../../../src/storage/sqlite/sqlite-storage.ts";
import type { OpenedStorage } from "../../../src/storage/storage.ts";
import { MemoryMedium } from "../../contract/memory-storage.ts";
import { TemporaryDirectory } from "../../contract/temporary-directory.ts";
import { SharedMemory } from "../../helpers/shared-memory.ts";
import { sharedWriterContract, type WriterMedium, writerContract } from "./writer-contract.ts";

const options = {
  now: Date.now,
  onFailure(error: unknown) {
    throw error;
  },
};

function local(open: () => Promise<OpenedStorage>, end: () => void): WriterMedium {
  const opened: OpenedStorage[] = [];
  return {
    async open() {
      await opened.at(-1)?.storage.close();
      const data = await open();
      opened.push(data);
      return new LocalWriter({ ...data, ...options });
    },
    async load() {
      await opened.at(-1)?.storage.close();
      const { storage, state } = await open();
      await storage.close();
      return state;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(opened.map(({ storage }) => storage.close()));
      end();
    },
  };
}

writerContract("a local writer on memory", async () => {
  const medium = new MemoryMedium();
  return local(
    () => medium.open(),
    () => undefined,
  );
});

function sharedInMemory(): WriterMedium {
  const shared = new SharedMemory();
  return {
    async open() {
      const { state, position } = shared;
      return new SharedWriter({ storage: shared.open(), state, position, ...options });
    },
    load: async () => shared.state,
    async [Symbol.asyncDispose]() {
      // The garbage collector frees the memory.
    },
  };
}

writerContract("a shared writer on memory", async () => sharedInMemory());
sharedWriterContract("shared writers on memory", async () => sharedInMemory());

writerContract("a local writer on SQLite", async () => {
  const directory = new TemporaryDirectory();
  return local(
    () => openSqliteStorage(directory.path),
    () => directory[Symbol.dispose](),
  );
});
