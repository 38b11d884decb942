import type { ClientStore } from "./client-types.ts";

/** Saving again keeps the saved age correct to an hour. */
const saveAgainMs = 3_600_000;

/** A saved list. */
export interface SavedList {
  /** When a server confirmed it, in milliseconds since the epoch. */
  readonly confirmedAt: number;
  readonly revision: number | null;
  /** The answer of GET /features, parsed. */
  readonly answer: unknown;
}

export interface ListSaver {
  /** Takes another answer of GET /features, and saves it when it is confirmed. */
  receive(answer: string): void;
  /** Saves a new answer, and an unchanged one once an hour. If several wait, it saves the last one. */
  confirm(revision: number | null, confirmedAt: number): void;
  /** Resolves when no save is pending. */
  settled(): Promise<void>;
}

/** Undefined without a saved list. Rejects if the store fails, or holds something else. */
export async function loadList(store: ClientStore): Promise<SavedList | undefined> {
  const text = await store.load();
  if (text === null || text === undefined) {
    return undefined;
  }
  const { confirmedAt, revision, answer }: Readonly<Record<string, unknown>> = JSON.parse(text);
  return { confirmedAt: Number(confirmedAt) || 0, revision: Number(revision) || null, answer };
}

/** Reports failures of the store to `fail`; they have no other effect. */
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
