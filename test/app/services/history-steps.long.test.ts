import { describe } from "bun:test";
import { historyStepsContract } from "../../contract/history-steps-contract.ts";
import { storageKinds } from "./service-fixture.ts";

describe.each(storageKinds)("Steps in %s storage", (_kind, open) => historyStepsContract(open));
