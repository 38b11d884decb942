import { describe, expect, test } from "bun:test";
import { LocalWriter } from "../../src/app/writer/local-writer.ts";
import { SharedWriter } from "../../src/app/writer/shared-writer.ts";
import { InvariantError } from "../../src/core/invariant-error.ts";
import { applyChange } from "../../src/core/model/apply-change.ts";
import type { Change } from "../../src/core/model/change.ts";
import { requireFollowing } from "../../src/core/model/commit-invariants.ts";
import { emptyState, type State } from "../../src/core/model/state.ts";
import { createLog } from "../../src/http/log/log.ts";
import { contextOf } from "../../src/server/server-context.ts";
import { MemoryStorage } from "../../src/storage/memory/in-memory-storage.ts";
import { audit, foundation } from "../contract/sample-entities.ts";
import { loadConfig } from "../helpers/load-config.ts";
import { SharedMemory } from "../helpers/shared-memory.ts";
import { creating } from "../simulation/cluster-commands.ts";

const before = foundation.reduce(applyChange, emptyState);
const audited: readonly Change[] = [{ kind: "audit.recorded", audit: audit() }];
const revised = (revision: number): Change => ({
  kind: "revision.advanced",
  projectId: 1,
  revision,
});
const after = (changes: readonly Change[], state: State = before) =>
  changes.reduce(applyChange, state);

const at5 = after([revised(5)]);

describe("the invariant", () => {
  const cases: readonly (readonly [string, Parameters<typeof requireFollowing>])[] = [
    [
      "commits are based on the latest state",
      [{ changes: [], before, after: before, position: 1 }, emptyState, 2],
    ],
    ["positions rise", [{ changes: [], before, after: before, position: 2 }, before, 2]],
    [
      "revisions never fall",
      [{ changes: [revised(4)], before: at5, after: at5, position: 1 }, at5, 2],
    ],
    ["audits have no gap", [{ changes: audited, before, after: before, position: 1 }, before, 2]],
  ];
  test.each(cases)("%s names itself", (name, given) => {
    expect(() => requireFollowing(...given)).toThrow(new RegExp(`^${name}: `));
  });

  test("holds for a commit that follows", () => {
    const changes = [...audited, revised(5)];
    requireFollowing({ changes, before, after: after(changes), position: 1 }, before, 2);
  });
});

class StuckStorage extends MemoryStorage {
  override async commit(): Promise<number> {
    return 0;
  }
}

test("a writer whose invariants are broken commits nothing more", async () => {
  const failures: unknown[] = [];
  const writer = new LocalWriter({
    storage: new StuckStorage(),
    ...{ state: before, position: 1, now: () => 1, onFailure: (error) => failures.push(error) },
  });
  await expect(writer.submit(creating("a"))).rejects.toThrow("not known yet");
  await expect(writer.submit(creating("b"))).rejects.toThrow("stopping");
  expect(writer.state).toBe(before);
  expect(failures).toEqual([expect.any(InvariantError)]);
});

test("a writer of a shared storage whose invariants are broken commits nothing more", async () => {
  const failures: unknown[] = [];
  const shared = new SharedMemory();
  const storage = shared.open();
  storage.commit = async () => 0;
  const writer = new SharedWriter({
    ...{ storage, state: before, position: 1, now: () => 1 },
    onFailure: (error) => failures.push(error),
  });
  await expect(writer.submit(creating("a"))).rejects.toThrow();
  await expect(writer.submit(creating("b"))).rejects.toThrow("stopping");
  expect(writer.state).toBe(before);
  expect(failures).toContainEqual(expect.any(InvariantError));
});

test("a server with a broken invariant names it in the log, and ends", async () => {
  const lines: string[] = [];
  const codes: unknown[] = [];
  const config = loadConfig([], {});
  const log = createLog({
    ...{ level: "error", format: "text", now: () => 0 },
    write: (line) => lines.push(line),
  });
  const { onFault } = contextOf(config, log, (code): never => {
    codes.push(code);
    throw new Error("ended");
  });
  expect(() => onFault(new InvariantError("positions rise: 1 follows 2"))).toThrow("ended");
  expect(codes).toEqual([70]);
  expect(lines.join("")).toContain("positions rise: 1 follows 2");
});
