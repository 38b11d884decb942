import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** Where the workers are: in the sources, or built by `make`, as they start sooner then. */
const directory = process.env.TESTED_WORKERS ?? join(import.meta.dir, "../../src");

/** The entry of a worker by its path below `src`, as main.ts resolves it. */
function entryOf(path: string): URL {
  return pathToFileURL(join(directory, path));
}

export const commitWorkerUrl: URL = entryOf("storage/sqlite/commit-worker.ts");
export const workerUrl: URL = entryOf("telemetry/worker/worker.ts");
