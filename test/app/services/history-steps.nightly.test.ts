import { describe } from "bun:test";
import { openPostgresStorage } from "../../../src/storage/postgres/postgres-storage.ts";
import { historyStepsContract } from "../../contract/history-steps-contract.ts";
import { database, isPostgresMissing } from "../../helpers/postgres-server.ts";

describe.skipIf(isPostgresMissing)("Steps in PostgreSQL", () => {
  historyStepsContract(async () =>
    openPostgresStorage({ url: await database(), poolMax: 2, timeoutMs: 120_000 }, "test"),
  );
});
