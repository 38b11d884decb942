import { expect, test } from "bun:test";
import { join } from "node:path";
import { NodeCopy, openNodeCopy } from "../../src/cluster/node-copy.ts";
import { CopyDirectory } from "../../src/copies/copy-directory.ts";
import { applyChange } from "../../src/model/apply-change.ts";
import type { Change } from "../../src/model/change.ts";
import { emptyState } from "../../src/model/state.ts";
import { openSqliteStorage } from "../../src/storage/sqlite/sqlite-storage.ts";
import { plainState } from "../contract/plain-state.ts";
import { foundation } from "../contract/sample-entities.ts";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";

const epoch = "epoch";

test("a copy of a server that stops has every commit, also those that waited for the next write", async () => {
  using directory = new TemporaryDirectory();
  const open = (path: string) => openSqliteStorage(path);
  const failures: unknown[] = [];
  const onFault = (error: unknown) => void failures.push(error);
  let state = foundation.reduce(applyChange, emptyState);
  const mark = { position: 7, batchId: "b7", epoch };
  const path = join(directory.path, "copies");
  const copy = new NodeCopy(
    { copies: new CopyDirectory(path, open), onFault },
    { ...mark, state },
    undefined,
  );
  for (let position = 8; position <= 40; position++) {
    const change: Change = { kind: "group.added", projectId: 1, name: `group-${position}` };
    state = applyChange(state, change);
    copy.add({ position, batchId: `b${position}`, changes: [change], state }, epoch);
    await Bun.sleep(0);
  }
  await copy.stop();
  const found = await openNodeCopy(new CopyDirectory(path, open), onFault);
  expect(found?.mark).toEqual({ position: 40, batchId: "b40", epoch });
  expect(plainState(found?.opened.state ?? emptyState)).toEqual(plainState(state));
  await found?.opened.storage.close();
  expect(failures).toEqual([]);
});
