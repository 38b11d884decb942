import { readFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../../test/helpers/free-port.ts";
import { PostgresServer } from "../../test/helpers/postgres-server.ts";
import { BenchmarkError } from "../benchmark-error.ts";
import type { RunningServer } from "../child-processes.ts";
import type { PeerTools } from "./peer-system.ts";
import { environment, unleashImport } from "./unleash-import.ts";

/** The first start creates all tables, one migration after the other. */
const startTimeoutMs = 90_000;
const readyTimeoutMs = 20_000;
const readyPollMs = 100;
/** Its limits of rates are for one minute. */
const withoutLimit = "1000000000";

export const adminToken = "*:*.an-admin-token-for-benchmarks-only";
export const backendToken = `default:${environment}.a-backend-token-for-benchmarks-only`;
export const frontendToken = `default:${environment}.a-frontend-token-for-benchmarks-only`;
export const proxyKey = "a-proxy-key-for-benchmarks-only";

export interface UnleashServers {
  readonly postgres: PostgresServer;
  readonly server: RunningServer;
  readonly proxy: RunningServer;
}

/** Starts Unleash on a PostgreSQL as it is after its installation, and then the proxy. */
export async function startUnleashServers(tools: PeerTools): Promise<UnleashServers> {
  const postgres = await PostgresServer.start({ settings: { fsync: "on" } });
  const server = await startServer(tools, await postgres.database());
  const proxy = await startProxy(tools, server.origin);
  await untilReady(`${proxy.origin}/proxy/health`);
  return { postgres, server, proxy };
}

/** The process of PostgreSQL that starts all others. */
export function postmasterPid({ directory }: PostgresServer): number {
  return Number.parseInt(readFileSync(join(directory, "data", "postmaster.pid"), "utf8"), 10);
}

/** The Node.js of the packages. */
export function nodePath(packages: string): string {
  return join(packages, `node-linux-${process.arch}`, "bin", "node");
}

async function startServer(tools: PeerTools, database: string): Promise<RunningServer> {
  const features = join(tools.directory, "unleash-features.json");
  await Bun.write(features, unleashImport());
  const port = await freePort();
  const program = join(tools.packages, "unleash-server", "dist", "lib", "server-impl.js");
  const code = `import(${JSON.stringify(program)}).then(({ start }) => start())
    .then(() => console.log("listening on http://127.0.0.1:${port}"))`;
  const variables = {
    NODE_ENV: "production",
    ...{ DATABASE_URL: database, DATABASE_SSL: "false" },
    ...{ HTTP_HOST: "127.0.0.1", HTTP_PORT: String(port) },
    INIT_ADMIN_API_TOKENS: adminToken,
    INIT_BACKEND_API_TOKENS: backendToken,
    INIT_FRONTEND_API_TOKENS: frontendToken,
    ...{ IMPORT_FILE: features, IMPORT_ENVIRONMENT: environment },
    ...{ CHECK_VERSION: "false", SEND_TELEMETRY: "false" },
    SDK_API_RATE_LIMIT_PER_MINUTE: withoutLimit,
    TOKEN_AUTHENTICATION_RATE_LIMIT_PER_MINUTE: withoutLimit,
    REGISTER_CLIENT_RATE_LIMIT_PER_MINUTE: withoutLimit,
    CLIENT_METRICS_RATE_LIMIT_PER_MINUTE: withoutLimit,
  };
  const argv = [nodePath(tools.packages), "--no-deprecation", "--eval", code];
  return tools.processes.serve(argv, variables, startTimeoutMs);
}

/** Its own start would listen on all addresses. */
async function startProxy(tools: PeerTools, unleash: string): Promise<RunningServer> {
  const port = await freePort();
  const program = join(tools.packages, "@unleash", "proxy");
  const code = `require(${JSON.stringify(program)}).createApp({}).listen(${port}, "127.0.0.1", () =>
    console.log("listening on http://127.0.0.1:${port}"))`;
  return tools.processes.serve([nodePath(tools.packages), "--eval", code], {
    NODE_ENV: "production",
    ...{ UNLEASH_URL: `${unleash}/api`, UNLEASH_API_TOKEN: backendToken },
    ...{ UNLEASH_PROXY_CLIENT_KEYS: proxyKey, EXP_SERVER_SIDE_SDK_CONFIG_TOKENS: proxyKey },
    ENABLE_ALL_ENDPOINT: "true",
  });
}

async function untilReady(url: string): Promise<void> {
  const startedMs = performance.now();
  while (!(await fetch(url)).ok) {
    if (performance.now() - startedMs > readyTimeoutMs) {
      throw new BenchmarkError(`${url} was not ready after ${readyTimeoutMs / 1_000} s`);
    }
    await Bun.sleep(readyPollMs);
  }
}
