import type { FeatureState, GateKey, ListedGates } from "../core/evaluation/gates.ts";

/** An actor of a check (docs/client.md#actors). */
export interface ClientActor {
  /** Usually `<type>;<id>`. */
  readonly flipperId: string;
  /** JSON values that expressions read. */
  readonly properties?: Readonly<Record<string, unknown>> | undefined;
  /** The groups of the actor, in addition to groups with a true predicate. */
  readonly groups?: readonly string[] | undefined;
}

/** One actor or several: ids, or actors with properties. Null and undefined mean no actor. */
export type ClientActors =
  | string
  | ClientActor
  | null
  | undefined
  | readonly (string | ClientActor | null | undefined)[];

/** Returns whether an actor is in a group. It must be synchronous. */
export type ClientGroup = (
  actor: Readonly<Required<Pick<ClientActor, "flipperId" | "properties">>>,
) => boolean;

/** Saves one text for the next start (docs/client.md#a-saved-copy). */
export interface ClientStore {
  /** The last saved text; null or undefined if there is none. */
  load(): Promise<string | null | undefined> | string | null | undefined;
  save(text: string): Promise<void> | void;
}

/** What the client needs from its runtime; tests replace it. */
export interface ClientRuntime {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** At least 0, below 1. */
  readonly random: () => number;
  /** Calls back once, after some milliseconds; returns a function that cancels the call. */
  readonly after: (ms: number, callback: () => unknown) => () => void;
}

export interface ClientOptions {
  /** The address of the server or of its API; without a path, `/adapter` is added. */
  readonly url: string;
  /** A token of the environment; a mountable server needs none. */
  readonly token?: string | undefined;
  /** More headers for every request, such as `Authorization` for a proxy. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly groups?: Readonly<Record<string, ClientGroup>> | undefined;
  /** Seconds between two requests of the list: 10, unless the option or the server asks for more. */
  readonly pollInterval?: number | undefined;
  /** Whether to follow the server's stream of changes, if it has one. */
  readonly stream?: boolean | undefined;
  readonly store?: ClientStore | undefined;
  /** False to count no evaluations. */
  readonly telemetry?: boolean | undefined;
  /** The maximum size of the list in bytes: 64 MiB unless given. */
  readonly maxBytes?: number | undefined;
  /** Called once for each kind of failure, and again only after a success in between. */
  readonly onError?: ((error: Error) => void) | undefined;
  readonly runtime?: Partial<ClientRuntime> | undefined;
}

/** The source and the age of the list (docs/client.md#how-old-answers-are). */
export interface ClientStatus {
  /** `none` until there is a list; until then every feature is disabled. */
  readonly source: "server" | "store" | "none";
  /** Milliseconds since a server confirmed the list; null without one. */
  readonly ageMs: number | null;
  /** The revision of the list; null if the server sent none. */
  readonly revision: number | null;
  /** Why the last read of the list failed; undefined after a success. */
  readonly error?: string | undefined;
}

/** The client has a different list. */
export interface ListChange {
  /** The new, changed and deleted features. */
  readonly keys: readonly string[];
  readonly revision: number | null;
}

/** A feature of the current list. */
export interface ListedFeature {
  readonly key: string;
  readonly state: FeatureState;
}

/** The result of a check of a known feature. */
export interface CheckedFeature {
  readonly enabled: boolean;
  /** The gate that matched; null if none did. */
  readonly gate: GateKey | null;
  readonly gates: ListedGates;
  readonly hasActors: boolean;
}

/** Counts how work ends with and without features, for guards of rollouts (docs/client.md#outcomes). */
export interface ClientOutcomes {
  /**
   * Runs work, and counts its end for each check that it makes: an error that it throws, or a promise
   * that rejects, is an error. Returns what the work returns.
   */
  run<Result>(name: string, work: () => Result): Result;
  /** Counts the work of the innermost `run` as an error, although it throws none. */
  fail(): void;
  /** Counts the end of work for the features that were checked for the first actor before. */
  track(
    name: string,
    actors: ClientActors,
    options?: { readonly error?: boolean | undefined },
  ): void;
}

/** Answers from the current list of features, in process (docs/client.md). No method throws. */
export interface Client {
  /** Whether a feature is enabled; an unknown one is disabled. */
  enabled(feature: string, actors?: ClientActors): boolean;
  /** As `enabled`, with the gate that matched; undefined for an unknown feature. */
  check(feature: string, actors?: ClientActors): CheckedFeature | undefined;
  /** All features of the list, in its order. */
  features(): readonly ListedFeature[];
  /** Resolves with the first list, from the server or the store, or when both have failed. */
  ready(): Promise<ClientStatus>;
  status(): ClientStatus;
  /** Calls back after each change of the list; returns a function that ends the calls. */
  onChange(listener: (change: ListChange) => void): () => void;
  /** Calls back when the source changes, and when reading the list starts to fail or works again. */
  onStatus(listener: (status: ClientStatus) => void): () => void;
  readonly outcomes: ClientOutcomes;
  /** Sends all counted evaluations and outcomes. */
  flush(): Promise<void>;
  /** Flushes, saves, and ends all requests. Later checks still use the current list. */
  close(): Promise<void>;
}
