import { openSqliteStorage } from "../../src/storage/sqlite/sqlite-storage.ts";
import type { OpenedStorage } from "../../src/storage/storage.ts";
import { commitWorkerUrl } from "../helpers/worker-entries.ts";
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
