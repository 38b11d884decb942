import { writeSync } from "node:fs";
import { versionText } from "./cli/subcommand.ts";
import { gatehouseVersion } from "./core/version.ts";

const standardOutput = 1;
const [, , word, ...more] = process.argv;

/*
 * Loading the program takes several times as long as everything that `--version` needs, and scripts
 * ask for it often. The program also reports an output that cannot be written.
 */
if (!((word === "--version" || word === "-v") && more.length === 0 && isVersionWritten())) {
  await import("./main.ts");
}

function isVersionWritten(): boolean {
  const text = versionText({ name: "gatehouse", version: gatehouseVersion });
  try {
    return writeSync(standardOutput, text) === text.length;
  } catch {
    return false;
  }
}
