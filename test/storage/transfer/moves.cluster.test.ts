import { describe } from "bun:test";
import { PostgresMedium } from "../../contract/postgres-medium.ts";
import { isPostgresMissing } from "../../helpers/postgres-server.ts";
import { movesContract } from "./moves-contract.ts";

describe.skipIf(isPostgresMissing)("with PostgreSQL", () => {
  movesContract("into PostgreSQL", async () => {
    const medium = new PostgresMedium();
    return {
      open: () => medium.open(),
      load: () => medium.load(),
      async [Symbol.asyncDispose]() {
        medium[Symbol.dispose]();
      },
    };
  });
});
