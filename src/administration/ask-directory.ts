import type { ApiSender } from "../api-client/api-sender.ts";
import { environmentHeader, projectHeader } from "../flipper-api/access/administrator-access.ts";
import { administratorPrefix } from "../flipper-api/administrator-api.ts";
import { requestRunningServer } from "./administration-client.ts";
import {
  type DirectoryOptions,
  type OpenedDirectory,
  serverOrDirectory,
} from "./server-or-directory.ts";

/** The administrator's API in this process. */
export interface OpenedApi {
  readonly fetch: (request: Request) => Response | Promise<Response>;
  /** Stops the services and closes the storage. */
  readonly close: () => Promise<void>;
}

export interface AskOptions extends DirectoryOptions {
  /**
   * Opens the administrator's API of a directory for one request; closes the storage if it cannot.
   * `needsTelemetry` says whether the request reads telemetry. `onFailure` gets the reason of an
   * answer with a status from 500.
   */
  readonly openApi: (
    opened: OpenedDirectory,
    needsTelemetry: boolean,
    onFailure: (error: unknown) => void,
  ) => Promise<OpenedApi>;
}

/** Which environment of which project; Production, and the first project, unless named. */
export interface AskedPlace {
  /** A slug. */
  readonly environment?: string | undefined;
  /** A name. */
  readonly project?: string | undefined;
}

/** Sends requests as an administrator of a data directory. */
export type AskDirectory = (place: AskedPlace) => ApiSender;

const faultStatusMin = 500;
const telemetryPaths = /^\/(?:telemetry|gatehouse\/unknown-keys)(?:[/?]|$)/;

/**
 * Asks the administrator's API of a data directory (docs/operations.md#data-directory): the running
 * server answers through its socket; without one, the directory is opened for the one request. A
 * body must be a text, bytes or a file: it may be sent twice. Rejects as `serverOrDirectory` does,
 * and with the reason if the directory cannot be read or written.
 */
export function askDirectory(options: AskOptions): AskDirectory {
  return (place) => (path, init) => {
    const given = { ...init, headers: askedHeaders(place, init) };
    return serverOrDirectory(options, {
      ask: () => requestRunningServer(options.directory, administratorPrefix + path, given),
      work: (opened) => answerHere(options, opened, path, given),
    });
  };
}

/** The headers of a request, with the place that is asked. */
export function askedHeaders(
  { environment, project }: AskedPlace,
  init: RequestInit | undefined,
): Headers {
  const headers = new Headers(init?.headers);
  for (const [name, value] of [
    [environmentHeader, environment],
    [projectHeader, project],
  ] as const) {
    if (value !== undefined) {
      headers.set(name, encodeURIComponent(value));
    }
  }
  return headers;
}

/** Answers a request on opened data, and closes it. */
export async function answerHere(
  { openApi }: Pick<AskOptions, "openApi">,
  opened: OpenedDirectory,
  path: string,
  init: RequestInit,
): Promise<Response> {
  const failures: unknown[] = [];
  const needsTelemetry = telemetryPaths.test(path);
  const api = await openApi(opened, needsTelemetry, (error) => void failures.push(error));
  try {
    const url = `http://gatehouse${administratorPrefix}${path}`;
    const answer = await api.fetch(new Request(url, init));
    if (answer.status >= faultStatusMin && failures.length > 0) {
      throw failures[0];
    }
    // Long answers are made while they are read, which needs the storage.
    const body = await answer.arrayBuffer();
    const { status, headers } = answer;
    return new Response(body.byteLength === 0 ? null : body, { status, headers });
  } finally {
    await api.close();
  }
}
