import { operationsContract } from "../contract/operations-contract.ts";
import { fromSource } from "../contract/server-process.ts";

operationsContract(fromSource);
