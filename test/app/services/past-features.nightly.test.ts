import { describe } from "bun:test";
import { openPostgresStorage } from "../../../src/storage/postgres/postgres-storage.ts";
import { database, isPostgresMissing } from "../../helpers/postgres-server.ts";
import { runsOf } from "../../helpers/runs.ts";
import { pastFeaturesContract } from "./past-features-contract.ts";

describe.skipIf(isPostgresMissing)("The past in PostgreSQL", () => {
  pastFeaturesContract(
    async () =>
      openPostgresStorage({ url: await database(), poolMax: 2, timeoutMs: 120_000 }, "test"),
    runsOf(3),
  );
});
