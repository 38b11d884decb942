import { describe } from "bun:test";
import { isPostgresMissing } from "../helpers/postgres-server.ts";
import { PostgresMedium } from "./postgres-medium.ts";
import { storageContract } from "./storage-contract.ts";

describe.skipIf(isPostgresMissing)("with PostgreSQL", () => {
  storageContract({
    name: "PostgreSQL",
    outlivesClosing: true,
    make: () => new PostgresMedium(),
  });
});
