/** The permission that a route requires of a token (docs/api.md#tokens). */
export type Permission =
  | "evaluate"
  | "read"
  | "write"
  | "remove"
  | "create"
  | "delete"
  | "any token";

export interface RouteRow {
  readonly permission: Permission;
  /** The status for a token with the permission. */
  readonly status: number;
  readonly body?: unknown;
}

const path = "/features/:feature_name";
const submission = {
  request_id: "1b4e28ba-2fa1-4d3b-a3f5-ef19b5a7633b",
  enabled_metrics: [{ key: "search", time: 1_700_000_000, result: true, value: 1 }],
};

/** Every route by the server's own name; a missing one fails the test. */
export const routeRows: Readonly<Record<string, RouteRow>> = {
  "GET /features": { permission: "read", status: 200 },
  [`GET ${path}`]: { permission: "read", status: 200 },
  "GET /actors/:flipper_id": { permission: "read", status: 200 },
  "POST /actors": {
    permission: "read",
    status: 200,
    body: { actors: [{ flipper_id: "User;1" }] },
  },
  "GET /stream": { permission: "evaluate", status: 200 },
  "GET /audits": { permission: "read", status: 200 },
  "GET /telemetry/summary": { permission: "read", status: 200 },
  "POST /telemetry": { permission: "read", status: 202, body: submission },
  "POST /gatehouse/outcomes": {
    permission: "read",
    status: 202,
    body: { request_id: "5d3a1c5e-7f2b-4c0a-9d65-0a1f4be5a9c2", outcomes: [] },
  },
  "GET /gatehouse/watched": { permission: "read", status: 200 },
  "POST /features": { permission: "write", status: 200, body: { name: "fresh" } },
  [`POST ${path}/boolean`]: { permission: "write", status: 200 },
  [`POST ${path}/expression`]: { permission: "write", status: 200, body: { Property: ["plan"] } },
  [`POST ${path}/groups`]: { permission: "write", status: 200, body: { name: "staff" } },
  [`POST ${path}/actors`]: { permission: "write", status: 200, body: { flipper_id: "User;9" } },
  [`POST ${path}/percentage_of_actors`]: {
    permission: "write",
    status: 200,
    body: { percentage: 7 },
  },
  [`POST ${path}/percentage_of_time`]: {
    permission: "write",
    status: 200,
    body: { percentage: 7 },
  },
  "POST /import": { permission: "write", status: 204, body: { features: { search: {} } } },
  "POST /adapter/import": { permission: "write", status: 204, body: { features: { search: {} } } },
  "POST /environments": { permission: "create", status: 201, body: { name: "Fresh" } },
  [`DELETE ${path}/boolean`]: { permission: "write", status: 200 },
  [`DELETE ${path}/expression`]: { permission: "write", status: 200 },
  [`DELETE ${path}/groups`]: { permission: "write", status: 200, body: { name: "staff" } },
  [`DELETE ${path}/actors`]: { permission: "write", status: 200, body: { flipper_id: "User;9" } },
  [`DELETE ${path}/percentage_of_actors`]: { permission: "write", status: 200 },
  [`DELETE ${path}/percentage_of_time`]: { permission: "write", status: 200 },
  [`DELETE ${path}/clear`]: { permission: "write", status: 204 },
  [`DELETE ${path}`]: { permission: "remove", status: 204 },
  "DELETE /environments": { permission: "any token", status: 422 },
  "DELETE /environments/:id": { permission: "delete", status: 204 },
};
