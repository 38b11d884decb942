import type { RecordedAct } from "../../core/model/act.ts";
import type { Change } from "../../core/model/change.ts";
import type { StorageReads } from "../storage.ts";

const actsPerPage = 500;

/** The name in the hashes of the source, which copied hashes must keep. */
export async function identity(reads: StorageReads): Promise<Change> {
  const { installation } = await reads.chainEnds();
  return { kind: "installation.identified", id: installation };
}

/** The signing keys and all acts, in pages. */
export async function* recordChanges(reads: StorageReads): AsyncGenerator<readonly Change[], void> {
  const keys = await reads.signingKeys();
  if (keys.length > 0) {
    yield keys.map((key): Change => ({ kind: "signing_key.saved", key }));
  }
  for await (const acts of actPages(reads)) {
    yield [{ kind: "acts.copied", acts }];
  }
}

/** All acts, oldest first. */
export async function* actPages(reads: StorageReads): AsyncGenerator<readonly RecordedAct[], void> {
  for (let after = 0; ; ) {
    const before = Number.MAX_SAFE_INTEGER;
    const acts = await reads.acts({ after, before, limit: actsPerPage, isOldestFirst: true });
    const last = acts.at(-1);
    if (last === undefined) {
      return;
    }
    yield acts;
    after = last.n;
  }
}

/** Whether a copy has the same keys, acts and ends of chains; it may have later acts. */
export async function sameRecord(source: StorageReads, copy: StorageReads): Promise<boolean> {
  if (!Bun.deepEquals(await source.signingKeys(), await copy.signingKeys())) {
    return false;
  }
  for await (const acts of actPages(source)) {
    const after = (acts[0]?.n ?? 1) - 1;
    const before = after + acts.length + 1;
    const others = await copy.acts({ after, before, limit: acts.length, isOldestFirst: true });
    if (!Bun.deepEquals(acts, others)) {
      return false;
    }
  }
  const [ends, copied] = await Promise.all([source.chainEnds(), copy.chainEnds()]);
  return ends.environments.every(({ environment, sequence, hash }) => {
    const end = copied.environments.find((each) => each.environment === environment);
    return hash === null || (end?.sequence === sequence && end.hash === hash);
  });
}
