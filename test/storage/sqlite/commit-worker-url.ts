/** The entry of the worker that commits, as main.ts resolves it. */
export const commitWorkerUrl: URL = new URL(
  "../../../src/storage/sqlite/commit-worker.ts",
  import.meta.url,
);
