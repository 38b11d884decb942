import { describe } from "bun:test";
import {
  type TelemetryMedium,
  telemetryStoreContract,
} from "../contract/telemetry-store-contract.ts";
import { temporaryDirectory } from "./telemetry-api.ts";

describe("telemetry in SQLite", () => {
  telemetryStoreContract(async (): Promise<TelemetryMedium> => {
    const directory = temporaryDirectory();
    return {
      telemetry: { directory: directory.path },
      async [Symbol.asyncDispose]() {
        directory[Symbol.dispose]();
      },
    };
  });
});
