import { mountable } from "gatehouse-flags";
import { closedGates, type Gates } from "../../src/toggles/gates.ts";
import { type HostedServer, startHosted } from "../helpers/hosted-server.ts";
import { checkedEvaluation } from "./ofrep-schema.ts";

/** A server that answers OFREP, reached by its paths below the prefix. */
export interface OfrepServer {
  /** Sends a request to a path such as `/v1/stream`. */
  send(path: string, init?: RequestInit): Promise<Response>;
  /** Evaluates one flag, or all without a key; the answer is checked by the protocol's schema. */
  evaluate(
    key: string | null,
    body: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Evaluated>;
  /** Makes the features equal to these. */
  replace(features: Readonly<Record<string, Partial<Gates>>>): Promise<void>;
  stop(): Promise<void>;
}

export interface Evaluated {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

export const flagsPath = "/v1/evaluate/flags";

/** Both deployments, in this process. */
export const ofrepTargets: readonly (readonly [string, () => Promise<OfrepServer>])[] = [
  ["hosted", startHostedOfrep],
  ["library", startMountedOfrep],
];

export async function startHostedOfrep(): Promise<OfrepServer> {
  const server = await startHosted();
  return hostedOfrep(server, server.managerToken);
}

/** OFREP of a hosted server with a token. */
export function hostedOfrep(server: HostedServer, token: string): OfrepServer {
  const send = async (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    if (!headers.has("authorization") && !headers.has("x-api-key")) {
      headers.set("authorization", `Bearer ${token}`);
    }
    const request = new Request(`http://localhost/ofrep${path}`, { ...init, headers });
    return server.deployment.ofrep.fetch(request);
  };
  return ofrepServer({
    send,
    replace: async (document) => {
      await server.manager.import(document);
    },
    stop: () => server.stop(),
  });
}

async function startMountedOfrep(): Promise<OfrepServer> {
  const faults: unknown[] = [];
  const mounted = mountable({ data: ":memory:", onFault: (error) => void faults.push(error) });
  const base = "http://localhost/flipper/api";
  const send = (path: string, init?: RequestInit) =>
    mounted.handle(new Request(`${base}/ofrep${path}`, init));
  return ofrepServer({
    send,
    replace: async (document) => {
      const body = JSON.stringify({ features: document });
      const headers = { "content-type": "application/json" };
      const request = new Request(`${base}/import`, { method: "POST", headers, body });
      const { status } = await mounted.handle(request);
      if (status !== 204) {
        throw new Error(`the import was answered with ${status}`);
      }
    },
    async stop() {
      await mounted.close();
      if (faults.length > 0) {
        throw new AggregateError(faults, "the library had faults");
      }
    },
  });
}

interface Parts extends Pick<OfrepServer, "send" | "stop"> {
  readonly replace: (document: Readonly<Record<string, unknown>>) => Promise<void>;
}

function ofrepServer({ send, stop, replace }: Parts): OfrepServer {
  return {
    send,
    stop,
    replace: (features) =>
      replace(
        Object.fromEntries(
          Object.entries(features).map(([key, gates]) => [
            key,
            exported({ ...closedGates, ...gates }),
          ]),
        ),
      ),
    async evaluate(key, body, headers = {}) {
      const path = key === null ? flagsPath : `${flagsPath}/${encodeURIComponent(key)}`;
      const response = await send(path, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          ...headers,
        },
        body: typeof body === "string" ? body : JSON.stringify(body),
      });
      const { status, headers: answered } = response;
      return { status, headers: answered, body: await checkedEvaluation(response, key !== null) };
    },
  };
}

function exported(gates: Gates) {
  return {
    boolean: gates.boolean ? "true" : null,
    expression: gates.expression,
    groups: gates.groups,
    actors: gates.actors,
    percentage_of_actors: String(gates.percentageOfActors),
    percentage_of_time: String(gates.percentageOfTime),
  };
}
