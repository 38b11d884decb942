import { stat } from "node:fs/promises";
import { join } from "node:path";

const names = ["gatehouse.db", "gatehouse.db-wal", "telemetry.db", "telemetry.db-wal"] as const;

export interface DatabaseFile {
  readonly name: string;
  readonly bytes: number;
}

/**
 * Returns the sizes of a data directory's databases and journals, without unreadable files. Empty for
 * a server whose databases are not local files.
 */
export async function databaseFiles(
  directory: string | undefined,
): Promise<readonly DatabaseFile[]> {
  if (directory === undefined) {
    return [];
  }
  const files = await Promise.all(names.map((name) => fileIn(directory, name)));
  return files.filter((file) => file !== undefined);
}

async function fileIn(directory: string, name: string): Promise<DatabaseFile | undefined> {
  try {
    const { size } = await stat(join(directory, name));
    return { name, bytes: size };
  } catch (error) {
    // An unreadable file must not hide the other metrics.
    if (error instanceof Error && "code" in error) {
      return undefined;
    }
    throw error;
  }
}
