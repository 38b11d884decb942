import { existsSync } from "node:fs";
import { join } from "node:path";

/*
 * Runs before the tests (bunfig.toml). The sources import files that make builds; in a new clone hundreds of
 * tests would fail without a word about it.
 */
const build = join(import.meta.dir, "../build");
const missing = ["ui.pack", "docs.pack"].find((name) => !existsSync(join(build, name)));
if (missing !== undefined) {
  process.stderr.write(`build/${missing} is missing: run "make setup" before the tests\n`);
  process.exit(1);
}
