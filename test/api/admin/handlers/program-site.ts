import { expect } from "bun:test";
import { jsonType } from "../../../helpers/api-client.ts";
import type { HostedServer } from "../../../helpers/hosted-server.ts";
import { startHosted } from "../../../helpers/hosted-server.ts";
import { testedAdminApi, testedOwnerApi } from "../../../helpers/tested-admin-api.ts";

interface Sent {
  readonly token?: string;
  readonly body?: unknown;
}

export interface Answered {
  readonly status: number;
  readonly body: unknown;
  readonly environment: string | null;
}

/** A hosted server whose Admin API programs call. */
export interface ProgramSite extends AsyncDisposable {
  readonly hosted: HostedServer;
  /** Sends JSON with a token; with that of the manager, of Production, unless given. */
  readonly call: (method: string, path: string, sent?: Sent) => Promise<Answered>;
  /** Sends JSON through the socket, as whoever has the data. */
  readonly callAsOwner: (method: string, path: string, body?: unknown) => Promise<Answered>;
}

export async function startProgramSite(
  options: Parameters<typeof startHosted>[0] = {},
): Promise<ProgramSite> {
  const hosted = await startHosted(options);
  const parts = {
    services: hosted.deployment,
    ...(options?.now === undefined ? {} : { now: options.now }),
    onFault: (error: unknown) => void hosted.faults.push(error),
  };
  const api = testedAdminApi(parts);
  const ownerApi = testedOwnerApi(parts);
  return {
    hosted,
    call: async (method, path, { token = hosted.managerToken, body } = {}) =>
      answeredBy(await api.fetch(requestOf(method, path, body, { "flipper-cloud-token": token }))),
    callAsOwner: async (method, path, body) =>
      answeredBy(await ownerApi(requestOf(method, path, body, {}))),
    [Symbol.asyncDispose]: () => hosted.stop(),
  };
}

function requestOf(
  method: string,
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>>,
): Request {
  return new Request(`http://gatehouse.test/admin/v1${path}`, {
    method,
    ...(body === undefined
      ? { headers }
      : { headers: { ...headers, ...jsonType }, body: JSON.stringify(body) }),
  });
}

async function answeredBy(answer: Response): Promise<Answered> {
  const environment = answer.headers.get("gatehouse-environment");
  return { status: answer.status, body: await answer.json(), environment };
}

/** The JSON of an answer that is no refusal. */
export function done({ status, body }: Answered): unknown {
  expect([status, body]).toEqual([200, body]);
  return body;
}
