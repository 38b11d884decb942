import { operationsContract } from "../contract/operations-contract.ts";
import { testedProgram } from "../contract/server-process.ts";

operationsContract(testedProgram);
