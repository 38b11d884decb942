import { describe, expect, spyOn, test } from "bun:test";
import { ClusterNode } from "../../src/cluster/cluster-node.ts";
import { databaseInstallation } from "../../src/cluster/server-data.ts";
import { CopyDirectory } from "../../src/replication/local-copy/copy-directory.ts";
import { openSqliteStorage } from "../../src/storage/sqlite/sqlite-storage.ts";
import { alteredStorage } from "../contract/altered-storage.ts";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";
import { database, isPostgresMissing } from "../helpers/postgres-server.ts";

describe.skipIf(isPostgresMissing)("the data of a server that stops", () => {
  test("are copied to the end while the server still leaves the others", async () => {
    using directory = new TemporaryDirectory();
    const closed = Promise.withResolvers<void>();
    const copies = new CopyDirectory(directory.path, async (path) => {
      const opened = await openSqliteStorage(path);
      const close = async () => {
        await opened.storage.close();
        closed.resolve();
      };
      return { ...opened, storage: alteredStorage(opened.storage, { close }) };
    });
    const report = (reason: unknown) => expect.unreachable(String(reason));
    const installation = await databaseInstallation({
      poolMax: 8,
      settings: { url: await database() },
      ...{ node: "alone", version: "1", writeWaitMs: 100, copies },
      ...{ onFault: report, onWarning: report, onStartFromCopy: report },
    });
    const left = Promise.withResolvers<void>();
    const { stop } = ClusterNode.prototype;
    const leaving = spyOn(ClusterNode.prototype, "stop").mockImplementation(async function (
      this: ClusterNode,
    ) {
      await left.promise;
      await stop.call(this);
    });
    const stopped = installation.stop();
    await closed.promise;
    left.resolve();
    await stopped;
    leaving.mockRestore();
    await installation.storage.close();
  });
});
