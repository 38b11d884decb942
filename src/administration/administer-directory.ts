import { statSync } from "node:fs";
import { join } from "node:path";
import { firstStart } from "../commands/first-start.ts";
import { ConfigError } from "../config/config-error.ts";
import { quoted } from "../config/quoted.ts";
import { isInUse } from "../storage/open-patiently.ts";
import type { OpenedStorage } from "../storage/storage.ts";
import { Writer } from "../writer/writer.ts";
import { type Administer, Administration } from "./administration.ts";
import { askServer } from "./administration-client.ts";
import type { InputOf, OperationName, OutputOf } from "./administration-operations.ts";

export interface DirectoryOptions {
  readonly directory: string;
  /** Takes the directory's lock. Throws a StorageError if it cannot. */
  readonly open: (directory: string) => OpenedStorage;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Servers start, stop and answer in less; other commands at a shell come and go. */
const lockTimeoutMs = 15_000;
const lockPollMs = 20;

/**
 * Administration of a data directory, whether or not a server runs on it: one that does is asked,
 * so that it notices; else this process does the work itself. Makes no directory: a wrong path
 * must not look like an empty one (a ConfigError).
 */
export function administerDirectory(options: DirectoryOptions): Administer {
  return async (name, input) => {
    refuseNoData(options.directory);
    const deadline = options.now() + lockTimeoutMs;
    for (;;) {
      const answer = await askServer(options.directory, name, input);
      if (answer !== null) {
        return answer.output;
      }
      const opened = openUnlessBusy(options, options.now() < deadline);
      if (opened !== null) {
        return administerOpened(opened, options.now, name, input);
      }
      await Bun.sleep(lockPollMs);
    }
  };
}

function refuseNoData(directory: string): void {
  try {
    statSync(join(directory, "gatehouse.db"));
  } catch (error) {
    const isClosed = error instanceof Error && "code" in error && error.code === "EACCES";
    throw new ConfigError(
      isClosed
        ? `${quoted(directory)} is closed to this user`
        : `there is no data in ${quoted(directory)}; the first "gatehouse serve" makes it`,
    );
  }
}

/** Null while another process has the directory: a command, or a server that starts or stops. */
function openUnlessBusy(
  { directory, open }: DirectoryOptions,
  mayWait: boolean,
): OpenedStorage | null {
  try {
    return open(directory);
  } catch (error) {
    if (mayWait && isInUse(error)) {
      return null;
    }
    throw error;
  }
}

async function administerOpened<Name extends OperationName>(
  { storage, state }: OpenedStorage,
  now: () => number,
  name: Name,
  input: InputOf<Name>,
): Promise<OutputOf<Name>> {
  const failures: unknown[] = [];
  const onFailure = (error: unknown) => failures.push(error);
  const writer = new Writer({ storage, state, now, onFailure });
  try {
    // A server that was killed in its first moment left an empty database.
    await writer.submit(firstStart);
    return await new Administration(writer).run(name, input);
  } catch (error) {
    const [failure = error] = failures;
    throw failure;
  } finally {
    await writer.close();
    await storage.close();
  }
}
