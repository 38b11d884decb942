import type { Toggle } from "../core/evaluation/toggle.ts";
import type { ClientOptions, ClientStatus, ListChange } from "./client-types.ts";
import type { NoteFailure } from "./failures.ts";
import { adoptUnchanged, type FeatureList, readFeatureList } from "./feature-list.ts";
import type { GateFinder } from "./gate-finder.ts";
import type { ListSink } from "./list-poller.ts";
import { createListeners, type Listeners } from "./listeners.ts";
import { createListSaver, loadList } from "./saved-list.ts";

/** The last valid list, with its source and its age. */
export interface CurrentList extends ListSink {
  toggles(): ReadonlyMap<string, Toggle>;
  status(): ClientStatus;
  /** Loads the saved list, unless the server was faster. Does not reject. */
  load(): Promise<void>;
  /** Accepts no other list. Resolves when the current one is saved. */
  close(): Promise<void> | undefined;
  readonly changes: Listeners<ListChange>;
  readonly statuses: Listeners<ClientStatus>;
}

/** `failures` returns a function for failures of one kind. */
export function createCurrentList(
  { store }: ClientOptions,
  now: () => number,
  failures: () => NoteFailure,
  { prepare }: Pick<GateFinder, "prepare">,
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
  let isClosed = false;

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
    if (isClosed) {
      return;
    }
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
    saver?.confirm(revision, confirmedAt);
    setStatus("server");
  }

  async function loadSaved(): Promise<void> {
    const saved = store && (await loadList(store));
    const next = saved && (await prepare(readFeatureList(saved.answer)));
    if (next && source === "none") {
      adopt(next, saved.revision, () => {
        confirmedAt = saved.confirmedAt;
        setStatus("store", failure);
      });
    }
  }

  return {
    changes,
    statuses,
    status,
    confirm,
    toggles: () => list,
    async receive(answer, revision) {
      const next = await prepare(readFeatureList(JSON.parse(answer)));
      saver?.receive(answer);
      adopt(next, revision, confirm);
    },
    fail(error) {
      noteList(error);
      setStatus(source, messageOf(error));
    },
    load: () => loadSaved().catch(noteStore),
    close() {
      isClosed = true;
      return saver?.settled();
    },
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
