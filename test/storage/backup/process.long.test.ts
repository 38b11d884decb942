import { backupProcessContract } from "./process-contract.ts";

backupProcessContract();
