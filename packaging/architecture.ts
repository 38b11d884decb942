/**
 * The folders of `src/` from the lowest up, each with the folders that it may import. A folder
 * includes all its subfolders. A row may only name rows above it in this list. No import goes up, and
 * no two folders import each other (docs/architecture.md#folders). The files directly in `src/` have
 * their own rows.
 */
export const layers: Readonly<Record<string, string>> = {
  core: "",
  config: "core",
  http: "core",
  storage: "core",
  app: "core storage",
  telemetry: "core http storage",
  webhooks: "app core storage",
  api: "app core http storage telemetry webhooks",
  demo: "api app config core http storage telemetry webhooks",
  replication: "api app core http storage telemetry",
  cluster: "app config core replication storage telemetry",
  server: "api app cluster config core http replication storage telemetry webhooks",
  cli: "api app cluster config core http replication server storage telemetry webhooks",
  library: "api app config core http",
  client: "core",
  "client.ts": "client",
  "client-file.ts": "client",
  "openfeature.ts": "client",
  "index.ts": "*",
  "testing.ts": "index.ts library",
  "serve-data.ts": "*",
  "serve.ts": "*",
  "main.ts": "*",
  "executable-entry.ts": "cli core main.ts",
};

/**
 * The allowed imports of the browser code in `src/ui`, in addition to itself: libraries, types of
 * folders, and code of folders. It has no row above, because it runs in the browser.
 */
export const uiImports = {
  libraries: ["@base-ui/react", "@tanstack/react-query", "react", "react-dom", "wouter"],
  types: ["src/core/expressions/", "src/core/model/", "src/api/admin/contract/"],
  code: ["src/api/admin/calls/"],
} as const;

/** Code whose results depend on its arguments alone: no I/O, no clock, no Bun, no schemas. */
export const pure = {
  folders: [
    "src/core/",
    "src/telemetry/worker/counting/",
    "src/api/admin/calls/",
    "src/cli/code-references/",
  ],
  /** Steps that yield to the event loop, random secrets, and the version of the package. */
  exceptions: ["src/core/scheduling/", "src/core/secrets/", "src/core/version.ts"],
  /** Libraries that compute, and message types of neighbors. */
  imports: ["immutable", "lru-cache", "node:net", "src/telemetry/messages/"],
} as const;

/** The folders that may import a library. A new row is a decision. */
export const libraries: Readonly<Record<string, string>> = {
  "package.json": "core",
  "packaging/repository.json": "cli",
  "build/docs.pack": "http",
  "build/ui.pack": "index.ts serve-data.ts",
  "@elysiajs/swagger/utils": "http",
  "@openfeature/core": "client",
  "@simplewebauthn/server": "app",
  "openid-client": "server",
  "@sinclair/typebox": "api cli demo http replication storage",
  "@sindresorhus/slugify": "app",
  bun: "storage telemetry",
  "bun:ffi": "server",
  "bun:jsc": "core http",
  "bun:sqlite": "replication storage telemetry",
  "drizzle-orm": "storage telemetry",
  elysia: "api demo http index.ts replication server",
  immutable: "app core storage",
  jose: "server",
  "lru-cache": "core http",
  "modern-tar": "storage",
  "node:crypto": "api config core storage webhooks",
  "node:dns": "webhooks",
  "node:fs":
    "api cli client cluster config demo executable-entry.ts http library replication server storage webhooks",
  "node:http": "cli server webhooks",
  "node:https": "cli webhooks",
  "node:net": "api cli config core http server webhooks",
  "node:os": "cli config demo",
  "node:path":
    "api cli cluster config demo replication serve-data.ts server storage telemetry webhooks",
  "node:process": "storage",
  "node:readline": "cli",
  "node:stream": "http storage",
  "node:util": "config http replication",
  "node:zlib": "http storage",
  "prom-client": "server",
  "reflect-metadata": "app",
  yaml: "cli",
};
