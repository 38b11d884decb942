import { createToken, type NewToken } from "../../src/app/commands/token-commands.ts";
import type { OpenWriter } from "../../src/app/writer/opened-data.ts";
import type { Environment } from "../../src/core/model/environment.ts";
import type { Crc32 } from "../../src/core/percentages/bucket.ts";
import { openSqliteStorage } from "../../src/storage/sqlite/sqlite-storage.ts";
import type { OpenedStorage } from "../../src/storage/storage.ts";
import { startTelemetry, type Telemetry } from "../../src/telemetry/telemetry.ts";
import { spawnOnSameThread } from "../telemetry/same-thread-worker.ts";
import { type Deployment, deployHosted, type HostedDeploymentOptions } from "./deploy.ts";
import { documentedService } from "./documented-service.ts";
import { HostedClient } from "./hosted-client.ts";
import type { Service } from "./service.ts";
import { workerUrl } from "./worker-entries.ts";

export const hostedPrefix = "/adapter";
export const docsUrl = "/swagger";

interface HostedServerOptions {
  /** Storage in memory unless given. */
  readonly opened?: OpenedStorage;
  readonly pollIntervalSeconds?: number;
  readonly now?: () => number;
  readonly random?: () => number;
  readonly crc32?: Crc32;
  /** The value of the first token; a random one unless given. */
  readonly token?: string;
  /** Whether there are telemetry routes, with a worker in this thread and data in memory. */
  readonly hasTelemetry?: boolean;
  /** See `ServicesOptions`. */
  readonly openWriter?: OpenWriter;
  /** As `createServices` has them. */
  readonly retention?: Pick<HostedDeploymentOptions, "onClockJump" | "hourMs" | "isStart">;
  /** WorkerReport of callers and routes. */
  readonly watch?: Pick<HostedDeploymentOptions, "onCaller" | "trace" | "heartbeatMs" | "counter">;
}

/** A hosted deployment in this process. */
export interface HostedServer extends Service {
  readonly deployment: Deployment;
  /** Undefined without `hasTelemetry`. */
  readonly telemetry: Telemetry | undefined;
  /** The faults that the deployment reported; `stop` rejects unless a test has removed them. */
  readonly faults: unknown[];
  /** A client that may read and write Production and manage preview environments. */
  readonly manager: HostedClient;
  readonly managerToken: string;
  readonly production: Environment;
  /** Returns a client with a new token, which is for Production unless given otherwise. */
  newClient(described?: Partial<NewToken>): Promise<HostedClient>;
  newToken(described?: Partial<NewToken>): Promise<string>;
}

export async function startHosted(options: HostedServerOptions = {}): Promise<HostedServer> {
  const faults: unknown[] = [];
  const opened = options.opened ?? (await openSqliteStorage(":memory:"));
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
    ...options.retention,
    opened: { ...opened, openWriter: options.openWriter },
    telemetry,
    guardMinutes: telemetry?.guards,
    prefix: hostedPrefix,
    docsUrl,
    pollIntervalSeconds: options.pollIntervalSeconds,
    onFault,
    checkInputs: {
      now,
      random: options.random ?? Math.random,
      crc32: options.crc32 ?? Bun.hash.crc32,
    },
  });
  await deployment.ready;
  const production = firstProduction(deployment);
  const plain: Service = {
    async send(path, init) {
      const request = new Request(`http://localhost${hostedPrefix}${path}`, init);
      const response = await deployment.api.fetch(request);
      // As Bun.serve does when it sends the answer.
      return request.method === "HEAD" ? new Response(null, response) : response;
    },
    async stop() {
      await deployment.close();
      await telemetry?.close();
      if (faults.length > 0) {
        throw new AggregateError(faults, "the deployment had faults");
      }
    },
  };
  const service = documentedService(plain, "hosted");
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
    telemetry,
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
    throw new Error("the first start created no Production");
  }
  return production;
}
