import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { applyChangeList } from "../../../src/core/model/apply-change-list.ts";
import type { Change } from "../../../src/core/model/change.ts";
import { openSqliteStorage } from "../../../src/storage/sqlite/sqlite-storage.ts";
import type { OpenedStorage } from "../../../src/storage/storage.ts";
import { firstDifference } from "../../../src/storage/transfer/compare-installations.ts";
import { copyInstallation } from "../../../src/storage/transfer/copy-installation.ts";
import { batchOf } from "../../contract/batch-of.ts";
import { changeSequences } from "../../contract/change-sequences.ts";
import { sampleComment, samplePolicy, sampleRequest } from "../../contract/governance-examples.ts";
import { plainState } from "../../contract/plain-state.ts";
import { sampleRollout } from "../../contract/rollout-examples.ts";
import { audit, feature, foundation } from "../../contract/sample-entities.ts";
import { sampleEvent } from "../../contract/webhook-examples.ts";
import { seeded } from "../../fuzz/seed.ts";
import { runsOf } from "../../helpers/runs.ts";

const runs = runsOf(2);

interface Target extends AsyncDisposable {
  /** An empty storage, or what the last one kept. */
  open(): Promise<OpenedStorage>;
  load(): Promise<OpenedStorage>;
}

/** What copying an installation into another storage must do, whatever the storage. */
export function movesContract(name: string, makeTarget: () => Promise<Target>): void {
  describe(name, () => {
    test("a copy equals its source in every row", async () => {
      await fc.assert(
        fc.asyncProperty(changeSequences, async (sequence) => {
          const source = await sourceOf(sequence);
          await using target = await makeTarget();
          await copied(source, target);
          const loaded = await target.load();
          expect(plainState(loaded.state)).toEqual(plainState(source.state));
          expect(await firstDifference(source, loaded)).toBeNull();
          await loaded.storage.close();
          await source.storage.close();
        }),
        { numRuns: runs, ...seeded },
      );
    }, 600_000);

    test("a copy that was interrupted goes on, from its own source only", async () => {
      const source = await sourceOf([foundation, manyAudits]);
      await using target = await makeTarget();
      await expect(
        copied(source, target, (count) => {
          if (count === 2) {
            throw new Error("interrupted");
          }
        }),
      ).rejects.toThrow("interrupted");
      await expect(copied(source, target, undefined, "another source")).rejects.toThrow(
        "was not begun from this source",
      );
      const counts: number[] = [];
      await copied(source, target, (count) => void counts.push(count));
      expect(counts.length).toBeGreaterThan(3);
      const loaded = await target.load();
      expect(loaded.position).toBe(counts.length);
      expect(await firstDifference(source, loaded)).toBeNull();
      await loaded.storage.close();
      await source.storage.close();
    });

    test("a target that a server has changed is refused", async () => {
      const source = await sourceOf([foundation]);
      await using target = await makeTarget();
      const opened = await target.open();
      await opened.storage.commit(batchOf(foundation));
      await opened.storage.commit(batchOf([{ kind: "feature.saved", feature: feature(77) }]));
      await opened.storage.close();
      await expect(copied(source, target)).rejects.toThrow(/not empty|more than the source/);
      await source.storage.close();
    });

    test("each difference of rows is found", async () => {
      const ended = [endedRequest("Ended"), endedRollout(1)];
      const stored = [foundation, [...manyAudits, ...ended, commentOnAct("One")]];
      const source = await sourceOf(stored);
      for (const [part, change] of differences) {
        const other = await sourceOf([...stored, [change]]);
        expect(await firstDifference(source, other)).toStartWith(part);
        await other.storage.close();
      }
      await source.storage.close();
    });
  });
}

const manyAudits = Array.from({ length: 1_200 }, (_, index) => ({
  kind: "audit.recorded" as const,
  audit: audit({ value: `User;${index}`, ...(index === 700 ? { reason: "é🎉" } : {}) }),
}));

const differences = [
  ["features", { kind: "feature.saved", feature: feature(77) }],
  ["auditSequences", { kind: "audit.recorded", audit: audit() }],
  ["audits of environment 1", { kind: "audits.removed", environmentId: 1, through: 1 }],
  ["policies", { kind: "policy.saved", policy: samplePolicy(1) }],
  ["requests", { kind: "request.saved", request: sampleRequest(5) }],
  ["requests of environment 1", endedRequest("Another title")],
  ["rollouts", { kind: "rollout.saved", rollout: sampleRollout(5) }],
  ["rollouts of environment 1", endedRollout(2)],
  ["comments", commentOnAct("Another")],
  ["lastIds", { kind: "webhook_events.recorded", events: [sampleEvent(9)] }],
] as const;

type Sequence = readonly (readonly Change[])[];

/** A storage in memory with these changes, as it is after it was opened again. */
async function sourceOf(sequence: Sequence): Promise<OpenedStorage> {
  const { storage, state } = await openSqliteStorage(":memory:");
  let current = state;
  for (const changes of sequence) {
    await storage.commit(batchOf(changes));
    current = applyChangeList(current, changes);
  }
  return { storage, state: current, position: sequence.length };
}

async function copied(
  source: OpenedStorage,
  target: Target,
  onCommit: (count: number) => void = () => undefined,
  sourceId = "a source",
): Promise<void> {
  const opened = await target.load();
  try {
    await copyInstallation({ source, sourceId, target: opened, onCommit });
  } finally {
    await opened.storage.close();
  }
}

function commentOnAct(text: string): Change {
  const comment = sampleComment(1, { environmentId: null, subject: "act:1", text });
  return { kind: "comment.saved", comment };
}

function endedRequest(title: string): Change {
  return { kind: "request.saved", request: sampleRequest(1, { state: "expired", title }) };
}

function endedRollout(endedAt: number): Change {
  return { kind: "rollout.saved", rollout: sampleRollout(1, { state: "done", endedAt }) };
}
