import type { FeatureState, GateKey, ListedGates } from "../core/evaluation/gates.ts";

/** An actor of a check (docs/client.md#actors). */
export interface ClientActor {
  /** Usually `<type>;<id>`. */
  readonly flipperId: string;
  /** JSON values that expressions read. */
  readonly properties?: Readonly<Record<string, unknown>> | undefined;
  /** The groups that the actor is in, beside those whose predicates are true. */
  readonly groups?: readonly string[] | undefined;
}

/** One actor or several: ids, or actors with properties. Null and undefined are no actor. */
export type ClientActors =
  | string
  | ClientActor
  | null
  | undefined
  | readonly (string | ClientActor | null | undefined)[];

/** Says whether an actor is in a group. It answers at once. */
export type ClientGroup = (
  actor: Readonly<Required<Pick<ClientActor, "flipperId" | "properties">>>,
) => boolean;

/** Keeps one text, for the next start (docs/client.md#a-saved-copy). */
export interface ClientStore {
  /** The text that was saved last; null or undefined if there is none. */
  load(): Promise<string | null | undefined> | string | null | undefined;
  save(text: string): Promise<void> | void;
}

/** What the client needs of its runtime; tests replace it. */
export interface ClientRuntime {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** At least 0, below 1. */
  readonly random: () => number;
  /** Calls back once, after some milliseconds; returns a function that prevents it. */
  readonly after: (ms: number, callback: () => unknown) => () => void;
}

export interface ClientOptions {
  /** The server's address, or that of its API; without a path `/adapter` is added. */
  readonly url: string;
  /** A token of the environment; a mountable server needs none. */
  readonly token?: string | undefined;
  /** More headers for every request, such as `Authorization` for a proxy. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly groups?: Readonly<Record<string, ClientGroup>> | undefined;
  /** Seconds between two requests of the list: 10 unless more is given here or by the server. */
  readonly pollInterval?: number | undefined;
  /** Whether to follow the server's stream of changes, where it has one. */
  readonly stream?: boolean | undefined;
  readonly store?: ClientStore | undefined;
  /** False to count no evaluations. */
  readonly telemetry?: boolean | undefined;
  /** The largest list that is read, in bytes: 64 MiB unless given. */
  readonly maxBytes?: number | undefined;
  /** Called once for each kind of failure, until the same thing succeeds again. */
  readonly onError?: ((error: Error) => void) | undefined;
  readonly runtime?: Partial<ClientRuntime> | undefined;
}

/** Where answers come from, and how old that is (docs/client.md#how-old-answers-are). */
export interface ClientStatus {
  /** `none` until there is a list: then every feature is disabled. */
  readonly source: "server" | "store" | "none";
  /** Milliseconds since a server confirmed the list; null without one. */
  readonly ageMs: number | null;
  /** The revision of the list; null if the server told none. */
  readonly revision: number | null;
  /** Why the list could not be read the last time; undefined after a success. */
  readonly error?: string | undefined;
}

/** Another list has arrived. */
export interface ListChange {
  /** The features that are new, changed or gone. */
  readonly keys: readonly string[];
  readonly revision: number | null;
}

/** A feature of the last list. */
export interface ListedFeature {
  readonly key: string;
  readonly state: FeatureState;
}

/** The result of a check of a known feature. */
export interface CheckedFeature {
  readonly enabled: boolean;
  /** The gate that opened it; null if none did. */
  readonly gate: GateKey | null;
  readonly gates: ListedGates;
  readonly hasActors: boolean;
}

/** Answers from the last list of features, in process (docs/client.md). Nothing here throws. */
export interface Client {
  /** Whether a feature is enabled; an unknown one is not. */
  enabled(feature: string, actors?: ClientActors): boolean;
  /** The same with the gate that opened it; undefined for an unknown feature. */
  check(feature: string, actors?: ClientActors): CheckedFeature | undefined;
  /** All features of the list, in its order. */
  features(): readonly ListedFeature[];
  /** Resolves with the first list, of the server or the store, or when both have failed. */
  ready(): Promise<ClientStatus>;
  status(): ClientStatus;
  /** Calls back after each change of the list; returns a function that ends it. */
  onChange(listener: (change: ListChange) => void): () => void;
  /** Calls back when the source changes, and when reading the list begins to fail or works again. */
  onStatus(listener: (status: ClientStatus) => void): () => void;
  /** Sends the evaluations that were counted so far. */
  flush(): Promise<void>;
  /** Flushes, saves, and ends all requests. Answers stay as they were. */
  close(): Promise<void>;
}
