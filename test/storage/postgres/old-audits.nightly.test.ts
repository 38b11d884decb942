import { describe, expect, test } from "bun:test";
import { SQL } from "bun";
import { auditHash, bytesOfHex, chainStart, hexOf } from "../../../src/storage/chain/chain-hash.ts";
import { batchOf } from "../../contract/batch-of.ts";
import { PostgresMedium } from "../../contract/postgres-medium.ts";
import { audit, foundation, strangeTexts } from "../../contract/sample-entities.ts";
import { isPostgresMissing } from "../../helpers/postgres-server.ts";

describe.skipIf(isPostgresMissing)("with PostgreSQL", () => {
  test("audits without hashes, of servers of an earlier version, are hashed at a start", async () => {
    using medium = new PostgresMedium();
    const recorded = (value: string) =>
      ({ kind: "audit.recorded", audit: audit({ value, reason: value }) }) as const;
    const first = await medium.open();
    await first.storage.commit(batchOf(foundation));
    const many = Array.from({ length: 1_200 }, (_, index) => String(index));
    await first.storage.commit(batchOf([...strangeTexts, ...many].map(recorded)));
    await first.storage.close();
    await using client = new SQL(await medium.url(), { max: 1 });
    await client`update audits set hash = null where sequence > 5`;
    const second = await medium.open();
    await second.storage.commit(batchOf([recorded("later")]));
    await expectChained(second.storage.reads, 0);
    await second.storage.commit(
      batchOf([{ kind: "audits.removed", environmentId: 1, through: 9 }]),
    );
    await second.storage.close();
    await client`update audits set hash = null`;
    await client`update environments set removed_hash = null`;
    const third = await medium.open();
    await expectChained(third.storage.reads, 9);
    await third.storage.close();
  }, 180_000);

  test("a server that finds no hash before its audits stores them without one", async () => {
    using medium = new PostgresMedium();
    const { storage } = await medium.open();
    await storage.commit(batchOf(foundation));
    await using client = new SQL(await medium.url(), { max: 1 });
    await client`insert into audits (environment_id, sequence, created_at, action, actor_type,
      actor_id, feature_key) values (2, 1, 0, 'create', 'User', '1', 'x')`;
    await client`update environments set last_audit = 1 where id = 2`;
    await storage.close();
    const reopened = await medium.open();
    await reopened.storage.commit(
      batchOf([{ kind: "audit.recorded", audit: audit({ environmentId: 2 }) }]),
    );
    const { reads } = reopened.storage;
    const audits = await reads.chainedAudits({ environmentId: 2, after: 0, limit: 10 });
    expect(audits.every(({ hash }) => hash !== null)).toBe(true);
    await reopened.storage.close();
  }, 180_000);
});

async function expectChained(
  reads: Awaited<ReturnType<PostgresMedium["open"]>>["storage"]["reads"],
  after: number,
): Promise<void> {
  const { installation, environments } = await reads.chainEnds();
  const removed = environments[0]?.removed;
  expect(removed?.sequence).toBe(after);
  let previous = removed?.hash == null ? chainStart : bytesOfHex(removed.hash);
  for (const each of await reads.chainedAudits({ environmentId: 1, after: 0, limit: 5_000 })) {
    previous = auditHash(previous, installation, each);
    expect(each.hash).toBe(hexOf(previous));
  }
}
