import { expect, test } from "bun:test";
import { askDirectory } from "../../src/administration/ask-directory.ts";
import { directoryApi } from "../../src/server/directory-api.ts";
import { checkDataDirectory } from "../../src/sqlite/data-directory-check.ts";
import { openSqliteStorage } from "../../src/storage/sqlite/sqlite-storage.ts";
import { type OpenedStorage, StorageError } from "../../src/storage/storage.ts";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";
import { startServer } from "./administration-targets.ts";
import { askAt } from "./ask-targets.ts";

/** A storage in which nothing can be committed. */
function full({ storage, ...opened }: OpenedStorage): OpenedStorage {
  const commit = () => Promise.reject(new StorageError("the disk is full"));
  return { ...opened, storage: Object.assign(storage, { commit }) };
}

async function stoppedServer(directory: string): Promise<void> {
  const server = await startServer(directory);
  await server.stop();
}

function askBroken(
  directory: string,
  openStorage: (path: string) => Promise<OpenedStorage>,
  openTelemetry = () => Promise.reject(new StorageError("telemetry.db is damaged")),
) {
  return askDirectory({
    directory,
    open: openStorage,
    check: (path) => void checkDataDirectory(path, "anyone"),
    now: Date.now,
    openApi: directoryApi({ directory, version: "0.0.0", openTelemetry }),
  })({});
}

const failureOf = (work: Promise<unknown>) => work.catch((error: unknown) => error);

test("a change that cannot be stored is rejected with the reason, and reads work", async () => {
  using directory = new TemporaryDirectory();
  await stoppedServer(directory.path);
  const ask = askBroken(directory.path, async (path) => full(await openSqliteStorage(path)));
  expect(await failureOf(ask("/features/search/boolean", { method: "POST" }))).toEqual(
    new StorageError("the disk is full"),
  );
  expect((await ask("/features")).status).toBe(200);
  // The directory is free again, and nothing was kept.
  const answer = await askAt(directory.path)({})("/features");
  expect(await answer.json()).toEqual({ features: [] });
});

test("telemetry that cannot be opened fails only for requests that read it", async () => {
  using directory = new TemporaryDirectory();
  await stoppedServer(directory.path);
  const ask = askBroken(directory.path, openSqliteStorage);
  const path = "/telemetry/summary";
  expect(await failureOf(ask(path))).toEqual(new StorageError("telemetry.db is damaged"));
  expect((await ask("/gatehouse/features")).status).toBe(200);
  expect((await ask("/features/search", { method: "POST" })).status).toBe(405);
});

test("a directory without telemetry routes says so", async () => {
  using directory = new TemporaryDirectory();
  await stoppedServer(directory.path);
  const ask = askBroken(directory.path, openSqliteStorage);
  // A path that only begins like one of telemetry opens none.
  expect((await ask("/telemetry-summary")).status).toBe(404);
});
