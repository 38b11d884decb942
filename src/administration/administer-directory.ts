import { firstStart } from "../commands/first-start.ts";
import { ImportPlace } from "../imports/import-place.ts";
import type { WebhookService } from "../webhooks/webhook-service.ts";
import { writerOf } from "../writer/opened-data.ts";
import type { Writer } from "../writer/writer.ts";
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

export interface AdministeredDirectory extends DirectoryOptions {
  /** Makes what does the work with endpoints in an opened directory. */
  readonly webhooks?: (opened: OpenedDirectory & { readonly writer: Writer }) => WebhookService;
}

/**
 * Administers a data directory, with or without a running server. Rejects as `serverOrDirectory`
 * does.
 */
export function administerDirectory(options: AdministeredDirectory): Administer {
  return async (name, input) => {
    const { output } = await serverOrDirectory(options, {
      ask: () => callRunningServer(options.directory, name, input),
      work: async (opened) => ({
        output: await administerOpened(opened, options, name, input),
      }),
    });
    return output;
  };
}

/** Does an operation on opened data, and closes it. */
export async function administerOpened<Name extends AdministrationOperationName>(
  { server, ...opened }: OpenedDirectory,
  { now, webhooks }: Pick<AdministeredDirectory, "now" | "webhooks">,
  name: Name,
  input: InputOf<Name>,
): Promise<OutputOf<Name>> {
  const failures: unknown[] = [];
  const onFailure = (error: unknown) => failures.push(error);
  const writer = writerOf(opened, { now: opened.now ?? now, onFailure });
  try {
    // A server that was killed during its first start leaves an empty database.
    await writer.submit(firstStart);
    const administered = {
      writer,
      importPlace: new ImportPlace(),
      webhooks: webhooks?.({ ...opened, writer, server }),
    };
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
