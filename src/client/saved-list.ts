import type { ClientStore } from "./client-types.ts";

/** Saving again keeps the age that is saved right to an hour. */
const saveAgainMs = 3_600_000;

/** A list as it was saved. */
export interface SavedList {
  /** When a server confirmed it, in milliseconds since the epoch. */
  readonly confirmedAt: number;
  readonly revision: number | null;
  /** The answer of GET /features, parsed. */
  readonly answer: unknown;
}

export interface ListSaver {
  /** Takes another answer of GET /features, which is saved when it is confirmed. */
  receive(answer: string): void;
  /** Saves a new answer, and an old one once an hour; of several that wait the last one is saved. */
  confirm(revision: number | null, confirmedAt: number): void;
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
  let lastAnswer = "";
  let savedAt = 0;
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
    receive(answer) {
      lastAnswer = answer;
      savedAt = Number.NEGATIVE_INFINITY;
    },
    confirm(revision, confirmedAt) {
      if (confirmedAt - savedAt >= saveAgainMs) {
        savedAt = confirmedAt;
        const head = JSON.stringify({ confirmedAt, revision });
        waiting = `${head.slice(0, -1)},"answer":${lastAnswer}}`;
        saving ??= run();
      }
    },
    settled: () => saving ?? Promise.resolve(),
  };
}
