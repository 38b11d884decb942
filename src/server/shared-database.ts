import type { ShortLivedStorage } from "../storage/short-lived-storage.ts";
import type { SharedWriterFacts } from "../writer/shared-writer.ts";
import type { Writer } from "../writer/writer.ts";

/** The database that a server shares with others, as its other parts see it. */
export interface SharedDatabase {
  /** The name of this server among those that share it. */
  readonly node: string;
  /** Undefined before the writer is made. */
  readonly facts: () => SharedWriterFacts | undefined;
  /** What the servers know together for some minutes. */
  readonly shortLived: ShortLivedStorage;
  /** Known to all of them, and to nobody else; another one after the database was restored. */
  readonly secret: string;
  /** Begins to tell the others of this server, and to try to lead. */
  readonly start: (writer: Writer) => void;
}
