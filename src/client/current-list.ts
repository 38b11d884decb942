import type { Toggle } from "../toggles/toggle.ts";
import type { ClientOptions, ClientStatus, ListChange } from "./client-types.ts";
import type { NoteFailure } from "./failures.ts";
import { adoptUnchanged, type FeatureList, readFeatureList } from "./feature-list.ts";
import type { ListSink } from "./list-poller.ts";
import { createListeners, type Listeners } from "./listeners.ts";
import { createListSaver, loadList } from "./saved-list.ts";

/** Saving again keeps the age that is saved right to an hour. */
const saveAgainMs = 3_600_000;

/** The last good list, with its source and its age. */
export interface CurrentList extends ListSink {
  toggles(): ReadonlyMap<string, Toggle>;
  status(): ClientStatus;
  /** Takes the saved list, unless the server was faster. Does not reject. */
  load(): Promise<void>;
  /** Resolves when the list is saved. */
  saved(): Promise<void> | undefined;
  readonly changes: Listeners<ListChange>;
  readonly statuses: Listeners<ClientStatus>;
}

/** `failures` returns a function for failures of one kind. */
export function createCurrentList(
  { store }: ClientOptions,
  now: () => number,
  failures: () => NoteFailure,
): CurrentList {
  const [noteList, noteStore, noteListener] = [failures(), failures(), failures()];
  const changes = createListeners<ListChange>(noteListener);
  const statuses = createListeners<ClientStatus>(noteListener);
  const saver = store && createListSaver(store, noteStore);
  let list: FeatureList = new Map();
  let source: ClientStatus["source"] = "none";
  let revision: number | null = null;
  let confirmedAt = 0;
  let failure: string | undefined;
  /** Kept to save it again; empty without a store. */
  let lastAnswer = "";
  let savedAt = 0;

  const status = (): ClientStatus => ({
    source,
    ageMs: source === "none" ? null : Math.max(now() - confirmedAt, 0),
    revision,
    error: failure,
  });

  function setStatus(nextSource: typeof source, nextFailure?: string): void {
    const isOther =
      source !== nextSource || (failure === undefined) !== (nextFailure === undefined);
    source = nextSource;
    failure = nextFailure;
    if (isOther) {
      statuses.call(status());
    }
  }

  function adopt(next: FeatureList, nextRevision: number | null, settle: () => void): void {
    const keys = adoptUnchanged(list, next);
    list = next;
    revision = nextRevision;
    settle();
    if (keys.length > 0) {
      changes.call({ keys, revision });
    }
  }

  function confirm(): void {
    confirmedAt = now();
    noteList();
    if (saver && confirmedAt - savedAt >= saveAgainMs) {
      savedAt = confirmedAt;
      saver.save(lastAnswer, revision, confirmedAt);
    }
    setStatus("server");
  }

  return {
    changes,
    statuses,
    status,
    confirm,
    toggles: () => list,
    receive(answer, told) {
      const next = readFeatureList(JSON.parse(answer));
      if (saver) {
        lastAnswer = answer;
        savedAt = Number.NEGATIVE_INFINITY;
      }
      adopt(next, told, confirm);
    },
    fail(error) {
      noteList(error);
      setStatus(source, error instanceof Error ? error.message : String(error));
    },
    async load() {
      try {
        const saved = store && (await loadList(store));
        if (saved && source === "none") {
          adopt(readFeatureList(saved.answer), saved.revision, () => {
            confirmedAt = saved.confirmedAt;
            setStatus("store", failure);
          });
        }
      } catch (error) {
        noteStore(error);
      }
    },
    saved: () => saver?.settled(),
  };
}
