/**
 * The folders of `src/` from the lowest layer up, each with the folders it may import beside itself
 * (docs/architecture.md#layers). A row may only name rows above it in this list, so no import runs
 * upward and no two folders import each other. The files right in `src/` have rows of their own.
 */
export const layers: Readonly<Record<string, string>> = {
  "errors.ts": "",
  "version.ts": "",
  text: "",
  memo: "",
  "event-loop": "",
  secrets: "",
  percentages: "errors.ts text",
  expressions: "errors.ts memo percentages text",
  toggles: "errors.ts expressions memo percentages text",
  model: "text toggles",
  "change-events": "model toggles",
  storage: "model toggles",
  postgres: "storage",
  writer: "change-events errors.ts event-loop model storage toggles",
  commands: "errors.ts memo model secrets text toggles",
  imports: "commands errors.ts event-loop expressions model percentages text toggles",
  snapshots: "memo model text toggles",
  copies: "storage",
  services:
    "commands errors.ts event-loop imports memo model percentages snapshots storage text toggles writer",
  "storage/memory": "model storage",
  moves: "model secrets storage toggles",
  sqlite: "event-loop storage text",
  "storage/sqlite": "event-loop expressions model sqlite storage text toggles",
  "storage/postgres": "event-loop expressions model postgres secrets storage toggles",
  "http/request": "errors.ts text",
  "http/response": "event-loop http/request",
  "http/openapi": "http/request http/response text",
  "http/routing": "errors.ts http/openapi http/request http/response",
  "http/declared": "http/openapi http/request http/routing memo text",
  stream: "errors.ts event-loop http/request http/response http/routing model",
  "telemetry/messages": "errors.ts http/request",
  "telemetry/migrations": "postgres storage",
  "telemetry/worker/counting": "telemetry/messages text toggles",
  "telemetry/worker/reading":
    "errors.ts http/request telemetry/messages telemetry/worker/counting text",
  "telemetry/worker/port": "storage telemetry/messages telemetry/worker/counting",
  "telemetry/worker/store":
    "sqlite storage telemetry/messages telemetry/worker/counting telemetry/worker/port text",
  "telemetry/worker/postgres":
    "postgres storage telemetry/messages telemetry/migrations telemetry/worker/counting telemetry/worker/port",
  "telemetry/worker":
    "errors.ts telemetry/messages telemetry/worker/counting telemetry/worker/port telemetry/worker/postgres telemetry/worker/reading telemetry/worker/store text",
  telemetry: "errors.ts http/request model storage telemetry/messages",
  "flipper-api/errors": "errors.ts http/declared http/openapi http/response text",
  "flipper-api/access":
    "errors.ts flipper-api/errors http/declared http/openapi http/request memo model secrets",
  "flipper-api/answers": "http/request http/response http/routing memo snapshots toggles",
  "flipper-api/features":
    "errors.ts event-loop expressions flipper-api/access flipper-api/answers flipper-api/errors http/declared http/request http/response http/routing imports model percentages services snapshots text toggles",
  "flipper-api/changes": "flipper-api/access flipper-api/errors http/declared stream",
  "flipper-api/environments":
    "commands errors.ts flipper-api/access flipper-api/errors http/declared http/openapi http/response model services",
  "flipper-api/audits":
    "errors.ts flipper-api/access flipper-api/errors http/declared http/openapi http/request http/response model services",
  "flipper-api/telemetry":
    "errors.ts flipper-api/access flipper-api/answers flipper-api/errors http/declared http/openapi http/request http/response model snapshots telemetry telemetry/messages text toggles",
  "flipper-api/gatehouse":
    "commands errors.ts flipper-api/access flipper-api/answers flipper-api/errors flipper-api/features flipper-api/telemetry http/openapi http/request http/response imports model percentages services snapshots text toggles",
  "flipper-api":
    "flipper-api/access flipper-api/answers flipper-api/audits flipper-api/changes flipper-api/environments flipper-api/errors flipper-api/features flipper-api/gatehouse flipper-api/telemetry http/routing imports secrets services stream telemetry",
  ofrep:
    "errors.ts event-loop expressions flipper-api/access flipper-api/errors http/declared http/openapi http/request http/response http/routing memo model secrets services snapshots stream telemetry text toggles",
  log: "model percentages text",
  health: "http/declared http/openapi http/response",
  limits: "errors.ts http/request http/routing",
  sockets: "",
  "webhooks/targets": "limits text",
  metrics: "http/declared http/openapi model storage telemetry writer",
  config: "limits secrets text",
  origin:
    "errors.ts flipper-api/errors http/declared http/request http/response http/routing model secrets storage text",
  "api-client": "text",
  "replica/spool": "errors.ts origin sqlite",
  replica:
    "api-client copies errors.ts event-loop http/request http/routing model origin replica/spool storage telemetry telemetry/worker/reading text writer",
  "webhooks/secrets": "errors.ts model",
  "webhooks/messages": "",
  "webhooks/delivery":
    "commands model secrets storage text webhooks/messages webhooks/secrets webhooks/targets writer",
  webhooks:
    "commands errors.ts model storage webhooks/delivery webhooks/messages webhooks/secrets webhooks/targets writer",
  sessions: "commands config errors.ts limits model secrets storage text writer",
  migrate:
    "commands errors.ts event-loop flipper-api/errors http/declared http/request http/response http/routing imports limits secrets text",
  backup: "sqlite storage text",
  "web/calls": "",
  "web/contract": "commands expressions model text toggles",
  web: "commands errors.ts flipper-api/access flipper-api/errors http/declared http/openapi http/request http/response http/routing model secrets sessions stream text web/contract",
  "web/handlers":
    "backup commands errors.ts event-loop expressions flipper-api/features http/declared http/request http/response http/routing imports migrate model services sessions stream telemetry telemetry/messages text toggles web web/contract webhooks",
  library:
    "commands config flipper-api flipper-api/access flipper-api/errors health http/openapi http/request http/response http/routing model ofrep percentages secrets services stream toggles web web/contract web/handlers",
  server:
    "backup commands config copies errors.ts event-loop flipper-api flipper-api/access flipper-api/answers flipper-api/errors flipper-api/telemetry health http/openapi http/request http/response http/routing imports limits log metrics migrate model ofrep origin replica replica/spool services sessions sockets sqlite storage stream telemetry text web web/contract web/handlers webhooks webhooks/delivery webhooks/secrets writer",
  cluster:
    "config copies metrics model moves origin postgres server storage storage/postgres storage/sqlite telemetry/messages telemetry/migrations telemetry/worker/port telemetry/worker/postgres telemetry/worker/store text writer",
  administration:
    "api-client commands config errors.ts flipper-api flipper-api/access flipper-api/features http/request http/response http/routing imports limits model percentages secrets storage text web webhooks writer",
  cli: "administration api-client backup config event-loop model percentages storage text version.ts web/calls web/contract",
  shell:
    "administration cli cluster config copies errors.ts server services sqlite storage storage/sqlite telemetry webhooks webhooks/secrets writer",
  client: "expressions percentages text toggles",
  "client/file": "client",
  openfeature: "client toggles",
  "client.ts": "client",
  "client-file.ts": "client client/file",
  "openfeature.ts": "openfeature",
  "index.ts": "*",
  "testing.ts": "index.ts library",
  "main.ts": "*",
};

/**
 * What the browser's side in `src/ui` may import in addition to itself: these libraries, types of
 * these folders, and the code of pure folders. It has no row above, as it runs in the browser.
 */
export const uiImports = {
  libraries: [
    "@base-ui/react",
    "@tanstack/react-query",
    "@tanstack/react-virtual",
    "react",
    "react-dom",
    "wouter",
  ],
  types: ["expressions", "model", "web/contract"],
  code: ["web/calls"],
} as const;

/** Folders whose results depend on their arguments alone: no I/O, no clock, no Bun, no schemas. */
export const pureFolders: readonly string[] = [
  "errors.ts",
  "text",
  "memo",
  "percentages",
  "expressions",
  "toggles",
  "model",
  "telemetry/worker/counting",
  "web/calls",
];

/** The folders that may import a library; one without a row is a new decision, taken here. */
export const libraries: Readonly<Record<string, string>> = {
  "../package.json": "version.ts",
  "build/docs.pack": "http/openapi",
  "build/ui.pack": "index.ts main.ts",
  "@openfeature/core": "openfeature",
  elysia:
    "flipper-api flipper-api/audits flipper-api/changes flipper-api/environments flipper-api/errors flipper-api/features flipper-api/gatehouse flipper-api/telemetry health http/declared http/openapi http/routing index.ts metrics migrate ofrep origin server web web/handlers",
  "@elysiajs/swagger/utils": "http/openapi",
  "@sinclair/typebox":
    "administration api-client backup cli flipper-api/audits flipper-api/changes flipper-api/environments flipper-api/errors flipper-api/features flipper-api/gatehouse flipper-api/telemetry health http/declared http/openapi http/request migrate ofrep origin web web/contract web/handlers",
  "drizzle-orm":
    "sqlite storage/postgres storage/sqlite telemetry/worker/postgres telemetry/worker/store",
  bun: "postgres storage/postgres telemetry/worker/postgres",
  "bun:ffi": "sockets",
  "bun:jsc": "event-loop limits",
  "bun:sqlite": "replica/spool sqlite storage/sqlite telemetry/worker/store",
  "@simplewebauthn/server": "sessions",
  "reflect-metadata": "sessions",
  "@sindresorhus/slugify": "commands",
  immutable: "model moves snapshots storage/postgres storage/sqlite",
  "modern-tar": "backup",
  "lru-cache": "limits",
  "prom-client": "metrics",
  "node:crypto":
    "config flipper-api/access secrets sqlite storage storage/postgres webhooks/delivery webhooks/messages webhooks/secrets",
  "node:dns": "webhooks/targets",
  "node:fs":
    "administration backup cli client/file cluster config copies health http/response library main.ts metrics migrate replica/spool sockets sqlite storage storage/sqlite web/handlers webhooks/secrets",
  "node:http": "cli server webhooks/targets",
  "node:https": "cli webhooks/targets",
  "node:net": "cli config limits server web/handlers webhooks/targets",
  "node:os": "administration config",
  "node:path":
    "administration backup cli cluster config copies main.ts metrics migrate server sqlite storage storage/sqlite telemetry web/handlers webhooks/secrets",
  "node:process": "sqlite",
  "node:readline": "cli",
  "node:stream": "backup http/request",
  "node:util": "config http/openapi replica/spool",
  "node:zlib": "backup http/openapi http/request http/response storage/postgres",
};
