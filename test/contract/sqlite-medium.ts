import { openSqliteStorage } from "../../src/storage/sqlite/sqlite-storage.ts";
import type { OpenedStorage } from "../../src/storage/storage.ts";
import { TemporaryDirectory } from "./temporary-directory.ts";

export class SqliteMedium extends TemporaryDirectory {
  open(): Promise<OpenedStorage> {
    return openSqliteStorage(this.path);
  }

  load(): Promise<OpenedStorage> {
    return openSqliteStorage(this.path);
  }
}
