import { statSync } from "node:fs";
import { join } from "node:path";
import { firstStart } from "../commands/first-start.ts";
import { ConfigError } from "../config/config-error.ts";
import { ImportPlace } from "../imports/import-place.ts";
import { isStorageInUse } from "../storage/open-with-retry.ts";
import type { OpenedStorage } from "../storage/storage.ts";
import { quote } from "../text/quote.ts";
import { LocalWriter } from "../writer/local-writer.ts";
import { type Administer, Administration } from "./administration.ts";
import { callRunningServer } from "./administration-client.ts";
import type {
  AdministrationOperationName,
  InputOf,
  OutputOf,
} from "./administration-operations.ts";
import { recordedServer, type ServerRecord } from "./recorded-mode.ts";

export interface DirectoryOptions {
  readonly directory: string;
  /** Opens the storage and takes the directory's lock. Rejects with a StorageError if it cannot. */
  readonly open: (directory: string) => Promise<OpenedStorage>;
  /**
   * Throws a StorageError for a directory whose socket another user could have put there: the
   * input of an operation may be secret, and its answer is trusted.
   */
  readonly check: (directory: string) => void;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/**
 * A starting or stopping server and another shell command hold the lock for less time than this.
 */
const lockTimeoutMs = 15_000;
const lockPollMs = 20;

/**
 * Administers a data directory, with or without a running server. A running server does the
 * operation itself, so its memory stays correct; otherwise this process does it. Creates no
 * directory: throws a ConfigError for a path without data, because a wrong path must not look like
 * an empty directory.
 */
export function administerDirectory(options: DirectoryOptions): Administer {
  return async (name, input) => {
    checkDataExists(options.directory);
    options.check(options.directory);
    const deadline = options.now() + lockTimeoutMs;
    for (;;) {
      const answer = await callRunningServer(options.directory, name, input);
      if (answer !== null) {
        return answer.output;
      }
      const opened = await openUnlessLocked(options, options.now() < deadline);
      if (opened !== null) {
        const server = recordedServer(options.directory) ?? { mode: "hosted" };
        return administerOpened({ ...opened, server }, options.now, name, input);
      }
      await Bun.sleep(lockPollMs);
    }
  };
}

function checkDataExists(directory: string): void {
  try {
    statSync(join(directory, "gatehouse.db"));
  } catch (error) {
    const isForbidden = error instanceof Error && "code" in error && error.code === "EACCES";
    throw new ConfigError(
      isForbidden
        ? `${quote(directory)} cannot be read by this user`
        : `there is no data in ${quote(directory)}; the first "gatehouse serve" creates it`,
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

async function administerOpened<Name extends AdministrationOperationName>(
  { server, ...opened }: OpenedStorage & { readonly server: ServerRecord },
  now: () => number,
  name: Name,
  input: InputOf<Name>,
): Promise<OutputOf<Name>> {
  const failures: unknown[] = [];
  const onFailure = (error: unknown) => failures.push(error);
  const writer = new LocalWriter({ ...opened, now, onFailure });
  try {
    // A server that was killed during its first start leaves an empty database.
    await writer.submit(firstStart);
    const administered = { writer, importPlace: new ImportPlace() };
    const administration = new Administration(administered, server.mode, () => server.siteUrl);
    return await administration.run(name, input);
  } catch (error) {
    const [failure = error] = failures;
    throw failure;
  } finally {
    await writer.close();
    await opened.storage.close();
  }
}
