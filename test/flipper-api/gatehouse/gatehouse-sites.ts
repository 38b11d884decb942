import { afterAll, beforeAll, describe, expect } from "bun:test";
import { mountable } from "gatehouse-flags";
import { ApiClient, jsonType } from "../../helpers/api-client.ts";
import { type HostedServer, startHosted } from "../../helpers/hosted-server.ts";

interface CallOptions {
  readonly body?: unknown;
}

export interface Called {
  readonly status: number;
  readonly body: unknown;
}

/** A deployment with Gatehouse's own routes. */
export interface GatehouseSite {
  /** A client that may read and write. */
  readonly api: ApiClient;
  /** Sends JSON, if any, as that client. */
  readonly call: (method: string, path: string, options?: CallOptions) => Promise<Called>;
  /** The server of the hosted deployment; undefined for the library. */
  readonly hosted: HostedServer | undefined;
  readonly stop: () => Promise<void>;
}

/** The groups that the library's host registered; `staff` has the actor `User;staff`. */
const predicates = { staff: ({ flipperId }: { flipperId: string }) => flipperId === "User;staff" };

export async function startHostedSite(
  options: Parameters<typeof startHosted>[0] = {},
): Promise<GatehouseSite & { readonly hosted: HostedServer }> {
  const hosted = await startHosted(options);
  return { api: hosted.manager, call: caller(hosted.manager), hosted, stop: () => hosted.stop() };
}

function startLibrarySite(): GatehouseSite {
  const faults: unknown[] = [];
  const library = mountable({
    data: ":memory:",
    groups: predicates,
    onFault: (error) => void faults.push(error),
  });
  const api = new ApiClient(() => ({
    send: (path, init) => library.handle(new Request(`http://localhost/flipper/api${path}`, init)),
    stop: () => library.close(),
  }));
  return {
    api,
    call: caller(api),
    hosted: undefined,
    async stop() {
      await library.close();
      expect(faults).toEqual([]);
    },
  };
}

export function caller(api: Pick<ApiClient, "send">): GatehouseSite["call"] {
  return async (method, path, { body } = {}) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body), headers: jsonType };
    const response = await api.send(path, { method, ...sent });
    const text = await response.text();
    return { status: response.status, body: text === "" ? undefined : JSON.parse(text) };
  };
}

/** Runs the same tests on a hosted deployment and on the library, each with data of its own. */
export function describeSites(title: string, tests: (site: () => GatehouseSite) => void): void {
  const starts = [
    ["hosted", startHostedSite],
    ["library", async () => startLibrarySite()],
  ] as const;
  describe.each(starts)(`${title}, %s`, (_, start) => {
    let site: GatehouseSite | undefined;
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

/** The gates of a feature object by key. */
export function gateValues(body: unknown): Readonly<Record<string, unknown>> {
  const { gates } = body as { gates: readonly { key: string; value: unknown }[] };
  return Object.fromEntries(gates.map(({ key, value }) => [key, value]));
}
