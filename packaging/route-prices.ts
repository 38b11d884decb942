import { withSection } from "./document-section.ts";

/** The cost of the most expensive valid request of a route, and its limits. */
export interface Price {
  readonly text: string;
  /** The attacks of `make bench-hostile` that test it; none for very cheap routes. */
  readonly attacks: readonly string[];
}

/** Each row of docs/performance.md#price-of-each-route has one of these. */
export const prices = {
  fixed: { text: "a cached text or file", attacks: [] },
  record: {
    text: "some records; plans bound environments, tokens and groups",
    attacks: [],
  },
  password: { text: "a hash of 19 MiB, a limited number at the same time", attacks: [] },
  stream: {
    text: "an open connection; a client that does not read is disconnected",
    attacks: ["half-sent requests"],
  },
  gate: {
    text: "a gate of 100,000 actors, of which the write changes a chunk",
    attacks: ["add and remove an actor", "clear a gate"],
  },
  feature: {
    text: "a feature of 100,000 actors",
    attacks: ["a feature of 99,000 actors", "feature of the web UI"],
  },
  actors: { text: "a search in 100,000 actors, in slices", attacks: ["actors of the web UI"] },
  features: {
    text: "all features, computed in slices, streamed or cached compressed",
    attacks: ["GET /features", "features of the web UI"],
  },
  check: {
    text: "each stored operator at most twice, in slices, one large check at a time",
    attacks: ["check of features", "GET /actors/x"],
  },
  bulkCheck: {
    text: "100,000 results, and the price of a check, one large check at a time",
    attacks: ["bulk check"],
  },
  evaluation: {
    text: "all features, in slices, one large evaluation at a time",
    attacks: ["evaluation of 100,000 flags"],
  },
  explanation: {
    text: "the price of a bulk check and 50,000 parts of trees, one at a time, 40 wait",
    attacks: ["explanation of 100 features"],
  },
  actorFeatures: {
    text: "a check of all features, and 1,000 explanations and checks in 4 environments, one at a time, 40 wait",
    attacks: ["features of an actor"],
  },
  properties: {
    text: "the expressions of all environments, in slices, one at a time, 40 wait",
    attacks: ["properties of expressions"],
  },
  acts: {
    text: "a scan of 5,000 acts in pieces of 500, one page in a turn",
    attacks: [],
  },
  comments: {
    text: "250 comments of 4,000 characters",
    attacks: [],
  },
  comment: {
    text: "a comment of 4,000 characters, one change in a turn, 40 wait",
    attacks: [],
  },
  request: {
    text: "the commands of a request and the gates that they change, 8 MiB",
    attacks: [],
  },
  requests: {
    text: "1,000 open requests without their commands, or 5 stored requests at a time",
    attacks: [],
  },
  audits: {
    text: "250 audits with values of 64 KiB each, one page in a turn, 40 wait",
    attacks: ["audits with long values", "audits with ids", "audits of the web UI"],
  },
  projectSteps: {
    text: "one audit of each environment, 100 pieces of 5,000 audits each, one piece in a turn; 50 steps with two values of 64 KiB each; 40 wait",
    attacks: ["audits with ids", "audits of the web UI"],
  },
  auditExport: {
    text: "100,000 audits or 10,000 pages, 50 audits in a page when the client reads, 8 are open, 2 of one caller",
    attacks: ["audits with ids", "audits of the web UI"],
  },
  undo: {
    text: "the gates of all features of a step, one undo at a time, 40 wait",
    attacks: ["preview of an undo"],
  },
  undoPreview: {
    text: "1 large gate of a step at a time, one undo at a time, 40 wait",
    attacks: ["preview of an undo"],
  },
  bulk: {
    text: "the gates of 5,000 features in one command, in slices; one preview at a time, 40 wait",
    attacks: ["preview of a change of 2,000 features"],
  },
  export: { text: "all features, streamed", attacks: ["export of the web UI"] },
  comparison: {
    text: "all features twice, in slices; 1,000 are listed, streamed",
    attacks: ["comparison of the web UI"],
  },
  pastComparison: {
    text: "at most 200,000 audits and all features, one at a time, 40 wait; 1,000 are listed, streamed",
    attacks: ["comparison of two times"],
  },
  counts: {
    text: "the counts of all features, one list at a time, 40 wait, compressed in pieces",
    attacks: ["activity of the web UI", "telemetry of the web UI"],
  },
  summary: { text: "the counts of some features", attacks: ["audits and summary"] },
  submission: {
    text: "1 MiB of metrics in the telemetry worker; half-sent ones have shares",
    attacks: ["half-sent submissions"],
  },
  import: {
    text: "50 MiB, one import at a time",
    attacks: ["an import of", "imports into", "imports"],
  },
  metrics: { text: "a text that is cached for a second", attacks: ["/metrics"] },
  snapshot: { text: "the whole state, streamed", attacks: ["snapshot for a replica"] },
} as const satisfies Readonly<Record<string, Price>>;

type PriceName = keyof typeof prices;

const api: Readonly<Record<string, PriceName>> = {
  "DELETE /environments": "record",
  "DELETE /environments/:id": "record",
  "DELETE /features/:feature_name": "gate",
  "DELETE /features/:feature_name/actors": "gate",
  "DELETE /features/:feature_name/boolean": "gate",
  "DELETE /features/:feature_name/clear": "gate",
  "DELETE /features/:feature_name/expression": "gate",
  "DELETE /features/:feature_name/groups": "gate",
  "DELETE /features/:feature_name/percentage_of_actors": "gate",
  "DELETE /features/:feature_name/percentage_of_time": "gate",
  "GET /actors/:flipper_id": "check",
  "GET /audits": "audits",
  "GET /features": "features",
  "GET /features/:feature_name": "feature",
  "GET /stream": "stream",
  "GET /telemetry/summary": "summary",
  "POST /actors": "bulkCheck",
  "POST /adapter/import": "import",
  "POST /environments": "record",
  "POST /features": "record",
  "POST /features/:feature_name/actors": "gate",
  "POST /features/:feature_name/boolean": "gate",
  "POST /features/:feature_name/expression": "gate",
  "POST /features/:feature_name/groups": "gate",
  "POST /features/:feature_name/percentage_of_actors": "gate",
  "POST /features/:feature_name/percentage_of_time": "gate",
  "POST /import": "import",
  "POST /telemetry": "submission",
};

const ofrep: Readonly<Record<string, PriceName>> = {
  "GET /v1/stream": "stream",
  "POST /v1/evaluate/flags": "evaluation",
  "POST /v1/evaluate/flags/:key": "check",
};

const site: Readonly<Record<string, PriceName>> = {
  "GET /": "fixed",
  "GET /healthz": "fixed",
  "GET /metrics": "metrics",
  "GET /readyz": "fixed",
  "GET /swagger": "fixed",
  "GET /swagger/admin.json": "fixed",
  "GET /swagger/icon.svg": "fixed",
  "GET /swagger/json": "fixed",
  "GET /swagger/page.js": "fixed",
  "GET /swagger/page.json": "fixed",
  "GET /swagger/swagger-ui.css": "fixed",
  "GET /swagger/swagger-ui.js": "fixed",
};

const replication: Readonly<Record<string, PriceName>> = {
  "GET /changes": "stream",
  "GET /position": "fixed",
  "GET /snapshot": "snapshot",
  "POST /telemetry": "submission",
};

const webUi: Readonly<Record<string, PriceName>> = {
  "DELETE /admin/v1/account/identities": "record",
  "DELETE /admin/v1/account/passkeys/:passkey": "record",
  "DELETE /admin/v1/account/sessions": "record",
  "DELETE /admin/v1/account/sessions/:session": "record",
  "DELETE /admin/v1/account/tokens/:token": "record",
  "DELETE /admin/v1/comments/:subject/:comment": "comment",
  "DELETE /admin/v1/environments/:environment": "record",
  "DELETE /admin/v1/environments/:environment/features/:key": "gate",
  "DELETE /admin/v1/environments/:environment/features/:key/gates": "gate",
  "DELETE /admin/v1/environments/:environment/features/:key/override": "gate",
  "DELETE /admin/v1/environments/:environment/tokens/:token": "record",
  "DELETE /admin/v1/environments/:environment/unknown-keys": "record",
  "DELETE /admin/v1/environments/:environment/webhooks/:webhook": "record",
  "DELETE /admin/v1/environments/:environment/webhooks/:webhook/earlier-secret": "record",
  "DELETE /admin/v1/group-rules/:rule": "record",
  "DELETE /admin/v1/groups": "record",
  "DELETE /admin/v1/members/:user": "record",
  "DELETE /admin/v1/members/:user/emergency-access": "record",
  "DELETE /admin/v1/members/:user/environments/:environment": "record",
  "DELETE /admin/v1/members/:user/tokens/:token": "record",
  "DELETE /admin/v1/migration": "record",
  "DELETE /admin/v1/migrations/:migration": "record",
  "DELETE /admin/v1/replicas/:replica": "record",
  "DELETE /admin/v1/requests/:request/votes": "request",
  "DELETE /admin/v1/retired-keys": "record",
  "DELETE /admin/v1/session": "record",
  "DELETE /admin/v1/trust-rules/:rule": "record",
  "DELETE /admin/v1/views/:view": "record",
  "GET /:page": "fixed",
  "GET /admin/v1/about": "record",
  "GET /admin/v1/account/identities": "record",
  "GET /admin/v1/account/passkeys": "record",
  "GET /admin/v1/account/sessions": "record",
  "GET /admin/v1/account/tokens": "record",
  "GET /admin/v1/acts": "acts",
  "GET /admin/v1/audit/checkpoints": "acts",
  "GET /admin/v1/audit/export": "auditExport",
  "GET /admin/v1/audit/keys": "record",
  "GET /admin/v1/audits/export": "auditExport",
  "GET /admin/v1/backups": "record",
  "GET /admin/v1/backups/:file": "fixed",
  "GET /admin/v1/cleanup": "record",
  "GET /admin/v1/environments/:environment/policy": "record",
  "GET /admin/v1/environments/:environment/requests": "requests",
  "GET /admin/v1/issue-pattern": "record",
  "GET /admin/v1/comments/:subject": "comments",
  "GET /admin/v1/compare": "comparison",
  "GET /admin/v1/emergency-access": "record",
  "GET /admin/v1/environments": "record",
  "GET /admin/v1/environments/:environment/activity": "counts",
  "GET /admin/v1/environments/:environment/audit-actors": "record",
  "GET /admin/v1/environments/:environment/audits": "audits",
  "GET /admin/v1/environments/:environment/compare": "pastComparison",
  "GET /admin/v1/environments/:environment/events": "stream",
  "GET /admin/v1/environments/:environment/evaluations": "counts",
  "GET /admin/v1/environments/:environment/export": "export",
  "GET /admin/v1/environments/:environment/features": "features",
  "GET /admin/v1/environments/:environment/features/:key": "feature",
  "GET /admin/v1/environments/:environment/features/:key/actors": "actors",
  "GET /admin/v1/environments/:environment/features/:key/evaluations": "summary",
  "GET /admin/v1/environments/:environment/properties": "properties",
  "GET /admin/v1/environments/:environment/sparklines": "summary",
  "GET /admin/v1/environments/:environment/steps": "audits",
  "GET /admin/v1/environments/:environment/steps/:audit": "audits",
  "GET /admin/v1/environments/:environment/steps/:audit/gates": "undo",
  "GET /admin/v1/environments/:environment/telemetry": "counts",
  "GET /admin/v1/environments/:environment/tokens": "record",
  "GET /admin/v1/environments/:environment/unknown-keys": "summary",
  "GET /admin/v1/environments/:environment/webhooks": "record",
  "GET /admin/v1/environments/:environment/webhooks/:webhook": "record",
  "GET /admin/v1/environments/:environment/webhooks/:webhook/deliveries": "record",
  "GET /admin/v1/environments/:environment/webhooks/:webhook/deliveries/:delivery": "record",
  "GET /admin/v1/first-run": "record",
  "GET /admin/v1/group-rules": "record",
  "GET /admin/v1/groups": "record",
  "GET /admin/v1/members": "record",
  "GET /admin/v1/members/:user/tokens": "record",
  "GET /admin/v1/migrations": "record",
  "GET /admin/v1/people": "record",
  "GET /admin/v1/plan": "record",
  "GET /admin/v1/projects": "record",
  "GET /admin/v1/replicas": "record",
  "GET /admin/v1/requests": "requests",
  "GET /admin/v1/requests/:request": "request",
  "GET /admin/v1/retired-keys": "record",
  "GET /admin/v1/session": "record",
  "GET /admin/v1/status": "record",
  "GET /admin/v1/steps": "projectSteps",
  "GET /admin/v1/tokens": "record",
  "GET /admin/v1/trust-rules": "record",
  "GET /admin/v1/views": "record",
  "GET /admin/v1/webhooks": "record",
  "GET /assets/:file": "fixed",
  "PATCH /admin/v1/account": "record",
  "PATCH /admin/v1/comments/:subject/:comment": "comment",
  "PATCH /admin/v1/environments/:environment/features/:key": "record",
  "PATCH /admin/v1/environments/:environment/features/:key/actors": "gate",
  "PATCH /admin/v1/environments/:environment/features/:key/groups": "gate",
  "PATCH /admin/v1/environments/:environment/webhooks/:webhook": "record",
  "PATCH /admin/v1/members/:user": "record",
  "PATCH /admin/v1/requests/:request": "request",
  "PATCH /admin/v1/views/:view": "record",
  "POST /admin/v1/account/identities": "record",
  "POST /admin/v1/account/passkeys": "record",
  "POST /admin/v1/account/passkeys/options": "record",
  "POST /admin/v1/account/tokens": "record",
  "POST /admin/v1/audit/checkpoints": "acts",
  "POST /admin/v1/audit/keys": "record",
  "POST /admin/v1/backups": "record",
  "POST /admin/v1/comments/:subject": "comment",
  "POST /admin/v1/environments": "record",
  "POST /admin/v1/environments/:environment/actors/features": "actorFeatures",
  "POST /admin/v1/environments/:environment/audits/:audit/undo": "undo",
  "POST /admin/v1/environments/:environment/audits/:audit/undo-preview": "undoPreview",
  "POST /admin/v1/environments/:environment/bulk": "bulk",
  "POST /admin/v1/environments/:environment/bulk/preview": "bulk",
  "POST /admin/v1/environments/:environment/explain": "explanation",
  "POST /admin/v1/environments/:environment/features": "record",
  "POST /admin/v1/environments/:environment/features/:key/changes": "gate",
  "POST /admin/v1/environments/:environment/features/:key/changes/impact": "gate",
  "POST /admin/v1/environments/:environment/features/:key/changes/preview": "gate",
  "POST /admin/v1/environments/:environment/features/:key/copy": "gate",
  "POST /admin/v1/environments/:environment/import": "import",
  "POST /admin/v1/environments/:environment/migration": "import",
  "POST /admin/v1/environments/:environment/migration/preview": "import",
  "POST /admin/v1/environments/:environment/policy/confirmations": "record",
  "POST /admin/v1/environments/:environment/requests": "request",
  "POST /admin/v1/environments/:environment/rollback": "undo",
  "POST /admin/v1/environments/:environment/mirror": "record",
  "POST /admin/v1/environments/:environment/tokens": "record",
  "POST /admin/v1/environments/:environment/tokens/:token/rotate": "record",
  "POST /admin/v1/environments/:environment/webhooks": "record",
  "POST /admin/v1/environments/:environment/webhooks/:webhook/redeliver": "record",
  "POST /admin/v1/environments/:environment/webhooks/:webhook/rotate": "record",
  "POST /admin/v1/environments/:environment/webhooks/:webhook/test": "record",
  "POST /admin/v1/expressions/check": "record",
  "POST /admin/v1/group-rules": "record",
  "POST /admin/v1/groups": "record",
  "POST /admin/v1/members": "record",
  "POST /admin/v1/members/:user/link": "record",
  "POST /admin/v1/members/:user/tokens": "record",
  "POST /admin/v1/migration/check": "record",
  "POST /admin/v1/passkeys/sign-in": "record",
  "POST /admin/v1/passkeys/sign-in/options": "record",
  "POST /admin/v1/projects": "record",
  "POST /admin/v1/replicas": "record",
  "POST /admin/v1/requests/:request/adopt": "request",
  "POST /admin/v1/requests/:request/apply": "request",
  "POST /admin/v1/requests/:request/rebase": "request",
  "POST /admin/v1/requests/:request/votes": "request",
  "POST /admin/v1/requests/:request/withdraw": "request",
  "POST /admin/v1/retired-keys": "record",
  "POST /admin/v1/session": "password",
  "POST /admin/v1/session/proof": "password",
  "POST /admin/v1/set-up": "password",
  "POST /admin/v1/set-up/check": "record",
  "POST /admin/v1/sign-in/ci": "record",
  "POST /admin/v1/sign-in/oidc": "record",
  "POST /admin/v1/sign-in/oidc/finish": "record",
  "POST /admin/v1/trust-rules": "record",
  "POST /admin/v1/views": "record",
  "PUT /admin/v1/account/password": "password",
  "PUT /admin/v1/cleanup": "record",
  "PUT /admin/v1/environments/:environment/policy": "record",
  "PUT /admin/v1/issue-pattern": "record",
  "PUT /admin/v1/environments/:environment/features/:key/boolean": "gate",
  "PUT /admin/v1/environments/:environment/features/:key/expression": "gate",
  "PUT /admin/v1/environments/:environment/features/:key/percentage-of-actors": "gate",
  "PUT /admin/v1/environments/:environment/features/:key/percentage-of-time": "gate",
  "PUT /admin/v1/groups-policy": "record",
  "PUT /admin/v1/members/:user/emergency-access": "record",
  "PUT /admin/v1/members/:user/environments/:environment": "record",
  "PUT /admin/v1/plan": "record",
  "PUT /admin/v1/retired-keys/policy": "record",
};

const byWire = {
  API: api,
  OFREP: ofrep,
  "web UI": webUi,
  site,
  migrations: { "POST /migrate": "import" },
  replication,
} as const satisfies Readonly<Record<string, Readonly<Record<string, PriceName>>>>;

/** The price of every route of every wire, such as `API GET /features`. */
export const routePrices: ReadonlyMap<string, PriceName> = new Map(
  Object.entries(byWire).flatMap(([wire, routes]) =>
    Object.entries(routes).map(([route, price]): [string, PriceName] => [
      `${wire} ${route}`,
      price,
    ]),
  ),
);

const head = ["wire", "route", "the most expensive valid request"];

/** A Markdown table of the price of each route. */
function priceTable(): string {
  const rows = Object.entries(byWire).flatMap(([wire, routes]) =>
    Object.entries(routes).map(([route, price]) => [wire, `\`${route}\``, prices[price].text]),
  );
  return [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |\n`).join("");
}

/** The document with the table between its marks `prices`. */
export function withPrices(document: string): string {
  return withSection(document, "prices", priceTable());
}
