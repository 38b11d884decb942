import type { Change } from "../../core/model/change.ts";
import type { State } from "../../core/model/state.ts";
import { type CommitEvent, commitEventOf } from "./commit-event.ts";

/** Reports commits; the writer implements it. */
export interface CommitSource {
  readonly state: State;
  /** Returns a function that ends the calls. */
  onCommit(listener: (changes: readonly Change[], state: State) => void): () => void;
  /** Calls the listener when the whole state was replaced. Returns a function that ends the calls. */
  onReload(listener: (state: State) => void): () => void;
}

const windowDefault = 1_000;

/**
 * The latest commits, from which a client that was briefly disconnected gets the missed events. It is
 * bounded: after a longer time, the client must reload everything.
 */
export class CommitWindow {
  readonly #events: CommitEvent[] = [];
  /** When each of the events was committed, in milliseconds since the epoch. */
  readonly #times: number[] = [];
  readonly #now: () => number;
  readonly #listeners = new Set<() => void>();
  readonly #size: number;
  readonly #ignore: readonly (() => void)[];
  #sequence = 0;

  /** `now` is in milliseconds since the epoch. */
  constructor(source: CommitSource, now: () => number, size: number = windowDefault) {
    this.#now = now;
    this.#size = size;
    this.#ignore = [
      source.onCommit((changes, state) => this.#commit(changes, state)),
      source.onReload(() => this.#dropAll()),
    ];
  }

  /** The sequence of the latest event; 0 before the first one. */
  get newest(): number {
    return this.#sequence;
  }

  /** Calls the listener whenever `newest` rises. Returns a function that ends the calls. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** The events after a sequence; undefined if some of them are dropped. */
  since(sequence: number): readonly CommitEvent[] | undefined {
    const oldest = this.#sequence - this.#events.length;
    const isKept = sequence >= oldest && sequence <= this.#sequence;
    return isKept ? this.#events.slice(sequence - oldest) : undefined;
  }

  /** The sequence of the latest event up to a time, or of the latest dropped event. */
  newestAt(time: number): number {
    const recent = this.#times.findLastIndex((committedAt) => committedAt <= time) + 1;
    return this.#sequence - this.#events.length + recent;
  }

  close(): void {
    for (const ignore of this.#ignore) {
      ignore();
    }
    this.#listeners.clear();
  }

  #commit(changes: readonly Change[], state: State): void {
    const event = commitEventOf(this.#sequence + 1, changes, state);
    if (event === undefined) {
      return;
    }
    this.#sequence = event.sequence;
    this.#events.push(event);
    this.#times.push(this.#now());
    if (this.#events.length > this.#size) {
      this.#events.shift();
      this.#times.shift();
    }
    this.#notify();
  }

  /** Makes all clients reload everything, because the changes are unknown. */
  #dropAll(): void {
    this.#sequence++;
    this.#events.length = 0;
    this.#times.length = 0;
    this.#notify();
  }

  #notify(): void {
    for (const listener of this.#listeners) {
      listener();
    }
  }
}
