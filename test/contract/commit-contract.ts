import { expect, test } from "bun:test";
import fc from "fast-check";
import { closedGates, type Gates } from "../../src/core/evaluation/gates.ts";
import { type SortedSet, sortedSet } from "../../src/core/evaluation/sorted-set.ts";
import { applyChange } from "../../src/core/model/apply-change.ts";
import type { Change } from "../../src/core/model/change.ts";
import { changesOfState } from "../../src/core/model/changes-of-state.ts";
import { emptyState } from "../../src/core/model/state.ts";
import { seeded } from "../fuzz/seed.ts";
import { runsOf } from "../helpers/runs.ts";
import { batchOf } from "./batch-of.ts";
import { changeSequences } from "./change-sequences.ts";
import { failureOf } from "./failure-of.ts";
import { plainState } from "./plain-state.ts";
import { audit, feature, foundation, fullGates, strangeTexts, written } from "./sample-entities.ts";
import type { MediumKind } from "./storage-contract.ts";

const impossible: Change = { kind: "audit.recorded", audit: audit({ environmentId: 999 }) };

function saved(id: number): Change {
  return { kind: "feature.saved", feature: feature(id) };
}

/** Positions, batch ids, probes, and batches of every size. */
export function commitContract(kind: MediumKind): void {
  test("each kept commit has a higher position, and a failed one has none", async () => {
    using medium = kind.make();
    const { storage, position: start } = await medium.open();
    expect(start).toBe(0);
    const positions = [start];
    for (const changes of [foundation, [saved(5)], [], [saved(6)]]) {
      positions.push(await storage.commit(batchOf(changes)));
      await failureOf(storage.commit(batchOf([saved(7), impossible])));
    }
    expect(new Set(positions).size).toBe(5);
    expect(positions).toEqual(positions.toSorted((left, right) => left - right));
    await storage.close();
    if (kind.outlivesClosing) {
      const reopened = await medium.open();
      expect(reopened.position).toBe(positions.at(-1) ?? 0);
      expect(await reopened.storage.commit(batchOf([saved(8)]))).toBeGreaterThan(reopened.position);
      await reopened.storage.close();
    }
  });

  test("the changes of a state make an equal one when they are stored", async () => {
    await fc.assert(
      fc.asyncProperty(changeSequences, async (sequence) => {
        using medium = kind.make();
        const state = sequence.flat().reduce(applyChange, emptyState);
        const { storage } = await medium.open();
        await storage.commit(batchOf([...changesOfState(state)]));
        await storage.close();
        if (kind.outlivesClosing) {
          const reopened = await medium.open();
          await reopened.storage.close();
          expect(plainState(reopened.state)).toEqual(plainState(state));
        }
      }),
      { numRuns: runsOf(8), ...seeded },
    );
  });

  test("the newest commit is found by its batch, and no other one is", async () => {
    using medium = kind.make();
    const { storage } = await medium.open();
    const batches = [batchOf(foundation), batchOf([saved(5)]), batchOf([saved(6)])] as const;
    expect(await storage.findCommit(batches[0].id)).toBe(null);
    for (const batch of batches) {
      const position = await storage.commit(batch);
      expect(await storage.findCommit(batch.id)).toBe(position);
    }
    const failed = batchOf([saved(7), impossible]);
    await failureOf(storage.commit(failed));
    expect(await storage.findCommit(failed.id)).toBe(null);
    expect(await storage.findCommit(batches[1].id)).toBe(null);
    expect(await storage.findCommit(batches[2].id)).not.toBe(null);
    expect(await storage.findCommit("")).toBe(null);
    await storage.close();
    if (kind.outlivesClosing) {
      const reopened = await medium.open();
      expect(await reopened.storage.findCommit(batches[2].id)).toBe(reopened.position);
      await reopened.storage.close();
    }
  });

  test("probes change neither data nor position", async () => {
    using medium = kind.make();
    const { storage } = await medium.open();
    await storage.probe("durable");
    const batch = batchOf(foundation);
    const position = await storage.commit(batch);
    for (const probe of ["quick", "durable", "durable"] as const) {
      await storage.probe(probe);
    }
    expect(await storage.findCommit(batch.id)).toBe(position);
    await storage.close();
    if (kind.outlivesClosing) {
      const { storage: reopened, state, position: kept } = await medium.open();
      expect(kept).toBe(position);
      expect(plainState(state)).toEqual(plainState(foundation.reduce(applyChange, emptyState)));
      await reopened.close();
    }
  });

  test("commits that are begun together are stored in their order", async () => {
    using medium = kind.make();
    const { storage } = await medium.open();
    await storage.commit(batchOf(foundation));
    const keys = Array.from({ length: 30 }, (_, index) => `order-${index}`);
    const positions = await Promise.all(
      keys.map((featureKey) =>
        storage.commit(batchOf([{ kind: "audit.recorded", audit: audit({ featureKey }) }])),
      ),
    );
    expect(positions).toEqual(positions.toSorted((left, right) => left - right));
    const query = { environmentId: 1, keys: null, latestMax: null, offset: 0, limit: 100 };
    const found = await storage.reads.audits(query);
    expect(found.map(({ featureKey }) => featureKey).reverse()).toEqual(keys);
    await storage.close();
  });

  if (kind.outlivesClosing) {
    largeGateContract(kind);
  }
}

/** Members of gates; with many of them an adapter may divide a batch. */
function membersOf(count: number, from = 0): SortedSet {
  const numbered = Array.from({ length: count }, (_, index) => `User;${from + index}`);
  return sortedSet([...numbered, ...strangeTexts]);
}

const large: Gates = { ...fullGates, actors: membersOf(9_000), groups: membersOf(900) };
const moved: Gates = { ...fullGates, actors: membersOf(9_000, 4_500), groups: membersOf(900, 450) };
const oneMore: Gates = { ...large, actors: sortedSet([...large.actors, "one more"]) };

/** The gates of one feature after each other. */
const gateRows: Readonly<Record<string, readonly Gates[]>> = {
  "written at once": [large],
  "with one actor more": [large, oneMore],
  "with one actor less": [oneMore, large],
  "with half of the members replaced": [large, moved],
  cleared: [large, closedGates],
  "cleared and written again": [large, closedGates, moved],
};

function largeGateContract(kind: MediumKind): void {
  test.each(Object.entries(gateRows))("stores gates with 9,000 actors, %s", async (_, steps) => {
    using medium = kind.make();
    const { storage } = await medium.open();
    await storage.commit(batchOf(foundation));
    const changes = steps.map((gates, index) => written(1, steps[index - 1] ?? null, gates));
    for (const change of changes) {
      await storage.commit(batchOf([change]));
    }
    await storage.close();
    const { storage: reopened, state } = await medium.load();
    await reopened.close();
    const expected = [...foundation, ...changes].reduce(applyChange, emptyState);
    expect(plainState(state)).toEqual(plainState(expected));
  });
}
