import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isJsonObject } from "../../core/text/json-object.ts";
import { withStorageErrors } from "../sqlite/database/storage-errors.ts";
import type { Manifest } from "./backup-manifest.ts";
import { chownToDirectoryOwner } from "./durable-file.ts";

/** A file for the next start: the data is from a backup, which the record then names. */
export const restoredNoteName = "gatehouse.restored";
const ownerOnly = 0o600;

export interface RestoredNote {
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  /** The SHA-256 of the backed-up databases, by name. */
  readonly databases: Readonly<Record<string, string>>;
}

export function writeRestoredNote(
  directory: string,
  { created_at: createdAt, databases }: Pick<Manifest, "created_at" | "databases">,
): void {
  const path = join(directory, restoredNoteName);
  const digests = Object.fromEntries(databases.map(({ name, sha256 }) => [name, sha256]));
  const note: RestoredNote = { createdAt, databases: digests };
  writeFileSync(path, `${JSON.stringify(note)}\n`, { mode: ownerOnly });
  chownToDirectoryOwner(directory, path);
}

/** The note of a restore that no start has recorded; undefined without one. */
export function readRestoredNote(directory: string): RestoredNote | undefined {
  const path = join(directory, restoredNoteName);
  return withStorageErrors(path, () => {
    if (!existsSync(path)) {
      return undefined;
    }
    try {
      const note: unknown = JSON.parse(readFileSync(path, "utf8"));
      return isJsonObject(note) && isJsonObject(note.databases)
        ? {
            createdAt: String(note.createdAt),
            databases: Object.fromEntries(
              Object.entries(note.databases).map(([name, digest]) => [name, String(digest)]),
            ),
          }
        : { createdAt: "", databases: {} };
    } catch {
      // A note that was cut off still says that a backup was restored.
      return { createdAt: "", databases: {} };
    }
  });
}

export function removeRestoredNote(directory: string): void {
  const path = join(directory, restoredNoteName);
  withStorageErrors(path, () => rmSync(path, { force: true }));
}
