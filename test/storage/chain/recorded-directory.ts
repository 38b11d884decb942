import { hostedGroupPolicy } from "../../../src/app/commands/hosted-group-policy.ts";
import { createServices, type Services } from "../../../src/app/services/services.ts";
import type { SignedCheckpoint } from "../../../src/core/model/checkpoint.ts";
import type { GateDifference } from "../../../src/core/model/gate-difference.ts";
import { openSqliteStorage } from "../../../src/storage/sqlite/sqlite-storage.ts";
import { memoryKey } from "../../../src/webhooks/secrets/key-source.ts";
import { SecretVault } from "../../../src/webhooks/secrets/secret-vault.ts";
import { audit, environment } from "../../contract/sample-entities.ts";

export const vault = new SecretVault(memoryKey());
let clock = 1_700_000_000_000;

/** The services of a data directory, without a server. */
export async function openRecorded(directory: string, keys = vault): Promise<Services> {
  const now = () => clock++;
  const services = createServices({
    opened: { ...(await openSqliteStorage(directory)), now },
    groupPolicy: hostedGroupPolicy,
    checkInputs: { now, random: Math.random, crc32: Bun.hash.crc32 },
    onFault: (error) => {
      throw error;
    },
    removesOldAudits: false,
    isStart: false,
    vault: keys,
  });
  await services.ready;
  return services;
}

const large: GateDifference = {
  kind: "changed",
  patch: {
    actors: { added: Array.from({ length: 400 }, (_, index) => `User;${index}`), removed: [] },
  },
};
const differences: readonly GateDifference[] = [
  { kind: "flipped" },
  { kind: "created" },
  { kind: "percentage", before: 5 },
  large,
];

export function recordAudits({ writer }: Services, environmentId: number, count: number) {
  return writer.submit((draft) => {
    for (let index = 0; index < count; index++) {
      const step = draft.stepOf(environmentId);
      draft.record({
        kind: "audit.recorded",
        audit: {
          ...audit({ environmentId, featureKey: `feature-${index}`, value: `User;${index}` }),
          createdAt: draft.now,
          undo: {
            featureId: index,
            step,
            target: index + 1,
            difference: differences[index % differences.length] ?? { kind: "none" },
          },
          ...(index % 3 === 0 ? { reason: `Reason ${index}` } : {}),
        },
      });
    }
  });
}

/**
 * Fills a directory: two environments with audits, of which one has lost its oldest ones, a deleted
 * environment, acts, and two checkpoints, which it returns.
 */
export async function fillRecorded(directory: string): Promise<readonly SignedCheckpoint[]> {
  const services = await openRecorded(directory);
  const { writer, checkpoints } = services;
  const sign = async () => (await checkpoints?.sign()) ?? [];
  await writer.submit((draft) => {
    draft.record({ kind: "environment.created", environment: environment(2, { slug: "staging" }) });
    draft.record({ kind: "environment.created", environment: environment(3, { slug: "old" }) });
  });
  for (const id of [1, 2, 3]) {
    await recordAudits(services, id, 12);
  }
  const signed = [await sign()].flat();
  await writer.submit((draft) => {
    draft.author = "User 1";
    draft.record({ kind: "audits.removed", environmentId: 2, through: 5 });
    draft.record({ kind: "environment.deleted", environmentId: 3 });
    for (const name of ["a", "b", "c", "d", "e", "f"]) {
      draft.record({ kind: "group.added", projectId: 1, name });
    }
  });
  await recordAudits(services, 1, 12);
  signed.push(...[await sign()].flat());
  await services.close();
  return signed;
}

/** Adds audits and a third checkpoint, which it returns. */
export async function continueRecorded(directory: string): Promise<readonly SignedCheckpoint[]> {
  const services = await openRecorded(directory);
  await recordAudits(services, 1, 12);
  await recordAudits(services, 2, 12);
  const signed = await services.checkpoints?.sign();
  await services.close();
  return signed === undefined ? [] : [signed];
}
