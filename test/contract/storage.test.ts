import { openSqliteStorage } from "../../src/storage/sqlite/sqlite-storage.ts";
import { MemoryMedium } from "./memory-storage.ts";
import { storageContract } from "./storage-contract.ts";
import { TemporaryDirectory } from "./temporary-directory.ts";

class SqliteMedium extends TemporaryDirectory {
  open() {
    return openSqliteStorage(this.path);
  }
}

storageContract({
  name: "SQLite in a directory",
  outlivesClosing: true,
  make: () => new SqliteMedium(),
});

storageContract({
  name: "SQLite in memory",
  outlivesClosing: false,
  make: () => ({
    open: () => openSqliteStorage(":memory:"),
    [Symbol.dispose]: () => undefined,
  }),
});

storageContract({
  name: "a log in memory",
  outlivesClosing: true,
  make: () => new MemoryMedium(),
});
