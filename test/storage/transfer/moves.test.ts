import { openSqliteStorage } from "../../../src/storage/sqlite/sqlite-storage.ts";
import { TemporaryDirectory } from "../../contract/temporary-directory.ts";
import { movesContract } from "./moves-contract.ts";

movesContract("into SQLite", async () => {
  const directory = new TemporaryDirectory();
  const open = () => openSqliteStorage(directory.path);
  return {
    open,
    load: open,
    async [Symbol.asyncDispose]() {
      directory[Symbol.dispose]();
    },
  };
});
