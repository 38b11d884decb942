import { emptyState } from "../../src/model/state.ts";
import { MemoryStorage } from "../../src/storage/memory/in-memory-storage.ts";
import { openSqliteStorage } from "../../src/storage/sqlite/sqlite-storage.ts";
import type { OpenedStorage } from "../../src/storage/storage.ts";
import { commitWorkerUrl } from "../helpers/worker-entries.ts";
import { MemoryMedium } from "./memory-storage.ts";
import { SqliteMedium } from "./sqlite-medium.ts";
import { storageContract } from "./storage-contract.ts";

class WorkerMedium extends SqliteMedium {
  override open(): Promise<OpenedStorage> {
    return openSqliteStorage(this.path, { workerUrl: commitWorkerUrl });
  }
}

storageContract({
  name: "SQLite in a directory, with a worker",
  outlivesClosing: true,
  make: () => new WorkerMedium(),
});

storageContract({
  name: "SQLite in memory",
  outlivesClosing: false,
  make: () => ({
    open: () => openSqliteStorage(":memory:"),
    load: () => openSqliteStorage(":memory:"),
    [Symbol.dispose]: () => undefined,
  }),
});

storageContract({
  name: "memory",
  outlivesClosing: false,
  make: () => ({
    open: async () => ({ storage: new MemoryStorage(), state: emptyState, position: 0 }),
    load: async () => ({ storage: new MemoryStorage(), state: emptyState, position: 0 }),
    [Symbol.dispose]: () => undefined,
  }),
});

storageContract({
  name: "a log in memory",
  outlivesClosing: true,
  make: () => new MemoryMedium(),
});
