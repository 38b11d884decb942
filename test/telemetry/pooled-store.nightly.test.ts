import { afterAll, beforeAll, describe } from "bun:test";
import { telemetryStoreContract } from "../contract/telemetry-store-contract.ts";
import { type Pooler, withPooler } from "../helpers/pooler.ts";
import { database, isPostgresMissing } from "../helpers/postgres-server.ts";
import { mediumOf } from "./postgres-telemetry-medium.ts";

describe.skipIf(isPostgresMissing)("telemetry in PostgreSQL behind a pooler", () => {
  let pooler: Pooler;
  beforeAll(async () => {
    pooler = await withPooler();
  });
  afterAll(() => pooler[Symbol.asyncDispose]());
  // Each run has a database, whose connections the pooler keeps.
  telemetryStoreContract(async () => mediumOf(pooler.urlOf(await database()), true), 3);
});
