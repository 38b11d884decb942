import type { ListedGates } from "../evaluation/gates.ts";
import type { Bounds } from "./bounds.ts";

/**
 * How much of a feature an import keeps:
 * - `exact`: the same result for every context.
 * - `share`: enabled for the same percentage, but for other contexts.
 * - `narrower`: enabled for fewer contexts, never for one that is disabled there.
 * - `dropped`: not imported.
 */
export type PeerFeatureClass = "exact" | "share" | "narrower" | "dropped";

export interface PeerFeature {
  /** The key in the other system. */
  readonly peerKey: string;
  /** The key here: the one that POST /features would create. */
  readonly key: string;
  readonly class: PeerFeatureClass;
  /** Why the feature is not exact, in words for people; empty if it is. */
  readonly reasons: readonly string[];
  /** What the reader should know of a feature of any class. */
  readonly notes: readonly string[];
  /** Null if the feature is dropped. */
  readonly gates: ListedGates | null;
  readonly description: string | null;
  readonly tags: readonly string[];
}

/**
 * The features of an environment of another system, and what concerns the whole document. Reasons and
 * notes can contain any text of the document.
 */
export interface PeerImport {
  readonly peer: string;
  /** The form of the document, such as `export, version 5`. */
  readonly format: string;
  readonly features: readonly PeerFeature[];
  readonly notes: readonly string[];
}

export interface PeerOptions {
  /** The environment in the document; needed if there is more than one. */
  readonly environment?: string | undefined;
  /** A second document with segments, for systems that export them apart. */
  readonly segments?: unknown;
  /** How ids become ids of actors: `{id}`, or for example `User;{id}`. */
  readonly actorId?: string | undefined;
  /** The time of the import, in milliseconds since the epoch, for systems with scheduled changes. */
  readonly now?: number | undefined;
}

/** A feature as a translator describes it. */
export interface TranslatedFeature {
  readonly key: string;
  readonly description?: string | null;
  readonly tags?: readonly string[];
  readonly notes?: readonly string[];
  /** When the feature is enabled; a text says why it is not boolean, so that it is dropped. */
  readonly enabled: Bounds | string;
}

export interface Translation {
  readonly format: string;
  /** May translate each feature when it is read, so that a long document takes many short steps. */
  readonly features: Iterable<TranslatedFeature>;
  readonly notes?: readonly string[];
}

/** Another system whose documents can be imported. Its functions are pure. */
export interface Peer {
  /** As people write it, such as `LaunchDarkly`. */
  readonly title: string;
  /** Whether the elements of a list are compared there, which no expression can do. */
  readonly matchesLists?: true;
  /** Whether a document has the shape of this system, and of no other. */
  readonly recognizes: (document: unknown) => boolean;
  /** Throws `import_invalid` for a document that cannot be read at all. */
  readonly translate: (document: unknown, options: PeerOptions) => Translation;
}
