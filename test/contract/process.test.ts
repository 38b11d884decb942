import { describe } from "bun:test";
import { closedOutputContract } from "./closed-output-contract.ts";
import { crashContract } from "./crash-contract.ts";
import { hostedCrashContract } from "./hosted-crash-contract.ts";
import { testedProgram } from "./server-process.ts";
import { startContract } from "./start-contract.ts";
import { failingStopContract, stopContract } from "./stop-contract.ts";
import { telemetryContract } from "./telemetry-contract.ts";
import { telemetryRecoveryContract } from "./telemetry-recovery-contract.ts";

describe(`${testedProgram.name} refuse to start with`, () => startContract(testedProgram));
describe(`${testedProgram.name} stop at`, () => stopContract(testedProgram));
describe(`${testedProgram.name} stop in spite of`, () => failingStopContract(testedProgram));
describe(`${testedProgram.name} continue to serve when`, () => closedOutputContract(testedProgram));
describe(`${testedProgram.name}, killed`, () => {
  crashContract(testedProgram);
  hostedCrashContract(testedProgram);
});

describe(`telemetry of ${testedProgram.name}`, () => telemetryContract(testedProgram));
telemetryRecoveryContract(testedProgram);
