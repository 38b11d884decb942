import { handleOutputErrors } from "./cli/output/process-output.ts";
import { versionText } from "./cli/subcommand.ts";
import { gatehouseVersion } from "./core/version.ts";

/*
 * The executable. Loading the program takes several times as long as everything that `--version`
 * needs, and scripts ask for it.
 */
if (process.argv.length === 3 && process.argv[2] === "--version") {
  handleOutputErrors(process);
  process.stdout.write(versionText({ name: "gatehouse", version: gatehouseVersion }));
} else {
  await import("./main.ts");
}
