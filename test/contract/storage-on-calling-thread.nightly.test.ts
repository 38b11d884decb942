import { SqliteMedium } from "./sqlite-medium.ts";
import { storageContract } from "./storage-contract.ts";

storageContract({
  name: "SQLite in a directory, on the calling thread",
  outlivesClosing: true,
  make: () => new SqliteMedium(),
});
