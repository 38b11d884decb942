import type { Change } from "../../core/model/change.ts";
import type { State } from "../../core/model/state.ts";
import { yieldToEventLoop } from "../../core/scheduling/event-loop-slice.ts";
import type { CommitListener, CommitOrigin, ReloadListener } from "./writer.ts";

export const ownCommit: CommitOrigin = { isOwn: true };
export const foreignCommit: CommitOrigin = { isOwn: false };

/** With more changes than this, each listener runs in its own iteration of the event loop. */
const changesPerTurnMax = 1_000;

/** Commit listeners. A throwing listener does not stop the others. */
export class CommitListeners {
  readonly #onFailure: (error: unknown) => void;
  readonly #ofCommits = new Set<CommitListener>();
  readonly #ofReloads = new Set<ReloadListener>();

  constructor(onFailure: (error: unknown) => void) {
    this.#onFailure = onFailure;
  }

  /** Returns a function that removes it. The same listener may be added twice. */
  add(listener: CommitListener): () => void {
    const added: CommitListener = (...commit) => listener(...commit);
    this.#ofCommits.add(added);
    return () => void this.#ofCommits.delete(added);
  }

  addForReloads(listener: ReloadListener): () => void {
    const added: ReloadListener = (state) => listener(state);
    this.#ofReloads.add(added);
    return () => void this.#ofReloads.delete(added);
  }

  async notify(changes: readonly Change[], state: State, origin: CommitOrigin): Promise<void> {
    for (const listener of this.#ofCommits) {
      if (changes.length > changesPerTurnMax) {
        await yieldToEventLoop();
      }
      this.#call(() => listener(changes, state, origin));
    }
  }

  notifyNow(changes: readonly Change[], state: State, origin: CommitOrigin): void {
    for (const listener of this.#ofCommits) {
      this.#call(() => listener(changes, state, origin));
    }
  }

  async notifyReload(state: State): Promise<void> {
    for (const listener of this.#ofReloads) {
      await yieldToEventLoop();
      this.#call(() => listener(state));
    }
  }

  /** Reports in a microtask, so that the commands are answered even if `onFailure` throws. */
  #call(listener: () => void): void {
    try {
      listener();
    } catch (error) {
      queueMicrotask(() => this.#onFailure(error));
    }
  }
}
