import { statSync } from "node:fs";
import { join } from "node:path";
import type { OpenedData } from "../../app/writer/opened-data.ts";
import { ConfigError } from "../../config/config-error.ts";
import { quote } from "../../core/text/quote.ts";
import { isStorageInUse } from "../../storage/open-with-retry.ts";
import type { OpenedStorage } from "../../storage/storage.ts";
import { recordedServer, type ServerRecord } from "./recorded-mode.ts";

export interface DirectoryOptions {
  readonly directory: string;
  /** Opens the storage and takes the directory's lock. Rejects with a StorageError if it cannot. */
  readonly open: (directory: string) => Promise<OpenedStorage>;
  /**
   * Throws a StorageError for a directory in which another user could have created the socket.
   * Requests may hold secrets, and answers are trusted.
   */
  readonly check: (directory: string) => void;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** A data directory that this process has opened, with the last server that used it. */
export interface OpenedDirectory extends OpenedData {
  readonly server: ServerRecord;
}

interface Ways<Answer> {
  /** Calls the running server; null if no server runs. */
  readonly ask: () => Promise<Answer | null>;
  /** Does the work in this process, which holds the directory's lock. Closes the storage. */
  readonly work: (opened: OpenedDirectory) => Promise<Answer>;
}

/** A starting or stopping server, or another command, holds the lock for less time. */
const lockTimeoutMs = 15_000;
const lockPollMs = 20;

/**
 * Lets a running server do the work, so that its memory stays correct. Without a server, this process
 * does it. Throws a NoDataError for a path without data and creates nothing. A wrong path must not
 * look like an empty directory.
 */
export async function serverOrDirectory<Answer>(
  options: DirectoryOptions,
  { ask, work }: Ways<Answer>,
): Promise<Answer> {
  checkDataExists(options.directory);
  options.check(options.directory);
  const deadline = options.now() + lockTimeoutMs;
  for (;;) {
    const answer = await ask();
    if (answer !== null) {
      return answer;
    }
    const opened = await openUnlessLocked(options, options.now() < deadline);
    if (opened !== null) {
      const server = recordedServer(options.directory) ?? { mode: "hosted" };
      return work({ ...opened, server });
    }
    await Bun.sleep(lockPollMs);
  }
}

export class NoDataError extends ConfigError {}

function checkDataExists(directory: string): void {
  try {
    statSync(join(directory, "gatehouse.db"));
  } catch (error) {
    const isForbidden = error instanceof Error && "code" in error && error.code === "EACCES";
    throw isForbidden
      ? new ConfigError(`${quote(directory)} cannot be read by this user`)
      : new NoDataError(
          `there is no data in ${quote(directory)}; the first "gatehouse serve" creates it`,
        );
  }
}

/**
 * Resolves with null while another process holds the directory: a command, or a server that starts or
 * stops.
 */
async function openUnlessLocked(
  { directory, open }: DirectoryOptions,
  mayWait: boolean,
): Promise<OpenedStorage | null> {
  try {
    return await open(directory);
  } catch (error) {
    if (mayWait && isStorageInUse(error)) {
      return null;
    }
    throw error;
  }
}
