import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Faults of the worker that commits; those of one commit happen once. */
export type WorkerFault =
  | "dies before the commit"
  | "dies after the commit"
  | "does not run"
  | "the disk does not synchronize"
  | "the disk is slow";

/** The file that asks for a fault. */
export function faultFile(directory: string): string {
  return join(directory, "fault");
}

export function causeFault(directory: string, fault: WorkerFault): void {
  writeFileSync(faultFile(directory), fault);
}

export function endFault(directory: string): void {
  rmSync(faultFile(directory));
}

/** The entry of the worker with these faults. */
export const faultyWorkerUrl: URL = new URL("./faulty-commit-worker.ts", import.meta.url);
