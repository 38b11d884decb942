import { existsSync } from "node:fs";
import { join } from "node:path";

/*
 * Runs before the tests (bunfig.toml). The sources import files that `bun install` builds (package.json);
 * without them hundreds of tests would fail with other messages.
 */
const build = join(import.meta.dir, "../build");
const missing = ["ui.pack", "docs.pack"].find((name) => !existsSync(join(build, name)));
if (missing !== undefined) {
  process.stderr.write(`build/${missing} is missing: run "bun install" before the tests\n`);
  process.exit(1);
}
