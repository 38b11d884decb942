import { expect, test } from "bun:test";
import { connectDirectory } from "../../../src/cli/administration/admin-connection.ts";
import { directoryAdminApi } from "../../../src/server/directory-admin-api.ts";
import { checkDataDirectory } from "../../../src/storage/sqlite/database/data-directory-check.ts";
import { openSqliteStorage } from "../../../src/storage/sqlite/sqlite-storage.ts";
import { type OpenedStorage, StorageError } from "../../../src/storage/storage.ts";
import { TemporaryDirectory } from "../../contract/temporary-directory.ts";
import { startServer } from "./administration-targets.ts";
import { connectAt, testedWebhooks } from "./connect-targets.ts";

/** A storage in which nothing can be committed. */
function full({ storage, ...opened }: OpenedStorage): OpenedStorage {
  const commit = () => Promise.reject(new StorageError("the disk is full"));
  return { ...opened, storage: Object.assign(storage, { commit }) };
}

async function stoppedServer(directory: string): Promise<void> {
  const server = await startServer(directory);
  await server.stop();
}

const openTelemetry = () => Promise.reject(new StorageError("telemetry.db is damaged"));

function askBroken(
  directory: string,
  openStorage: (path: string) => Promise<OpenedStorage>,
  webhooksOf = testedWebhooks(directory),
) {
  return connectDirectory({
    directory,
    open: openStorage,
    check: (path) => void checkDataDirectory(path, "anyone"),
    now: Date.now,
    onWarning: (reason) => expect.unreachable(String(reason)),
    openApi: directoryAdminApi({
      ...{ directory, version: "0.0.0", openTelemetry },
      webhooksOf,
    }),
  });
}

const failureOf = (work: Promise<unknown>) => work.catch((error: unknown) => error);

const features = "/admin/v1/environments/-/features";
const search = {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: '{"key":"search"}',
};

test("a change that cannot be stored is rejected with the reason, and reads work", async () => {
  using directory = new TemporaryDirectory();
  await stoppedServer(directory.path);
  const { send, release } = askBroken(directory.path, async (path) =>
    full(await openSqliteStorage(path)),
  );
  expect(await failureOf(send(features, search))).toEqual(new StorageError("the disk is full"));
  await release();
  expect((await send(features)).status).toBe(200);
  await release();
  // The directory is free again, and nothing was kept.
  const other = connectAt(directory.path);
  expect(await (await other.send(features)).json()).toMatchObject({ features: [] });
  await other.release();
});

test("telemetry that cannot be opened fails only for requests that read it", async () => {
  using directory = new TemporaryDirectory();
  await stoppedServer(directory.path);
  const { send, release } = askBroken(directory.path, openSqliteStorage);
  const counts = "/admin/v1/environments/-/unknown-keys";
  expect(await failureOf(send(counts))).toEqual(new StorageError("telemetry.db is damaged"));
  expect((await send(features)).status).toBe(200);
  // Telemetry that a later request of the same command needs is opened then.
  expect(await failureOf(send(counts))).toEqual(new StorageError("telemetry.db is damaged"));
  // A path that only begins like one of telemetry opens none.
  expect((await send("/admin/v1/environments/-/telemetry-summary")).status).toBe(404);
  await release();
});

test("a directory whose webhooks cannot be read is closed again", async () => {
  using directory = new TemporaryDirectory();
  await stoppedServer(directory.path);
  const unreadable = new StorageError("webhook.key cannot be read");
  const { send } = askBroken(directory.path, openSqliteStorage, () => {
    throw unreadable;
  });
  expect(await failureOf(send(features))).toBe(unreadable);
  const opened = await openSqliteStorage(directory.path);
  await opened.storage.close();
});
