import { firstStart } from "../commands/first-start.ts";
import { ImportPlace } from "../imports/import-place.ts";
import { LocalWriter } from "../writer/local-writer.ts";
import { type Administer, Administration } from "./administration.ts";
import { callRunningServer } from "./administration-client.ts";
import type {
  AdministrationOperationName,
  InputOf,
  OutputOf,
} from "./administration-operations.ts";
import {
  type DirectoryOptions,
  type OpenedDirectory,
  serverOrDirectory,
} from "./server-or-directory.ts";

/**
 * Administers a data directory, with or without a running server. Rejects as `serverOrDirectory`
 * does.
 */
export function administerDirectory(options: DirectoryOptions): Administer {
  return async (name, input) => {
    const { output } = await serverOrDirectory(options, {
      ask: () => callRunningServer(options.directory, name, input),
      work: async (opened) => ({
        output: await administerOpened(opened, options.now, name, input),
      }),
    });
    return output;
  };
}

async function administerOpened<Name extends AdministrationOperationName>(
  { server, ...opened }: OpenedDirectory,
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
