import { hostname } from "node:os";
import type { Config } from "../../src/config/config.ts";
import type { DatabaseConfig } from "../../src/config/database-settings.ts";

export const defaults: Config = {
  mode: "hosted",
  origin: undefined,
  sharesPort: false,
  host: "127.0.0.1",
  port: 8080,
  dataDirectory: "./data",
  demo: undefined,
  database: undefined,
  staleMsMax: undefined,
  basePath: "",
  mountPath: "/flipper/api",
  groups: [],
  basicAuth: undefined,
  token: undefined,
  ui: { isServed: true, isReadOnly: false, isOpen: false },
  mcp: "off",
  signOn: undefined,
  tls: undefined,
  publicUrl: undefined,
  docsUrl: undefined,
  pollIntervalSeconds: undefined,
  telemetryIntervalSeconds: undefined,
  acceptsMigrations: false,
  roundsPercentages: false,
  countsEvaluations: true,
  backups: undefined,
  selftestEveryMs: undefined,
  auditCheckpointFile: undefined,
  logLevel: "info",
  logFormat: "text",
  logRequests: false,
  hasMetrics: true,
  metricsAddress: undefined,
  corsOrigins: [],
  allowedHosts: [],
  requestTimeoutSeconds: 30,
  importBytesMax: 50 * 1024 * 1024,
  tokenRate: undefined,
  addressRate: undefined,
  connectionsPerAddressMax: 256,
  trustedProxies: [],
  webhookAllow: [],
};

export const token = "0123456789abcdef";
export const databaseUrl = "postgres://me:secret@db.example:5432/gatehouse";

export function database(given: Partial<DatabaseConfig>): DatabaseConfig {
  return {
    source: { url: databaseUrl },
    directUrl: undefined,
    isPooled: false,
    caFile: undefined,
    key: undefined,
    poolMax: 20,
    node: hostname(),
    writeWaitMs: 3_000,
    ...given,
  };
}

/** A setting's flag, its variable, a value, and the resulting configuration. */
export const accepted: [string, string, string, Partial<Config>][] = [
  ["mode", "GATEHOUSE_MODE", "mountable", { mode: "mountable" }],
  ["host", "GATEHOUSE_HOST", "0.0.0.0", { host: "0.0.0.0" }],
  ["host", "GATEHOUSE_HOST", "::1", { host: "::1" }],
  ["host", "GATEHOUSE_HOST", "my_box.example", { host: "my_box.example" }],
  ["port", "GATEHOUSE_PORT", "0", { port: 0 }],
  ["port", "GATEHOUSE_PORT", "65535", { port: 65_535 }],
  ["data", "GATEHOUSE_DATA", "/var/lib/toggles", { dataDirectory: "/var/lib/toggles" }],
  ["database", "GATEHOUSE_DATABASE", databaseUrl, { database: database({}) }],
  [
    "database-file",
    "GATEHOUSE_DATABASE_FILE",
    "/run/secrets/database",
    { database: database({ source: { file: "/run/secrets/database" } }) },
  ],
  ["stale-max", "GATEHOUSE_STALE_MAX", "2h", { staleMsMax: 7_200_000 }],
  ["base-path", "GATEHOUSE_BASE_PATH", "", { basePath: "" }],
  ["base-path", "GATEHOUSE_BASE_PATH", "/a/b", { basePath: "/a/b" }],
  ["mount-path", "GATEHOUSE_MOUNT_PATH", "/api", { mountPath: "/api" }],
  ["mount-path", "GATEHOUSE_MOUNT_PATH", "/a.b/_c~d/-", { mountPath: "/a.b/_c~d/-" }],
  ["group", "GATEHOUSE_GROUP", "admins", { groups: ["admins"] }],
  ["basic-auth", "GATEHOUSE_BASIC_AUTH", "me:a:b", { basicAuth: { user: "me", password: "a:b" } }],
  ["docs-url", "GATEHOUSE_DOCS_URL", "https://x.example/y", { docsUrl: "https://x.example/y" }],
  ["public-url", "GATEHOUSE_PUBLIC_URL", "https://x.example", { publicUrl: "https://x.example" }],
  ["public-url", "GATEHOUSE_PUBLIC_URL", "http://x:1/a/", { publicUrl: "http://x:1/a" }],
  ["poll-interval", "GATEHOUSE_POLL_INTERVAL", "10", { pollIntervalSeconds: 10 }],
  ["migrations", "GATEHOUSE_MIGRATIONS", "on", { acceptsMigrations: true }],
  ["mcp", "GATEHOUSE_MCP", "on", { mcp: "on" }],
  ["mcp", "GATEHOUSE_MCP", "writes", { mcp: "writes" }],
  ["ofrep-telemetry", "GATEHOUSE_OFREP_TELEMETRY", "off", { countsEvaluations: false }],
  ["telemetry-interval", "GATEHOUSE_TELEMETRY_INTERVAL", "60", { telemetryIntervalSeconds: 60 }],
  [
    "backup-directory",
    "GATEHOUSE_BACKUP_DIRECTORY",
    "/mnt/b",
    { backups: { directory: "/mnt/b", everyMs: 86_400_000, keepMax: 7 } },
  ],
  [
    "audit-checkpoint-file",
    "GATEHOUSE_AUDIT_CHECKPOINT_FILE",
    "/mnt/c",
    { auditCheckpointFile: "/mnt/c" },
  ],
  ["selftest-every", "GATEHOUSE_SELFTEST_EVERY", "1d", { selftestEveryMs: 86_400_000 }],
  ["log-level", "GATEHOUSE_LOG_LEVEL", "debug", { logLevel: "debug" }],
  ["log-format", "GATEHOUSE_LOG_FORMAT", "json", { logFormat: "json" }],
  ["metrics", "GATEHOUSE_METRICS", "off", { hasMetrics: false }],
  ["metrics-address", "GATEHOUSE_METRICS_ADDRESS", "127.0.0.1:9090", metrics("127.0.0.1", 9_090)],
  ["metrics-address", "GATEHOUSE_METRICS_ADDRESS", "[::1]:0", metrics("::1", 0)],
  ["metrics-address", "GATEHOUSE_METRICS_ADDRESS", "app:65535", metrics("app", 65_535)],
  ["cors-origin", "GATEHOUSE_CORS_ORIGIN", "https://a.example", origins("https://a.example")],
  ["cors-origin", "GATEHOUSE_CORS_ORIGIN", "http://[::1]:3000", origins("http://[::1]:3000")],
  ["cors-origin", "GATEHOUSE_CORS_ORIGIN", "https://*.a.example", origins("https://*.a.example")],
  ["cors-origin", "GATEHOUSE_CORS_ORIGIN", "http://*.a.b:81", origins("http://*.a.b:81")],
  [
    "cors-origin",
    "GATEHOUSE_CORS_ORIGIN",
    "capacitor://localhost",
    origins("capacitor://localhost"),
  ],
  [
    "cors-origin",
    "GATEHOUSE_CORS_ORIGIN",
    "moz-extension://6E2C-0f",
    origins("moz-extension://6E2C-0f"),
  ],
  ["allowed-host", "GATEHOUSE_ALLOWED_HOST", "app.example", { allowedHosts: ["app.example"] }],
  ["allowed-host", "GATEHOUSE_ALLOWED_HOST", "2001:db8::1", { allowedHosts: ["2001:db8::1"] }],
  ["request-timeout", "GATEHOUSE_REQUEST_TIMEOUT", "5", { requestTimeoutSeconds: 5 }],
  ["import-limit", "GATEHOUSE_IMPORT_LIMIT", "1", { importBytesMax: 1_048_576 }],
  ["connection-limit", "GATEHOUSE_CONNECTION_LIMIT", "9", { connectionsPerAddressMax: 9 }],
  ["connection-limit", "GATEHOUSE_CONNECTION_LIMIT", "0", { connectionsPerAddressMax: undefined }],
  ["rate-limit-token", "GATEHOUSE_RATE_LIMIT_TOKEN", "50", tokenRate(50, 50)],
  ["rate-limit-token", "GATEHOUSE_RATE_LIMIT_TOKEN", "5:100", tokenRate(5, 100)],
  [
    "rate-limit-address",
    "GATEHOUSE_RATE_LIMIT_ADDRESS",
    "1:1000000",
    { addressRate: { perSecond: 1, burst: 1_000_000 } },
  ],
  ["trusted-proxy", "GATEHOUSE_TRUSTED_PROXY", "10.0.0.0/8", proxies("10.0.0.0", 8)],
  ["trusted-proxy", "GATEHOUSE_TRUSTED_PROXY", "127.0.0.1", proxies("127.0.0.1", 32)],
  ["trusted-proxy", "GATEHOUSE_TRUSTED_PROXY", "fd00::/8", proxies("fd00::", 8)],
  ["trusted-proxy", "GATEHOUSE_TRUSTED_PROXY", "::1", proxies("::1", 128)],
  ["webhook-allow", "GATEHOUSE_WEBHOOK_ALLOW", "10.0.0.0/8", receivers("10.0.0.0", 8)],
  ["webhook-allow", "GATEHOUSE_WEBHOOK_ALLOW", "::1", receivers("::1", 128)],
];

function metrics(host: string, port: number): Partial<Config> {
  return { metricsAddress: { host, port } };
}

function origins(...corsOrigins: string[]): Partial<Config> {
  return { corsOrigins };
}

function tokenRate(perSecond: number, burst: number): Partial<Config> {
  return { tokenRate: { perSecond, burst } };
}

function receivers(address: string, bits: number): Partial<Config> {
  return { webhookAllow: [{ address, bits }] };
}

function proxies(address: string, bits: number): Partial<Config> {
  return { trustedProxies: [{ address, bits }], connectionsPerAddressMax: undefined };
}
