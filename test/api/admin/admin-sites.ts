import { afterAll, beforeAll, describe, expect } from "bun:test";
import { mountable } from "gatehouse-flags";
import { ApiClient } from "../../helpers/api-client.ts";
import { type HostedServer, startHosted } from "../../helpers/hosted-server.ts";
import { testedAdminApi } from "../../helpers/tested-admin-api.ts";

export interface Called {
  readonly status: number;
  readonly body: unknown;
}

/** Sends JSON, if any, to a path below `/admin/v1`; `E` at its start is the caller's environment. */
export type AdminCall = (method: string, path: string, body?: unknown) => Promise<Called>;

/** A deployment with the Admin API. */
export interface AdminSite {
  /** A client of the Flipper API that may read and write. */
  readonly api: ApiClient;
  /** Calls the Admin API as that client. */
  readonly call: AdminCall;
  /** The server of the hosted deployment; undefined for the library. */
  readonly hosted: HostedServer | undefined;
  readonly stop: () => Promise<void>;
}

export interface HostedSite extends AdminSite {
  readonly hosted: HostedServer;
  /** Calls the Admin API with the token of an environment. */
  readonly callAs: (token: string) => AdminCall;
}

type Fetch = (request: Request) => Response | Promise<Response>;

function callOver(base: string, fetch: Fetch, token?: string): AdminCall {
  return async (method, path, body) => {
    const url = `http://localhost${base}/admin/v1${path.replace(/^E/, "/environments/-")}`;
    const headers = {
      ...(token === undefined ? {} : { "flipper-cloud-token": token }),
      ...(base === "" ? {} : { "sec-fetch-site": "same-origin" }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await fetch(new Request(url, { method, headers, ...sent }));
    return { status: answer.status, body: JSON.parse(await answer.text()) };
  };
}

export async function startHostedSite(
  options: Parameters<typeof startHosted>[0] = {},
): Promise<HostedSite> {
  const hosted = await startHosted(options);
  const { fetch } = testedAdminApi({
    services: hosted.deployment,
    telemetry: hosted.telemetry,
    ...(options.now === undefined ? {} : { now: options.now }),
    onFault: (error) => void hosted.faults.push(error),
  });
  const callAs = (token: string) => callOver("", (request) => fetch(request), token);
  return {
    ...{ hosted, callAs },
    api: hosted.manager,
    call: callAs(hosted.managerToken),
    stop: () => hosted.stop(),
  };
}

/** The groups that the library's host registered; `staff` has the actor `User;staff`. */
const predicates = { staff: ({ flipperId }: { flipperId: string }) => flipperId === "User;staff" };

export function startLibrarySite(data = ":memory:"): AdminSite {
  const faults: unknown[] = [];
  const onFault = (error: unknown) => void faults.push(error);
  const library = mountable({ data, groups: predicates, ui: true, onFault });
  const api = new ApiClient(() => ({
    send: (path, init) => library.handle(new Request(`http://localhost/flipper/api${path}`, init)),
    stop: () => library.close(),
  }));
  return {
    api,
    call: callOver("/flipper", (request) => library.handle(request)),
    hosted: undefined,
    async stop() {
      await library.close();
      expect(faults).toEqual([]);
    },
  };
}

/** Runs the same tests on a hosted deployment and on the library, each with data of its own. */
export function describeSites(title: string, tests: (site: () => AdminSite) => void): void {
  const starts = [
    ["hosted", startHostedSite],
    ["library", async () => startLibrarySite()],
  ] as const;
  describe.each(starts)(`${title}, %s`, (_, start) => {
    let site: AdminSite | undefined;
    beforeAll(async () => {
      site = await start();
    });
    afterAll(() => site?.stop());
    tests(() => {
      if (site === undefined) {
        throw new Error("nothing was started");
      }
      return site;
    });
  });
}
