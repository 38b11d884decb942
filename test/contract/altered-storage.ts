import type { Storage } from "../../src/storage/storage.ts";

/** A storage with some methods or reads replaced, such as by ones that fail. */
export function alteredStorage(
  storage: Storage,
  { reads, ...replaced }: Partial<Omit<Storage, "reads">> & { reads?: Partial<Storage["reads"]> },
): Storage {
  return {
    reads: { ...storage.reads, ...reads },
    commit: (batch) => storage.commit(batch),
    findCommit: (batchId) => storage.findCommit(batchId),
    probe: (kind) => storage.probe(kind),
    close: () => storage.close(),
    ...replaced,
  };
}
