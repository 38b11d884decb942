import { expect, test } from "bun:test";
import { join } from "node:path";
import { NodeCopy, openNodeCopy } from "../../src/cluster/node-copy.ts";
import { closedGates } from "../../src/core/evaluation/gates.ts";
import { applyChange } from "../../src/core/model/apply-change.ts";
import type { Change } from "../../src/core/model/change.ts";
import { emptyState } from "../../src/core/model/state.ts";
import { CopyDirectory } from "../../src/replication/local-copy/copy-directory.ts";
import { openSqliteStorage } from "../../src/storage/sqlite/sqlite-storage.ts";
import { plainState } from "../contract/plain-state.ts";
import { foundation, written } from "../contract/sample-entities.ts";
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

test("a copy that is made while the same gates are written all the time need not be made again", async () => {
  using directory = new TemporaryDirectory();
  const [begun, disk] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const path = join(directory.path, "copies");
  const copies = new CopyDirectory(path, async (place) => {
    begun.resolve();
    await disk.promise;
    return openSqliteStorage(place);
  });
  const failures: unknown[] = [];
  const onFault = (error: unknown) => void failures.push(error);
  let state = foundation.reduce(applyChange, emptyState);
  const mark = { position: 1, batchId: "b1", epoch };
  const copy = new NodeCopy({ copies, onFault }, { ...mark, state }, undefined);
  await begun.promise;
  const changesPerCommit = 1_000;
  for (let position = 2; position <= 120; position++) {
    const changes = Array.from({ length: changesPerCommit }, (_, index) => {
      const gates = (step: number) => ({ ...closedGates, percentageOfActors: step % 100 });
      const step = position * changesPerCommit + index;
      return written(1, step === 2 * changesPerCommit ? null : gates(step - 1), gates(step));
    });
    state = changes.reduce(applyChange, state);
    copy.add({ position, batchId: `b${position}`, changes, state }, epoch);
  }
  const stopped = copy.stop();
  disk.resolve();
  await stopped;
  const found = await openNodeCopy(copies, onFault);
  expect(found?.mark).toEqual({ position: 120, batchId: "b120", epoch });
  expect(plainState(found?.opened.state ?? emptyState)).toEqual(plainState(state));
  await found?.opened.storage.close();
  expect(failures).toEqual([]);
});
