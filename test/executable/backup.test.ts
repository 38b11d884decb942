import { describe } from "bun:test";
import { backupProcessContract } from "../backup/process-contract.ts";

describe("the executable", () => backupProcessContract());
