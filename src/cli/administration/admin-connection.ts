import type { ApiSender } from "../api-client/api-sender.ts";
import { requestRunningServer } from "./administration-client.ts";
import {
  type DirectoryOptions,
  type OpenedDirectory,
  serverOrDirectory,
} from "./server-or-directory.ts";

/** Requests to the Admin API of a server, a data directory or a database. */
export interface AdminConnection {
  /** Sends a request; the path starts with `/admin/v1`. */
  readonly send: ApiSender;
  /**
   * Closes what the requests opened, so that a server can start or another command can work. The next
   * request opens it again. Commands call this before they wait, and at their end.
   */
  readonly release: () => Promise<void>;
}

/** The Admin API in this process. */
export interface OpenedAdminApi {
  readonly fetch: (request: Request) => Response | Promise<Response>;
  readonly close: () => Promise<void>;
}

export type OpenAdminApi = (
  opened: OpenedDirectory,
  needsTelemetry: boolean,
  onFailure: (error: unknown) => void,
) => Promise<OpenedAdminApi>;

interface OpeningOptions {
  readonly openApi: OpenAdminApi;
  /** Called with each fault that did not stop the opening. */
  readonly onWarning: (reason: unknown) => void;
}

export interface DirectoryConnectionOptions extends DirectoryOptions, OpeningOptions {}

const faultStatusMin = 500;
const telemetryPaths =
  /^\/admin\/v1\/environments\/[^/]+\/(?:features\/[^/]+\/)?(?:activity|evaluations|impact|sparklines|telemetry|unknown-keys)(?:[/?]|$)/;

const featurePath = /^\/admin\/v1\/environments\/[^/]+\/features\/[^/?]+(?:\?|$)/;

/** A deletion reads whether the feature is still checked. */
function readsTelemetry(path: string, { method }: RequestInit): boolean {
  return telemetryPaths.test(path) || (method === "DELETE" && featurePath.test(path));
}

/**
 * Calls the Admin API of a data directory (docs/operations.md#data-directory). A running server
 * answers through its socket. Without a server, this process opens the directory once for all
 * requests of a command. A body must be a text, bytes or a file, because it may be sent twice.
 * Rejects as `serverOrDirectory` does, and with the reason if the directory cannot be read or
 * written.
 */
export function connectDirectory(options: DirectoryConnectionOptions): AdminConnection {
  const here = new OpenedHere(options);
  return {
    send: async (path, init = {}) => {
      const answer = await here.answer(path, init);
      return (
        answer ??
        serverOrDirectory(options, {
          ask: () => requestRunningServer(options.directory, path, init),
          work: (opened) => here.open(opened, path, init),
        })
      );
    },
    release: () => here.close(),
  };
}

/**
 * As `connectDirectory`, for a shared database. Its servers see each change as a change of another
 * server.
 */
export function connectDatabase(
  open: () => Promise<OpenedDirectory>,
  options: OpeningOptions,
): AdminConnection {
  const here = new OpenedHere(options);
  return {
    send: async (path, init = {}) =>
      (await here.answer(path, init)) ?? here.open(await open(), path, init),
    release: () => here.close(),
  };
}

/** The API of data that this process has opened, for the requests of one command. */
class OpenedHere {
  readonly #options: OpeningOptions;
  readonly #failures: unknown[] = [];
  #opened: { readonly api: OpenedAdminApi; readonly hasTelemetry: boolean } | undefined;

  constructor(options: OpeningOptions) {
    this.#options = options;
  }

  /** Undefined if nothing is open, or if the request needs telemetry that is not open. */
  async answer(path: string, init: RequestInit): Promise<Response | undefined> {
    if (this.#opened === undefined) {
      return undefined;
    }
    if (readsTelemetry(path, init) && !this.#opened.hasTelemetry) {
      await this.close();
      return undefined;
    }
    return this.#answerBy(this.#opened.api, path, init);
  }

  async open(opened: OpenedDirectory, path: string, init: RequestInit): Promise<Response> {
    const hasTelemetry = readsTelemetry(path, init);
    const onFailure = (error: unknown) => void this.#failures.push(error);
    const { openApi, onWarning } = this.#options;
    this.#failures.length = 0;
    const api = await openApi(opened, hasTelemetry, onFailure);
    for (const failure of this.#failures) {
      onWarning(failure);
    }
    this.#opened = { api, hasTelemetry };
    return this.#answerBy(api, path, init);
  }

  async close(): Promise<void> {
    const { api } = this.#opened ?? {};
    this.#opened = undefined;
    await api?.close();
  }

  async #answerBy(api: OpenedAdminApi, path: string, init: RequestInit): Promise<Response> {
    this.#failures.length = 0;
    const answer = await api.fetch(new Request(`http://gatehouse${path}`, init));
    const [failure] = this.#failures;
    if (answer.status >= faultStatusMin && failure !== undefined) {
      throw failure;
    }
    return answer;
  }
}
