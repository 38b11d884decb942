import { proofFormat } from "../../core/model/checkpoint.ts";
import type { StorageReads } from "../../storage/storage.ts";

const recordsPerRead = 500;

/**
 * All records with their hashes as lines of JSON, which `gatehouse audit verify` checks: a head, acts,
 * public keys, environments, audits and an end. Commits go on, so the audits end where the chains
 * ended at the head.
 */
export async function* proofLines(reads: StorageReads): AsyncGenerator<string, void> {
  const { installation, acts, environments } = await reads.chainEnds();
  yield `${JSON.stringify({ type: "head", format: proofFormat, installation })}\n`;
  for (let after = 0; after < acts.sequence; ) {
    const before = Math.min(acts.sequence, after + recordsPerRead) + 1;
    const page = await reads.acts({ after, before, limit: recordsPerRead, isOldestFirst: true });
    yield page.map((value) => lineOf("act", value)).join("");
    after = before - 1;
  }
  for (const { id, publicKey } of await reads.signingKeys()) {
    yield lineOf("key", { id, publicKey });
  }
  for (const { environment: id, removed } of environments) {
    yield lineOf("environment", { id, removed });
  }
  for (const { environment: environmentId, sequence: end, removed } of environments) {
    for (let after = removed.sequence; after < end; after += recordsPerRead) {
      const limit = Math.min(recordsPerRead, end - after);
      const page = await reads.chainedAudits({ environmentId, after, limit });
      yield page.map((value) => lineOf("audit", value)).join("");
    }
  }
  yield lineOf("end", null);
}

function lineOf(type: string, value: unknown): string {
  return `${JSON.stringify({ type, value })}\n`;
}
