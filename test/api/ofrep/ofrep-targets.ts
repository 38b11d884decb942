import { mountable } from "gatehouse-flags";
import { closedGates, type Gates } from "../../../src/core/evaluation/gates.ts";
import { replaceFeatures } from "../../helpers/describe-targets.ts";
import { HostedClient } from "../../helpers/hosted-client.ts";
import { type HostedServer, hostedPrefix, startHosted } from "../../helpers/hosted-server.ts";
import { presetToken } from "../../helpers/hosted-targets.ts";
import type { Service } from "../../helpers/service.ts";
import { type TestedServers, testedServers } from "../../helpers/tested-servers.ts";
import { checkedEvaluation } from "./ofrep-schema.ts";

/** A server that answers OFREP, reached by its paths below the prefix. */
export interface OfrepServer {
  /**
   * Sends a request to a path such as `/v1/stream`; the answer to an evaluation is checked by the
   * protocol's schema.
   */
  send(path: string, init?: RequestInit): Promise<Response>;
  /** Evaluates one flag, or all without a key. */
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

type OfrepTarget = readonly [name: string, start: () => Promise<OfrepServer>];

/** Both deployments in this process, or the servers that TESTED_SERVERS names. */
export const ofrepTargets: readonly OfrepTarget[] =
  testedServers === undefined
    ? [
        ["hosted", startHostedOfrep],
        ["library", startMountedOfrep],
      ]
    : [[testedServers.name, startOfrepOf(testedServers)]];

export async function startHostedOfrep(): Promise<OfrepServer> {
  const server = await startHosted();
  return hostedOfrep(server, server.managerToken);
}

/** OFREP of a hosted server with a token. */
export function hostedOfrep(server: HostedServer, token: string): OfrepServer {
  const send = async (path: string, init?: RequestInit) =>
    server.deployment.ofrep.fetch(new Request(`http://localhost/ofrep${path}`, init));
  return ofrepServer({
    send: withBearer(send, token),
    replace: async (document) => {
      await server.manager.import(document);
    },
    stop: () => server.stop(),
  });
}

function startOfrepOf({ start }: TestedServers): () => Promise<OfrepServer> {
  return async () => {
    const variables = { GATEHOUSE_TOKEN: presetToken };
    const servers = await start({ mode: "hosted", flags: [], variables });
    const stop = () => servers.stop();
    const client = new HostedClient(() => ({ send: servers.at(hostedPrefix), stop }), presetToken);
    return ofrepServer({
      send: withBearer(servers.at("/ofrep"), presetToken),
      replace: (document) => replaceFeatures(client, document),
      stop,
    });
  };
}

/** Sends a token unless a request has one. A path with a ticket needs none. */
function withBearer(send: Service["send"], token: string): Service["send"] {
  return (path, init = {}) => {
    const headers = new Headers(init.headers);
    const isAdmitted = headers.has("authorization") || headers.has("x-api-key");
    if (!isAdmitted && !path.includes("?ticket=")) {
      headers.set("authorization", `Bearer ${token}`);
    }
    return send(path, { ...init, headers });
  };
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

function ofrepServer({ send: sendUnchecked, stop, replace }: Parts): OfrepServer {
  const send: OfrepServer["send"] = async (path, init) => {
    const response = await sendUnchecked(path, init);
    const [route = ""] = path.split("?");
    if (init?.method === "POST" && route.startsWith(flagsPath)) {
      await checkedEvaluation(response.clone(), route.length > flagsPath.length + 1);
    }
    return response;
  };
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
      return {
        status,
        headers: answered,
        body: status === 304 ? undefined : await response.json(),
      };
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
