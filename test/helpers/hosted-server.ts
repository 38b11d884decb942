import { createToken, type NewToken } from "../../src/commands/token-commands.ts";
import type { Environment } from "../../src/model/environment.ts";
import type { Crc32 } from "../../src/percentages/bucket.ts";
import { openSqliteStorage } from "../../src/storage/sqlite/sqlite-storage.ts";
import type { OpenedStorage } from "../../src/storage/storage.ts";
import { startTelemetry } from "../../src/telemetry/telemetry.ts";
import { spawnOnSameThread } from "../telemetry/same-thread-worker.ts";
import { workerUrl } from "../telemetry/telemetry-api.ts";
import { type Deployment, deployHosted, type HostedDeploymentOptions } from "./deploy.ts";
import { HostedClient } from "./hosted-client.ts";
import type { Service } from "./service.ts";

export const hostedPrefix = "/adapter";
export const docsUrl = "/swagger";

export interface HostedServerOptions {
  /** Storage in memory unless given. */
  readonly opened?: OpenedStorage;
  readonly pollIntervalSeconds?: number;
  readonly now?: () => number;
  readonly random?: () => number;
  readonly crc32?: Crc32;
  /** The value of the first token; a random one unless given. */
  readonly token?: string;
  /** Whether there are telemetry routes, with a worker without a thread, in memory. */
  readonly hasTelemetry?: boolean;
  /** WorkerReport of callers and routes. */
  readonly watch?: Pick<HostedDeploymentOptions, "onCaller" | "trace">;
}

/** A hosted deployment in this process, with what its tests need to arrange. */
export interface HostedServer extends Service {
  readonly deployment: Deployment;
  /** What the deployment reported as its own fault; `stop` rejects unless a test emptied it. */
  readonly faults: unknown[];
  /** May do everything in Production, and manage preview environments. */
  readonly manager: HostedClient;
  readonly managerToken: string;
  readonly production: Environment;
  /** A client with a new token, in Production unless told otherwise. */
  newClient(described?: Partial<NewToken>): Promise<HostedClient>;
  newToken(described?: Partial<NewToken>): Promise<string>;
}

export async function startHosted(options: HostedServerOptions = {}): Promise<HostedServer> {
  const faults: unknown[] = [];
  const opened = options.opened ?? openSqliteStorage(":memory:");
  const now = options.now ?? Date.now;
  const onFault = (error: unknown) => void faults.push(error);
  const telemetry =
    options.hasTelemetry === true
      ? await startTelemetry({
          workerUrl,
          directory: ":memory:",
          spawn: spawnOnSameThread,
          state: opened.state,
          now,
          onFault,
        })
      : undefined;
  const deployment = deployHosted({
    ...options.watch,
    opened,
    telemetry,
    prefix: hostedPrefix,
    docsUrl,
    pollIntervalSeconds: options.pollIntervalSeconds,
    onFault,
    checkInputs: {
      isInGroup: () => false,
      now,
      random: options.random ?? Math.random,
      crc32: options.crc32 ?? Bun.hash.crc32,
    },
  });
  await deployment.ready;
  const production = firstProduction(deployment);
  const service: Service = {
    async send(path, init) {
      const request = new Request(`http://localhost${hostedPrefix}${path}`, init);
      const response = await deployment.api.fetch(request);
      // What Bun.serve does when it sends the answer.
      return request.method === "HEAD" ? new Response(null, response) : response;
    },
    async stop() {
      await deployment.close();
      await telemetry?.close();
      if (faults.length > 0) {
        throw new AggregateError(faults, "the deployment met faults of its own");
      }
    },
  };
  const newToken = async (described: Partial<NewToken> = {}) => {
    const { value } = await deployment.writer.submit((draft) =>
      createToken(draft, { environment: production, ...plainToken, ...described }),
    );
    return value;
  };
  const managerToken = await newToken({
    name: "manager",
    managesEnvironments: true,
    ...(options.token === undefined ? {} : { value: options.token }),
  });
  return {
    ...service,
    deployment,
    faults,
    managerToken,
    manager: new HostedClient(() => service, managerToken),
    production,
    newToken,
    newClient: async (described) => new HostedClient(() => service, await newToken(described)),
  };
}

const plainToken = {
  name: "test",
  access: "read_and_write",
  managesEnvironments: false,
  ownerId: 1,
  isPreview: false,
} as const;

function firstProduction({ writer }: Deployment): Environment {
  const production = writer.state.productions.first();
  if (production === undefined) {
    throw new Error("the first start made no Production");
  }
  return production;
}
