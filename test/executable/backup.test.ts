import { describe } from "bun:test";
import { backupProcessContract } from "../storage/backup/process-contract.ts";

describe("the executable", () => backupProcessContract());
