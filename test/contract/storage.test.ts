import { emptyState } from "../../src/core/model/state.ts";
import { MemoryStorage } from "../../src/storage/memory/in-memory-storage.ts";
import { openSqliteStorage } from "../../src/storage/sqlite/sqlite-storage.ts";
import { MemoryMedium } from "./memory-storage.ts";
import { storageContract } from "./storage-contract.ts";

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
  hashesAudits: false,
  make: () => ({
    open: async () => ({ storage: new MemoryStorage(), state: emptyState, position: 0 }),
    load: async () => ({ storage: new MemoryStorage(), state: emptyState, position: 0 }),
    [Symbol.dispose]: () => undefined,
  }),
});

storageContract({
  name: "a log in memory",
  outlivesClosing: true,
  hashesAudits: false,
  make: () => new MemoryMedium(),
});
