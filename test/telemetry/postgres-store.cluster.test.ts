import { describe } from "bun:test";
import { telemetryStoreContract } from "../contract/telemetry-store-contract.ts";
import { isPostgresMissing } from "../helpers/postgres-server.ts";
import { postgresMedium } from "./postgres-telemetry-medium.ts";

describe.skipIf(isPostgresMissing)("telemetry in PostgreSQL", () => {
  // Each run takes half a second.
  telemetryStoreContract(postgresMedium, 8);
});
