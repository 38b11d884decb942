import { describe } from "bun:test";
import { closedOutputContract } from "./closed-output-contract.ts";
import { crashContract } from "./crash-contract.ts";
import { hostedCrashContract } from "./hosted-crash-contract.ts";
import { fromSource } from "./server-process.ts";
import { startContract } from "./start-contract.ts";
import { failingStopContract, stopContract } from "./stop-contract.ts";
import { telemetryContract } from "./telemetry-contract.ts";
import { telemetryRecoveryContract } from "./telemetry-recovery-contract.ts";

describe(`${fromSource.name} refuse to start with`, () => startContract(fromSource));
describe(`${fromSource.name} stop at`, () => stopContract(fromSource));
describe(`${fromSource.name} stop in spite of`, () => failingStopContract(fromSource));
describe(`${fromSource.name} continue to serve when`, () => closedOutputContract(fromSource));
describe(`${fromSource.name}, killed`, () => {
  crashContract(fromSource);
  hostedCrashContract(fromSource);
});

describe(`telemetry of ${fromSource.name}`, () => telemetryContract(fromSource));
telemetryRecoveryContract(fromSource);
