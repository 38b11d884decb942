import type { ClientStore } from "./client-types.ts";

/** A list as it was saved. */
export interface SavedList {
  /** When a server confirmed it, in milliseconds since the epoch. */
  readonly confirmedAt: number;
  readonly revision: number | null;
  /** The answer of GET /features, parsed. */
  readonly answer: unknown;
}

export interface ListSaver {
  /** Saves the answer of GET /features; of several that wait the last one is saved. */
  save(answer: string, revision: number | null, confirmedAt: number): void;
  /** Resolves when nothing waits. */
  settled(): Promise<void>;
}

/** Undefined if nothing is saved. Rejects if the store fails, or holds something else. */
export async function loadList(store: ClientStore): Promise<SavedList | undefined> {
  const text = await store.load();
  if (text === null || text === undefined) {
    return undefined;
  }
  const { confirmedAt, revision, answer }: Readonly<Record<string, unknown>> = JSON.parse(text);
  return { confirmedAt: Number(confirmedAt) || 0, revision: Number(revision) || null, answer };
}

/** Failures of the store are told to `fail`, and change nothing else. */
export function createListSaver(store: ClientStore, fail: (error: unknown) => void): ListSaver {
  let waiting: string | undefined;
  let saving: Promise<void> | undefined;
  async function run(): Promise<void> {
    while (waiting !== undefined) {
      const text = waiting;
      waiting = undefined;
      try {
        await store.save(text);
      } catch (error) {
        fail(error);
      }
    }
    saving = undefined;
  }
  return {
    save(answer, revision, confirmedAt) {
      const head = JSON.stringify({ confirmedAt, revision });
      waiting = `${head.slice(0, -1)},"answer":${answer}}`;
      saving ??= run();
    },
    settled: () => saving ?? Promise.resolve(),
  };
}
