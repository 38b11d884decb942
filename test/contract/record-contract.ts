import { expect, test } from "bun:test";
import type { RecordedAct } from "../../src/core/model/act.ts";
import type { Change } from "../../src/core/model/change.ts";
import {
  actHash,
  auditHash,
  bytesOfHex,
  chainStart,
  hexOf,
} from "../../src/storage/chain/chain-hash.ts";
import type { ChainedAudit } from "../../src/storage/record-reads.ts";
import type { StorageReads } from "../../src/storage/storage.ts";
import { batchOf } from "./batch-of.ts";
import { recorded, signingKey } from "./record-examples.ts";
import { audit, environment, foundation, fullGates, strangeTexts } from "./sample-entities.ts";
import type { MediumKind } from "./storage-contract.ts";

const allActs = { after: 0, before: Number.MAX_SAFE_INTEGER, limit: 1_000, isOldestFirst: true };

function expectChained(acts: readonly RecordedAct[]): void {
  let previous = chainStart;
  for (const [index, act] of acts.entries()) {
    expect(act.n).toBe(index + 1);
    previous = actHash(previous, act);
    expect(act.hash).toBe(hexOf(previous));
  }
}

function chainOf(installation: string, audits: readonly ChainedAudit[], start = chainStart) {
  let previous = start;
  return audits.map((each) => {
    previous = auditHash(previous, installation, each);
    return hexOf(previous);
  });
}

async function chainedAudits(reads: StorageReads, environmentId = 1) {
  const { installation } = await reads.chainEnds();
  const audits = await reads.chainedAudits({ environmentId, after: 0, limit: 1_000 });
  return { installation, audits };
}

function audited(values: Parameters<typeof audit>[0]): Change {
  return { kind: "audit.recorded", audit: audit(values) };
}

/** Tests of acts, signing keys and chains, for every adapter. */
export function recordContract(kind: MediumKind): void {
  async function opened(changes: readonly Change[]) {
    const medium = kind.make();
    const { storage } = await medium.open();
    await storage.commit(batchOf(foundation));
    await storage.commit(batchOf(changes));
    return Object.assign(medium, { storage, reads: storage.reads });
  }

  test("numbers acts over commits, and chains each to the one before", async () => {
    using medium = await opened(strangeTexts.map((text) => recorded({ details: { text } })));
    await medium.storage.commit(batchOf([recorded(), recorded({ reason: "\ud800" })]));
    const acts = await medium.reads.acts(allActs);
    expect(acts).toHaveLength(strangeTexts.length + 2);
    expectChained(acts);
    const { acts: end } = await medium.reads.chainEnds();
    expect(end).toEqual({ sequence: acts.length, hash: acts.at(-1)?.hash ?? "" });
    await medium.storage.close();
  });

  test("reads acts of a range, latest first or oldest first", async () => {
    using medium = await opened(Array.from({ length: 6 }, () => recorded()));
    const range = { after: 1, before: 6, limit: 3 };
    expect((await medium.reads.acts(range)).map(({ n }) => n)).toEqual([5, 4, 3]);
    const oldest = await medium.reads.acts({ ...range, isOldestFirst: true });
    expect(oldest.map(({ n }) => n)).toEqual([2, 3, 4]);
    await medium.storage.close();
  });

  test("stores signing keys, and replaces one of the same id", async () => {
    const keys = [signingKey("a"), signingKey("b", { createdAt: 2 })];
    using medium = await opened(keys.map((key) => ({ kind: "signing_key.saved", key })));
    const replaced = signingKey("a", { replacedAt: 2, sealed: "other" });
    await medium.storage.commit(batchOf([{ kind: "signing_key.saved", key: replaced }]));
    expect(await medium.reads.signingKeys()).toEqual([replaced, signingKey("b", { createdAt: 2 })]);
    await medium.storage.close();
  });

  if (kind.hashesAudits === false) {
    return;
  }

  test("chains the audits of each environment", async () => {
    const undo = { featureId: 1, step: 1, difference: { kind: "flipped" } } as const;
    using medium = await opened([
      ...strangeTexts.map((text) => audited({ featureKey: text, value: text, reason: text })),
      audited({ undo: { ...undo, difference: { kind: "dropped", gates: fullGates } } }),
      {
        kind: "audits.recorded",
        audits: { ...audit(), undo, reason: "many", values: ["a", null, "b"] },
      },
    ]);
    await medium.storage.commit(batchOf([audited({ undo: { ...undo, step: 999, target: 3 } })]));
    const { installation, audits } = await chainedAudits(medium.reads);
    expect(installation).not.toBe("");
    expect(audits).toHaveLength(strangeTexts.length + 5);
    expect(audits.map(({ hash }) => hash)).toEqual(chainOf(installation, audits));
    const { environments } = await medium.reads.chainEnds();
    expect(environments).toEqual([
      {
        environment: 1,
        sequence: audits.length,
        hash: audits.at(-1)?.hash ?? "",
        removed: { sequence: 0, hash: null },
      },
    ]);
    await medium.storage.close();
  });

  test("chains the next audit to the last removed one, whose hash the act has", async () => {
    using medium = await opened([1, 2, 3].map((n) => audited({ value: String(n) })));
    const { installation, audits } = await chainedAudits(medium.reads);
    await medium.storage.commit(
      batchOf([
        recorded({ kind: "audits.removed", sealed: { environmentId: 1, sequence: 2 } }),
        { kind: "audits.removed", environmentId: 1, through: 2 },
      ]),
    );
    const removed = { sequence: 2, hash: audits[1]?.hash ?? "" };
    const [act] = await medium.reads.acts(allActs);
    expect(JSON.parse(act?.body ?? "")).toMatchObject({ head: removed });
    await medium.storage.commit(
      batchOf([{ kind: "audits.removed", environmentId: 1, through: 3 }, audited({})]),
    );
    const rest = await chainedAudits(medium.reads);
    const start = bytesOfHex(audits[2]?.hash ?? "");
    expect(rest.audits.map(({ hash }) => hash)).toEqual(chainOf(installation, rest.audits, start));
    const { environments } = await medium.reads.chainEnds();
    expect(environments[0]?.removed).toEqual({ sequence: 3, hash: audits[2]?.hash ?? "" });
    await medium.storage.close();
  });

  test("adds the end of its chain to the act of a deleted environment", async () => {
    const other = environment(50);
    using medium = await opened([
      { kind: "environment.created", environment: other },
      audited({ environmentId: 50 }),
    ]);
    const { installation } = await medium.reads.chainEnds();
    const [first] = (await chainedAudits(medium.reads, 50)).audits;
    await medium.storage.commit(
      batchOf([
        audited({ environmentId: 50, value: "2" }),
        recorded({ kind: "environment.deleted", sealed: { environmentId: 50 } }),
        { kind: "environment.deleted", environmentId: 50 },
      ]),
    );
    const [act] = await medium.reads.acts(allActs);
    const hash = auditHash(bytesOfHex(first?.hash ?? ""), installation, {
      ...(first ?? expect.unreachable()),
      sequence: 2,
      value: "2",
    });
    expect(JSON.parse(act?.body ?? "")).toMatchObject({
      head: { sequence: 2, hash: hexOf(hash) },
    });
    await medium.storage.close();
  });

  test("keeps the hashes of copied records, and continues them", async () => {
    const hash = "ab".repeat(32);
    using medium = await opened([
      { kind: "installation.identified", id: "other" },
      { kind: "audits.removed", environmentId: 1, through: 7, hash: "cd".repeat(32) },
      { kind: "audit.recorded", audit: { ...audit(), hash } },
      { kind: "acts.copied", acts: [{ n: 1, at: 5, body: "{}", hash }] },
    ]);
    await medium.storage.commit(batchOf([audited({}), recorded()]));
    const { installation, audits } = await chainedAudits(medium.reads);
    const last = audits[1] ?? expect.unreachable();
    expect(installation).toBe("other");
    expect(audits.map(({ sequence }) => sequence)).toEqual([8, 9]);
    expect(audits[0]?.hash).toBe(hash);
    expect(last.hash).toBe(hexOf(auditHash(bytesOfHex(hash), "other", last)));
    const acts = await medium.reads.acts(allActs);
    const second = acts[1] ?? expect.unreachable();
    expect(second.hash).toBe(hexOf(actHash(bytesOfHex(hash), second)));
    await medium.storage.close();
  });
}
