import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Mode } from "../config/option.ts";

/** Not in gatehouse.db, as it describes the last server and not the data. */
const fileName = "gatehouse.mode";
const ownerOnly = 0o600;

/**
 * Records the mode of the server, or of the library, that uses a data directory: a command that
 * runs while it is stopped needs it. The process must hold the directory's lock. If the file cannot
 * be written, `onFault` is called with the error, and the server still runs.
 */
export function recordMode(directory: string, mode: Mode, onFault: (error: unknown) => void): void {
  if (recordedMode(directory) === mode) {
    return;
  }
  const path = join(directory, fileName);
  try {
    rmSync(`${path}.new`, { force: true });
    writeFileSync(`${path}.new`, `${mode}\n`, { flag: "wx", mode: ownerOnly });
    renameSync(`${path}.new`, path);
  } catch (error) {
    onFault(new Error("the mode cannot be recorded in the data directory", { cause: error }));
  }
}

/** The recorded mode; null if none is recorded, as in the data of version 0.1. */
export function recordedMode(directory: string): Mode | null {
  try {
    const text = readFileSync(join(directory, fileName), "utf8").trim();
    return text === "hosted" || text === "mountable" ? text : null;
  } catch {
    return null;
  }
}
