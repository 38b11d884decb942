import type { SharedWriterFacts } from "../app/writer/shared-writer.ts";
import type { Writer } from "../app/writer/writer.ts";
import type { Config } from "../config/config.ts";
import type { ShortLivedStorage } from "../storage/short-lived-storage.ts";

/** The directory with the databases of a server; undefined if it shares one. */
export function databaseDirectory(
  config: Pick<Config, "database" | "dataDirectory">,
): string | undefined {
  return config.database === undefined ? config.dataDirectory : undefined;
}

/** An answer takes some milliseconds; after this long without one, the database is unreachable. */
const awayMs = 1_000;

/** Whether a server cannot reach its database; false for a data directory. */
export function isDatabaseUnreachable(database: SharedDatabase | undefined): boolean {
  return (database?.facts()?.unansweredMs ?? 0) > awayMs;
}

/** Closes work that would store something, unless the server cannot reach its database. */
export function closingUnlessUnreachable(
  database: SharedDatabase | undefined,
  closed: { readonly close: () => Promise<void> },
): () => Promise<void> {
  return async () => (isDatabaseUnreachable(database) ? undefined : closed.close());
}

/** The database that a server shares with others, as its other parts see it. */
export interface SharedDatabase {
  /** The name of this server among those that share it. */
  readonly node: string;
  /** Undefined before the writer is created. */
  readonly facts: () => SharedWriterFacts | undefined;
  /** How far this server's clock is ahead of the database's. */
  readonly clockAheadMs: () => number;
  /** How many other roles of the database hold locks of Gatehouse. */
  readonly foreignLockRoles: () => number;
  /** Whether this server does the scheduled work of all of them. */
  readonly isLeading: () => boolean;
  /** The short-lived values that the servers share. */
  readonly shortLived: ShortLivedStorage;
  /** Known only to these servers; changes when the database is restored. */
  readonly secret: string;
  /** Begins to report this server to the others, and to request the leadership. */
  readonly start: (writer: Writer) => void;
}
