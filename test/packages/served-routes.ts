import { Registry } from "prom-client";
import adminDocument from "../../docs/openapi-admin.json" with { type: "json" };
import { permissionRows } from "../../packaging/permissions-table.ts";
import { migrateApi } from "../../src/api/cloud-import/migrate-api.ts";
import { MigrationReceiver } from "../../src/api/cloud-import/migration-receiver.ts";
import { Quarantine } from "../../src/api/cloud-import/quarantine.ts";
import { mcpApi } from "../../src/api/mcp/mcp-api.ts";
import { ImportPlace } from "../../src/app/imports/import-place.ts";
import { noImportRules } from "../../src/app/imports/imported-gates.ts";
import { Readiness } from "../../src/http/health/readiness.ts";
import { readinessController } from "../../src/http/health/readiness-controller.ts";
import type { Api } from "../../src/http/routing/api.ts";
import { RequestTrace } from "../../src/http/routing/request-trace.ts";
import { relayController } from "../../src/replication/primary/relay-controller.ts";
import { ReplicatedCommits } from "../../src/replication/primary/replicated-commits.ts";
import { replicationApi } from "../../src/replication/primary/replication-api.ts";
import { metricsController } from "../../src/server/metrics/metrics-controller.ts";
import { siteOperations } from "../../src/server/site-router.ts";
import { openSqliteStorage } from "../../src/storage/sqlite/sqlite-storage.ts";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";
import { deployMountable } from "../helpers/deploy.ts";
import { type HostedServer, startHosted } from "../helpers/hosted-server.ts";

const onFault = (error: unknown) => {
  throw error;
};
const context = { docsUrl: "/swagger", onFault, trace: new RequestTrace() };

/** Every route that servers answer, from their route tables, such as `API GET /features`. */
export async function servedRoutes(): Promise<readonly string[]> {
  const hosted = await startHosted({ hasTelemetry: true });
  const mountable = await startMountable();
  using directory = new TemporaryDirectory();
  const quarantine = new Quarantine({ dataDirectory: directory.path, now: Date.now, onFault });
  try {
    const wires: readonly (readonly [wire: string, api: Pick<Api, "app" | "prefix">])[] = [
      ["API", hosted.deployment.api],
      ["API", mountable.api],
      ["OFREP", hosted.deployment.ofrep],
      ["OFREP", mountable.ofrep],
      ["site", { app: siteRoutes(), prefix: "" }],
      ["mcp", mcp()],
      ["migrations", migrations(quarantine)],
      ["replication", replication(hosted)],
    ];
    const routes = wires.flatMap(([wire, { app, prefix }]) =>
      app.routes.map(({ method, path }) => `${wire} ${method} ${path.slice(prefix.length)}`),
    );
    return [...new Set([...routes, ...uiRoutes, ...adminRoutes])].sort();
  } finally {
    quarantine.close();
    await mountable.close();
    await hosted.stop();
  }
}

/** docs/openapi-admin.json has all of them: test/packages/openapi-files.test.ts. */
const adminRoutes = permissionRows(adminDocument).map(
  ({ route }) => `web UI ${route.replace(" /", " /admin/v1/")}`,
);

/** The page, its files and its stream are in no table: src/api/admin/web-ui.ts. */
const uiRoutes = ["site GET /swagger/admin.json", "web UI GET /assets/:file", "web UI GET /:page"];

async function startMountable() {
  return deployMountable({
    opened: await openSqliteStorage(":memory:"),
    mountPath: "/flipper/api",
    groups: new Set(),
    credentials: undefined,
    docsUrl: "/swagger",
    pollIntervalSeconds: undefined,
    checkInputs: {
      isInGroup: () => false,
      now: Date.now,
      random: Math.random,
      crc32: Bun.hash.crc32,
    },
    onFault,
  });
}

function siteRoutes(): Api["app"] {
  const readiness = new Readiness({ checks: {}, now: Date.now, onChange: () => undefined });
  return siteOperations({
    context,
    apis: [],
    basePath: "",
    version: "1.2.3",
    extraControllers: [
      readinessController({ path: "/readyz", readiness, docsUrl: "/swagger", refusals: {} }),
      metricsController({
        path: "/metrics",
        registry: async () => new Registry(),
        nowMs: Date.now,
        refusals: {},
      }),
    ],
  });
}

function migrations(quarantine: Quarantine): Api {
  const receiver = new MigrationReceiver({
    quarantine,
    place: new ImportPlace(),
    rules: noImportRules,
    page: { refusal: "none are received" },
    nowMs: Date.now,
  });
  return migrateApi({ context, prefix: "/api", receiver, addressOf: () => "" });
}

function mcp(): Api {
  const nothing = () => {
    throw new Error("no message arrives here");
  };
  return mcpApi({
    context,
    prefix: "/mcp",
    server: nothing,
    requireOrigin: nothing,
    requireToken: nothing,
    adminOf: nothing,
  });
}

function replication({ deployment: { writer } }: HostedServer): Api {
  return replicationApi({
    context,
    prefix: "/replication",
    commits: new ReplicatedCommits({ position: 0, batchId: "", state: writer.state }),
    state: () => writer.state,
    age: () => 0,
    controllers: (routes) => [relayController({ routes, count: () => Promise.resolve(0) })],
  });
}
