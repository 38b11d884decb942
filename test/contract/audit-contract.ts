import { expect, test } from "bun:test";
import fc from "fast-check";
import type { RecordedAudit } from "../../src/core/model/audit.ts";
import type { Change } from "../../src/core/model/change.ts";
import type { AuditQuery, Storage } from "../../src/storage/storage.ts";
import { seeded } from "../fuzz/seed.ts";
import { batchOf } from "./batch-of.ts";
import { audit, environment, feature, foundation, strangeTexts } from "./sample-entities.ts";
import type { MediumKind } from "./storage-contract.ts";

const everything: AuditQuery = {
  environmentId: 1,
  keys: null,
  latestMax: null,
  offset: 0,
  limit: 1_000,
};

/**
 * Audits in environment 1, for the features a, b and c in turn, and among them audits of another
 * environment.
 */
function historyOf(length: number): readonly Change[] {
  return Array.from({ length }, (_, index) => [
    recorded(1, ["a", "b", "c"][index % 3] ?? "", `value ${index}`),
    recorded(2, "a", `elsewhere ${index}`),
  ]).flat();
}

const history = historyOf(12);
/** An adapter may store recent audits in another way than old ones. */
const lengths = [12, 1_023, 1_024, 1_025, 2_600] as const;
const changesPerCommit = 700;

/** Each query, and the sequences of its result, newest first. */
const queries: readonly (readonly [Partial<AuditQuery>, readonly number[]])[] = [
  [{}, [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]],
  [{ limit: 3 }, [12, 11, 10]],
  [{ offset: 3, limit: 3 }, [9, 8, 7]],
  [{ offset: 10, limit: 3 }, [2, 1]],
  [{ offset: 12 }, []],
  [{ offset: 1_000_000 }, []],
  [{ limit: 0 }, []],
  [{ keys: ["a"] }, [10, 7, 4, 1]],
  [{ keys: ["c", "a"] }, [12, 10, 9, 7, 6, 4, 3, 1]],
  [{ keys: ["a", "a"] }, [10, 7, 4, 1]],
  [{ keys: ["a", "a"], offset: 1, limit: 2 }, [7, 4]],
  [{ keys: ["c", "a"], offset: 1, limit: 3 }, [10, 9, 7]],
  [{ keys: ["c", "a"], offset: 7, limit: 3 }, [1]],
  [{ keys: ["a"], offset: 4 }, []],
  [{ keys: ["unknown"] }, []],
  [{ keys: ["A"] }, []],
  [{ keys: [] }, []],
  [{ latestMax: 5 }, [12, 11, 10, 9, 8]],
  [{ latestMax: 5, offset: 3, limit: 9 }, [9, 8]],
  [{ latestMax: 5, offset: 5 }, []],
  [{ latestMax: 0 }, []],
  [{ latestMax: 1_000 }, [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]],
  [{ latestMax: 5, keys: ["a", "b"] }, [11, 10, 8]],
  [{ latestMax: 5, keys: ["a", "b"], offset: 2 }, [8]],
  [{ environmentId: 3 }, []],
  [{ environmentId: 999 }, []],
];

/** The part of the contract about audits, which are not in memory. */
export function auditContract(kind: MediumKind): void {
  test("audits are numbered from 1 without gaps, and read newest first", async () => {
    using medium = kind.make();
    const { storage } = await medium.open();
    await storage.commit(batchOf(foundation));
    await storage.commit(batchOf(history.slice(0, 10)));
    await storage.commit(batchOf(history.slice(10)));
    for (const [query, sequences] of queries) {
      const answer = await storage.reads.audits({ ...everything, ...query });
      expect({ query, sequences: answer.map(({ sequence }) => sequence) }).toEqual({
        query,
        sequences: [...sequences],
      });
    }
    const [newest] = await storage.reads.audits(everything);
    expect(newest).toStrictEqual({
      ...audit({ featureKey: "c", value: "value 11" }),
      sequence: 12,
    });
    await storage.close();
  });

  test("audits store every text, and remain after their feature is deleted", async () => {
    using medium = kind.make();
    const { storage } = await medium.open();
    await storage.commit(batchOf(foundation));
    const audits = strangeTexts.map((text) =>
      audit({ featureKey: text, value: text, actor: { type: "Token", id: text } }),
    );
    await storage.commit(
      batchOf([
        { kind: "feature.saved", feature: feature(2, { key: "__proto__" }) },
        ...audits.map((one): Change => ({ kind: "audit.recorded", audit: one })),
        { kind: "feature.removed", feature: feature(2, { key: "__proto__" }) },
      ]),
    );
    const all = await storage.reads.audits(everything);
    expect(all.toReversed().map(withoutSequence)).toStrictEqual(audits);
    for (const one of audits) {
      const answer = await storage.reads.audits({ ...everything, keys: [one.featureKey] });
      expect(answer.map(withoutSequence)).toStrictEqual([one]);
    }
    await storage.close();
  });

  test("deleting an environment deletes its audits only", async () => {
    using medium = kind.make();
    const { storage } = await medium.open();
    await storage.commit(batchOf([...foundation, ...history]));
    await storage.commit(
      batchOf([
        { kind: "environment.deleted", environmentId: 2 },
        { kind: "environment.created", environment: environment(4) },
        recorded(4, "a", "first"),
      ]),
    );
    expect(await sequencesOf(storage, { environmentId: 2 })).toEqual([]);
    expect(await sequencesOf(storage, { environmentId: 2, keys: ["a"] })).toEqual([]);
    expect(await sequencesOf(storage, { environmentId: 4 })).toEqual([1]);
    expect(await sequencesOf(storage, { environmentId: 1 })).toHaveLength(12);
    await storage.close();
  });

  test("the oldest audits can be read, oldest first", async () => {
    using medium = kind.make();
    const { storage } = await medium.open();
    await storage.commit(batchOf([...foundation, ...history]));
    const oldest = { isOldestFirst: true };
    expect(await sequencesOf(storage, { ...oldest, limit: 3 })).toEqual([1, 2, 3]);
    expect(await sequencesOf(storage, { ...oldest, limit: 0 })).toEqual([]);
    expect(await sequencesOf(storage, { ...oldest, environmentId: 3 })).toEqual([]);
    expect(await sequencesOf(storage, { ...oldest, environmentId: 2 })).toHaveLength(12);
    const [first] = await storage.reads.audits({ ...everything, ...oldest });
    expect(first).toStrictEqual({ ...audit({ featureKey: "a", value: "value 0" }), sequence: 1 });
    await storage.close();
  });

  test.each(lengths)("with %i audits, each page is a part of the whole list", async (length) => {
    using medium = kind.make();
    const { storage } = await medium.open();
    await storage.commit(batchOf(foundation));
    const changes = historyOf(length);
    for (let start = 0; start < changes.length; start += changesPerCommit) {
      await storage.commit(batchOf(changes.slice(start, start + changesPerCommit)));
    }
    const all = await storage.reads.audits({ ...everything, limit: length });
    expect(all).toHaveLength(length);
    await expectStretches(storage, all);
    await storage.close();
  });

  test.each([12, 1_025])(
    "of %i audits, the oldest can be removed, and no sequence is used again",
    async (length) => {
      using medium = kind.make();
      const { storage } = await medium.open();
      await storage.commit(batchOf(foundation));
      const changes = historyOf(length);
      for (let start = 0; start < changes.length; start += changesPerCommit) {
        await storage.commit(batchOf(changes.slice(start, start + changesPerCommit)));
      }
      const all = await storage.reads.audits({ ...everything, limit: length });
      const through = length - 5;
      await storage.commit(batchOf([{ kind: "audits.removed", environmentId: 1, through }]));
      // A removal that was done already changes nothing.
      await storage.commit(batchOf([{ kind: "audits.removed", environmentId: 1, through: 3 }]));
      await expectStretches(storage, all.slice(0, 5));
      expect(await sequencesOf(storage, { environmentId: 2, limit: length })).toHaveLength(length);
      await storage.commit(
        batchOf([{ kind: "audits.removed", environmentId: 1, through: length }]),
      );
      expect(await sequencesOf(storage, {})).toEqual([]);
      await storage.commit(batchOf([recorded(1, "a", "next")]));
      expect(await sequencesOf(storage, {})).toEqual([length + 1]);
      // The sequences of audits that were never recorded are not used either.
      await storage.commit(
        batchOf([{ kind: "audits.removed", environmentId: 1, through: length + 3 }]),
      );
      await storage.commit(batchOf([recorded(1, "a", "after unused sequences")]));
      expect(await sequencesOf(storage, {})).toEqual([length + 4]);
      await storage.close();
      if (kind.outlivesClosing) {
        const { storage: again } = await medium.open();
        await again.commit(
          batchOf([
            { kind: "audits.removed", environmentId: 1, through: length + 5 },
            recorded(1, "a", "after a restart"),
          ]),
        );
        expect(await sequencesOf(again, { keys: ["a"] })).toEqual([length + 6]);
        await again.close();
      }
    },
  );
}

async function expectStretches(storage: Storage, all: readonly RecordedAudit[]): Promise<void> {
  const count = fc.nat({ max: all.length + 2 });
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        keys: fc.option(fc.subarray(["a", "b", "c", "d"])),
        latestMax: fc.option(count),
        offset: count,
        limit: count,
      }),
      async (query) => {
        const { keys, latestMax, offset, limit } = query;
        const expected = all
          .slice(0, latestMax ?? all.length)
          .filter(({ featureKey }) => keys?.includes(featureKey) ?? true)
          .slice(offset, offset + limit);
        expect(await storage.reads.audits({ ...everything, ...query })).toEqual(expected);
      },
    ),
    seeded,
  );
}

function recorded(environmentId: number, featureKey: string, value: string): Change {
  return { kind: "audit.recorded", audit: audit({ environmentId, featureKey, value }) };
}

function withoutSequence({ sequence: _, ...rest }: RecordedAudit) {
  return rest;
}

async function sequencesOf(storage: Storage, query: Partial<AuditQuery>) {
  const audits = await storage.reads.audits({ ...everything, ...query });
  return audits.map(({ sequence }) => sequence);
}
