/** A value of each parameter of a path; of most there is nothing. */
export const params = {
  environment: 1,
  key: "search",
  user: 999,
  session: "none",
  passkey: "none",
  audit: 1,
  token: 999,
  group: "none",
  file: "none",
  webhook: 999,
  migration: "none",
  replica: 999,
};

/** Real changes, with the lowest role that may make each, in an order in which all succeed. */
export const changes: readonly (readonly [name: string, body: unknown])[] = [
  ["POST /environments/:environment/features", { key: "search" }],
  ["PATCH /environments/:environment/features/:key", { description: "x" }],
  ["PUT /environments/:environment/features/:key/boolean", { enabled: true, typed: "search" }],
  ["PUT /environments/:environment/features/:key/percentage-of-actors", { percentage: 5 }],
  ["PUT /environments/:environment/features/:key/percentage-of-time", { percentage: 5 }],
  ["PUT /environments/:environment/features/:key/expression", { json: '{"Boolean":true}' }],
  ["PATCH /environments/:environment/features/:key/actors", { add: ["User;1"] }],
  ["PATCH /environments/:environment/features/:key/groups", { add: ["staff"] }],
  ["DELETE /environments/:environment/features/:key/gates", { typed: "search" }],
  ["POST /groups", { name: "staff" }],
  ["PUT /groups-policy", { isStrict: true }],
  ["POST /environments", { name: "Staging" }],
  ["POST /environments/:environment/tokens", { name: "t", access: "read_only" }],
  ["PUT /cleanup", { days: 5, longevities: ["unset"] }],
  ["PUT /plan", { plan: "team", limits: {} }],
  ["POST /projects", { name: "Mobile apps" }],
  ["POST /replicas", { name: "frankfurt" }],
  ["POST /members", { email: "new@example.com", role: "viewer" }],
];
