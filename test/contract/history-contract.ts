import { expect, test } from "bun:test";
import fc from "fast-check";
import { closedGates } from "../../src/core/evaluation/gates.ts";
import { sortedSet } from "../../src/core/evaluation/sorted-set.ts";
import type { Audit, AuditUndo, HistoryAudit } from "../../src/core/model/audit.ts";
import type { Change } from "../../src/core/model/change.ts";
import type { GateDifference } from "../../src/core/model/gate-difference.ts";
import { type HistoryQuery, historyScanMax, type Storage } from "../../src/storage/storage.ts";
import { seeded } from "../fuzz/seed.ts";
import { batchOf } from "./batch-of.ts";
import { audit, feature, foundation, fullGates, strangeTexts } from "./sample-entities.ts";
import type { MediumKind } from "./storage-contract.ts";

const manyActors = Array.from({ length: 2_000 }, (_, index) => `User;${10_000 + index} é🎉`);
const { id: _id, projectId: _projectId, key: _key, ...fields } = feature(1, { tags: ["a", "é"] });

/** One of each kind, small and large. */
const differences: readonly GateDifference[] = [
  { kind: "none" },
  { kind: "flipped" },
  { kind: "pinned" },
  { kind: "created" },
  { kind: "too_large" },
  { kind: "percentage", before: 0 },
  { kind: "expression", before: null },
  { kind: "expression", before: fullGates.expression },
  { kind: "changed", patch: {} },
  {
    kind: "changed",
    patch: {
      boolean: true,
      expression: fullGates.expression,
      percentageOfActors: 3,
      percentageOfTime: 0,
      groups: { added: ["é"], removed: [] },
    },
  },
  { kind: "changed", patch: { actors: { added: manyActors, removed: ["__proto__", '"'] } } },
  { kind: "dropped", gates: fullGates },
  { kind: "dropped", gates: { ...closedGates, actors: sortedSet(manyActors) } },
  { kind: "removed", fields, gates: [] },
  {
    kind: "removed",
    fields,
    gates: [
      { environmentId: 1, gates: { ...fullGates, actors: sortedSet(manyActors) } },
      { environmentId: 2, gates: closedGates },
    ],
  },
];

function undo(difference: GateDifference, more: Partial<AuditUndo> = {}): AuditUndo {
  return { featureId: 7, step: 1, difference, ...more };
}

const everything: HistoryQuery = {
  environmentId: 1,
  keys: null,
  actions: null,
  actor: null,
  from: null,
  to: null,
  before: Number.MAX_SAFE_INTEGER,
  after: 0,
  limit: 1_000,
  withLarge: true,
  withExpressions: true,
};

/** All pieces of a query together. */
async function wholeHistory(storage: Storage, query: Partial<HistoryQuery>) {
  const audits: HistoryAudit[] = [];
  let before: number | null = query.before ?? everything.before;
  while (before !== null) {
    const page: Awaited<ReturnType<Storage["reads"]["history"]>> = await storage.reads.history({
      ...everything,
      ...query,
      before,
    });
    expect(page.audits.length).toBeLessThanOrEqual(query.limit ?? everything.limit);
    expect(page.next ?? -1).toBeLessThan(before);
    audits.push(...page.audits);
    before = page.next;
  }
  return audits;
}

/** The part of the contract about differences of audits, which take changes back. */
export function historyContract(kind: MediumKind): void {
  test("what takes an audit back is kept as it was, large or small", async () => {
    using medium = kind.make();
    const { storage } = await medium.open();
    await storage.commit(batchOf(foundation));
    await storage.commit(
      batchOf([
        { kind: "audit.recorded", audit: audit() },
        ...differences.map((difference, index): Change => {
          const { value: _, ...shared } = audit({ undo: undo(difference, { step: index + 2 }) });
          return { kind: "audits.recorded", audits: { ...shared, values: ["x"] } };
        }),
        { kind: "audit.recorded", audit: audit({ undo: undo({ kind: "none" }, { target: 3 }) }) },
      ]),
    );
    const found = (await wholeHistory(storage, {})).toReversed();
    expect(found.slice(1, -1).map(({ difference }) => difference)).toEqual([...differences]);
    expect(found.slice(1, -1).map(({ step, sequence }) => step - sequence)).toEqual(
      differences.map(() => 0),
    );
    const old = { featureId: null, step: 1, difference: null, target: null, reason: null };
    expect(found[0]).toEqual({ ...audit(), ...old, sequence: 1 });
    expect(found.at(-1)).toMatchObject({ featureId: 7, step: 1, target: 3 });
    // Pages of the API have none of it.
    const page = { environmentId: 1, keys: null, latestMax: null, offset: 0, limit: 1 };
    expect(Object.keys((await storage.reads.audits(page))[0] ?? {}).sort()).toEqual(
      [...Object.keys(audit()), "sequence"].sort(),
    );
    const small = await wholeHistory(storage, { withLarge: false });
    for (const [index, { difference }] of small.entries()) {
      expect([found.toReversed()[index]?.difference, "large"]).toContainEqual(difference);
    }
    await storage.commit(batchOf([{ kind: "audits.removed", environmentId: 1, through: 12 }]));
    expect(await wholeHistory(storage, {})).toHaveLength(found.length - 12);
    await storage.close();
  });

  test("a reason belongs to all audits of its step, and ends with the first of them", async () => {
    using medium = kind.make();
    const { storage } = await medium.open();
    await storage.commit(batchOf(foundation));
    const values = Array.from({ length: 600 }, (_each, index) => String(index));
    const of = (step: number, reason: string): Change => {
      const { value: _, ...shared } = audit({ undo: undo({ kind: "flipped" }, { step }), reason });
      return { kind: "audits.recorded", audits: { ...shared, values } };
    };
    const reasons = strangeTexts.map((reason, index): Change => {
      const one = audit({ undo: undo({ kind: "none" }, { step: 1_202 + index }), reason });
      return { kind: "audit.recorded", audit: one };
    });
    const without = audit({ undo: undo({ kind: "none" }, { step: 1 }) });
    await storage.commit(
      batchOf([of(1, "first"), of(601, "second"), { kind: "audit.recorded", audit: without }]),
    );
    await storage.commit(batchOf(reasons));
    const reasonsOf = async (query: Partial<HistoryQuery>) => {
      const audits = await wholeHistory(storage, query);
      return audits.toReversed().map(({ reason }) => reason);
    };
    const repeated = (count: number, reason: string | null) =>
      Array.from({ length: count }, () => reason);
    const rest = ["first", ...strangeTexts];
    const all = [...repeated(600, "first"), ...repeated(600, "second"), ...rest];
    expect(await reasonsOf({})).toEqual(all);
    expect(await reasonsOf({ keys: ["feature-1"], after: 599, before: 602 })).toEqual([
      "first",
      "second",
    ]);
    const page = { environmentId: 1, keys: null, latestMax: null, offset: 0, limit: 1 };
    expect((await storage.reads.audits(page))[0]).not.toHaveProperty("reason");
    await storage.commit(
      batchOf([
        { kind: "audits.removed", environmentId: 1, through: 700 },
        { kind: "audit.recorded", audit: audit({ reason: "lost" }) },
        { kind: "audits.removed", environmentId: 1, through: 702 },
      ]),
    );
    expect(await reasonsOf({ before: 1_201 })).toEqual(repeated(498, null));
    await storage.close();
  });

  test.each([[null], [["feature-1"]]])(
    "values that are expressions are left out on request, also of the features %p",
    async (keys) => {
      using medium = kind.make();
      const { storage } = await medium.open();
      await storage.commit(batchOf(foundation));
      const written = [
        audit({ action: "enable_expression", value: '{"Any":[true]}' }),
        audit({ action: "disable_expression" }),
        audit({ action: "enable_actor", value: "User;é🎉" }),
      ];
      await storage.commit(
        batchOf(written.map((each): Change => ({ kind: "audit.recorded", audit: each }))),
      );
      const valuesOf = async (withExpressions: boolean) =>
        (await wholeHistory(storage, { keys, withExpressions })).map(({ value }) => value);
      expect(await valuesOf(true)).toEqual(["User;é🎉", null, '{"Any":[true]}']);
      expect(await valuesOf(false)).toEqual(["User;é🎉", null, null]);
      await storage.close();
    },
  );

  test.each([60, 1_023, 1_100, 2_600])(
    "of %i audits, every filter finds its own",
    async (length) => {
      using medium = kind.make();
      const { storage } = await medium.open();
      await storage.commit(batchOf(foundation));
      const audits = Array.from({ length }, (_, index) => randomAudit(index));
      await storage.commit(
        batchOf(audits.map((each): Change => ({ kind: "audit.recorded", audit: each }))),
      );
      await fc.assert(
        fc.asyncProperty(filters(length), async (query) => {
          const expected = audits
            .map((each, index) => ({ ...each, sequence: index + 1 }))
            .flatMap((each) => (matches(each, query) ? each.sequence : []))
            .toReversed();
          const found = await wholeHistory(storage, query);
          expect(found.map(({ sequence }) => sequence)).toEqual(expected);
        }),
        { numRuns: 40, ...seeded },
      );
      await storage.close();
    },
  );

  test("one call reads a limited number of audits, and says where the next one goes on", async () => {
    using medium = kind.make();
    const { storage } = await medium.open();
    await storage.commit(batchOf(foundation));
    const { value: _, ...shared } = audit({ undo: undo({ kind: "flipped" }) });
    const values = Array.from({ length: historyScanMax + 10 }, (_each, index) => String(index));
    await storage.commit(
      batchOf([
        { kind: "audit.recorded", audit: audit({ action: "create" }) },
        { kind: "audits.recorded", audits: { ...shared, action: "enable_actor", values } },
      ]),
    );
    const rare = { ...everything, actions: ["create"] } as const;
    const { audits, next } = await storage.reads.history(rare);
    expect({ audits, hasNext: next !== null }).toEqual({ audits: [], hasNext: true });
    const found = await wholeHistory(storage, rare);
    expect(found.map(({ sequence }) => sequence)).toEqual([1]);
    await storage.close();
  });

  test("the time of the newest audit of each feature is found", async () => {
    using medium = kind.make();
    const { storage } = await medium.open();
    await storage.commit(batchOf(foundation));
    const audits = Array.from({ length: 2_600 }, (_, index) => randomAudit(index));
    await storage.commit(
      batchOf(audits.map((each): Change => ({ kind: "audit.recorded", audit: each }))),
    );
    const keys = ["a", "b", "early", "unknown"];
    const times = await storage.reads.latestAuditTimes({ environmentId: 1, keys });
    expect([...times].sort()).toEqual(
      keys
        .flatMap((key): [string, number][] => {
          const newest = audits.findLast(({ featureKey }) => featureKey === key);
          return newest === undefined ? [] : [[key, newest.createdAt]];
        })
        .sort(),
    );
    expect(await storage.reads.latestAuditTimes({ environmentId: 999, keys })).toEqual(new Map());
    await storage.close();
  });
}

function randomAudit(index: number): Audit {
  return audit({
    featureKey: index === 3 ? "early" : (["a", "b", "c"][index % 3] ?? ""),
    action: index % 5 === 0 ? "enable" : "clear",
    actor: { type: index % 2 === 0 ? "Token" : "User", id: String(index % 4) },
    createdAt: 1_000 + index - (index % 7),
    undo: undo({ kind: "flipped" }, { step: index + 1 }),
  });
}

function filters(length: number) {
  const time = fc.option(fc.integer({ min: 990, max: 1_010 + length }));
  const sequence = fc.integer({ min: 0, max: length + 3 });
  return fc.record({
    keys: fc.option(fc.subarray(["a", "b", "early", "unknown"])),
    actions: fc.option(fc.subarray(["enable", "clear", "mirror"] as const)),
    actor: fc.option(
      fc.constantFrom({ type: "Token", id: "2" }, { type: "User", id: "2" } as const),
    ),
    from: time,
    to: time,
    before: sequence,
    after: sequence,
    limit: fc.constantFrom(1, 7, 1_000),
  }) as fc.Arbitrary<Partial<HistoryQuery>>;
}

function matches(
  { sequence, ...each }: Audit & { sequence: number },
  { keys, actions, actor, from, to, before = 0, after = 0 }: Partial<HistoryQuery>,
): boolean {
  return (
    sequence < before &&
    sequence > after &&
    (keys?.includes(each.featureKey) ?? true) &&
    (actions?.includes(each.action) ?? true) &&
    (actor == null || (actor.type === each.actor.type && actor.id === each.actor.id)) &&
    (from == null || each.createdAt >= from) &&
    (to == null || each.createdAt < to)
  );
}
