import { resolve } from "node:path";
import { version } from "../../package.json" with { type: "json" };
import { debContent, debLifecycle, debLint } from "./check-deb.ts";
import {
  formulaIsRuby,
  packageCanBePublished,
  sumsAreRight,
  sumsCanBeSigned,
} from "./check-files.ts";
import { imageRuns } from "./check-image.ts";
import { armProcessor, oldProcessor } from "./check-processors.ts";
import { rpmContent } from "./check-rpm.ts";
import { workflowsAreValid } from "./check-workflows.ts";
import type { ReleaseCheck } from "./checked-release.ts";

/**
 * `make release-check`: RELEASE_DIRECTORY. Prints a line for each check. Exit code 1 if a check
 * fails, and with CI=true also if a check is skipped.
 */
const [directory = "dist/release"] = process.argv.slice(2);
const release = { prefix: resolve(directory, `gatehouse-${version}`), version };
const checks: readonly ReleaseCheck[] = [
  sumsAreRight,
  sumsCanBeSigned,
  formulaIsRuby,
  packageCanBePublished,
  workflowsAreValid,
  debContent,
  debLint,
  rpmContent,
  oldProcessor,
  imageRuns,
  armProcessor,
  debLifecycle,
];

function obstacle({ programs, needsRoot = false }: ReleaseCheck): string | undefined {
  const missing = programs.filter((program) => Bun.which(program) === null);
  if (missing.length > 0) {
    return `needs ${missing.join(", ")}`;
  }
  return needsRoot && process.getuid?.() !== 0 ? "needs root" : undefined;
}

/** Whether the result of the check allows a release. */
async function passes(check: ReleaseCheck): Promise<boolean> {
  const reason = obstacle(check);
  if (reason !== undefined) {
    process.stdout.write(`SKIPPED  ${check.name}: ${reason}\n`);
    return Bun.env.CI !== "true";
  }
  try {
    await check.run(release);
    process.stdout.write(`ok       ${check.name}\n`);
    return true;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    process.stdout.write(`FAILED   ${check.name}: ${message}\n`);
    return false;
  }
}

for (const check of checks) {
  if (!(await passes(check))) {
    process.exitCode = 1;
  }
}
