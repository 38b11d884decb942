import createClient, { type Client } from "openapi-fetch";
import type { components, paths } from "./openapi.d.ts";

/*
 * A day of a team, with a client whose types openapi-typescript has generated from docs/openapi.json:
 * `bun team-story.ts URL TOKEN`. Throws at the first unexpected answer.
 */

declare const process: { readonly argv: readonly string[] };
declare const console: { log(text: string): void };

type Feature = components["schemas"]["Feature"];
type Gate = components["schemas"]["Gate"];

const [baseUrl = "", token = ""] = process.argv.slice(2);
const team = clientOf(token);
const search = { params: { path: { feature_name: "team/search" } } };

function clientOf(value: string): Client<paths> {
  return createClient<paths>({
    baseUrl,
    headers: { "Flipper-Cloud-Token": value },
    // Lists of names are sent with commas between them.
    querySerializer: { array: { style: "form", explode: false } },
  });
}

function expectSame(what: string, actual: unknown, expected: unknown): void {
  if (JSON.stringify(actual) !== JSON.stringify(expected)) {
    throw new Error(`${what}: ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`);
  }
  console.log(what);
}

/** `key` discriminates the union of gates, so each value has its own type. */
function describeGate(gate: Gate): string {
  switch (gate.key) {
    case "boolean":
      return gate.value ? "everyone" : "";
    case "expression":
      return Object.keys(gate.value ?? {}).join();
    case "groups":
    case "actors":
      return gate.value.join();
    case "percentage_of_actors":
    case "percentage_of_time":
      return gate.value.toFixed();
  }
}

function describeGates({ gates = [] }: Feature): readonly string[] {
  return gates.map(describeGate);
}

await createAndEnable();
await readBack();
await tryInEnvironment();
await changeGates();
await countAndSum();
await cleanUp();

async function createAndEnable() {
  const created = await team.POST("/features", { body: { name: "team/search" } });
  expectSame("a feature is created", created.response.status, 200);
  await team.POST("/features/{feature_name}/actors", { ...search, body: { flipper_id: "User;1" } });
  await team.POST("/features/{feature_name}/groups", { ...search, body: { name: "staff" } });
  const { data, error } = await team.POST("/features/{feature_name}/percentage_of_time", {
    ...search,
    body: { percentage: 0 },
  });
  expectSame("a write has no error", error, undefined);
  expectSame("it has gates", data && describeGates(data), ["", "", "staff", "User;1", "0", "0"]);
  const refused = await team.POST("/features/{feature_name}/percentage_of_actors", {
    ...search,
    body: { percentage: 101 },
  });
  expectSame("a percentage of 101 is refused", refused.error?.code, 3);
}

async function readBack() {
  const checked = await team.GET("/actors/{flipper_id}", {
    params: { path: { flipper_id: "User;1" }, query: { keys: ["team/search", "unknown"] } },
  });
  expectSame("it is enabled for the actor", checked.data?.features, {
    "team/search": { enabled: true },
    unknown: { enabled: false },
  });
  const list = await team.GET("/features", { params: { query: { exclude_gates: true } } });
  expectSame("the list has it", list.data?.features, [
    { key: "team/search", state: "conditional" },
  ]);
  const etag = list.response.headers.get("ETag") ?? "";
  const again = await team.GET("/features", {
    params: { query: { exclude_gates: true }, header: { "If-None-Match": etag } },
  });
  expectSame("the list is not sent again", again.response.status, 304);
  const audits = await team.GET("/audits", {
    params: { query: { keys: ["team/search"], per_page: 2 } },
  });
  expectSame(
    "the audits show what was done",
    audits.data?.audits.map(({ action, value }) => [action, value]),
    [
      ["enable_group", "staff"],
      ["enable_actor", "User;1"],
    ],
  );
}

async function tryInEnvironment() {
  const { data, response } = await team.POST("/environments", { body: { name: "Checkout" } });
  expectSame("an environment is created", response.status, 201);
  const environment = data?.environment;
  const preview = clientOf(data?.token.value ?? "");
  const enabled = await preview.POST("/features/{feature_name}/boolean", search);
  expectSame("the feature is on there", enabled.data?.state, "on");
  const production = await team.GET("/features/{feature_name}", search);
  expectSame("and as before in Production", production.data?.state, "conditional");
  const forbidden = await preview.DELETE("/features/{feature_name}", search);
  expectSame("only Production may delete it", forbidden.error?.code, "production_token_required");
  const removed = await team.DELETE("/environments/{id}", {
    params: { path: { id: environment?.id ?? 0 } },
  });
  expectSame("the environment is deleted", removed.response.status, 204);
}

async function countAndSum() {
  const metric = { key: "team/search", time: Math.floor(Date.now() / 1000), value: 3 };
  const submitted = await team.POST("/telemetry", {
    body: {
      request_id: crypto.randomUUID(),
      enabled_metrics: [
        { ...metric, result: true },
        { ...metric, value: 1, result: false },
      ],
    },
  });
  expectSame("telemetry is accepted", submitted.response.status, 202);
  const summary = await team.GET("/telemetry/summary", {
    params: { query: { days: 1, keys: ["team/search"] } },
  });
  const [feature] = summary.data?.features ?? [];
  expectSame("and summed up", feature?.summary, {
    total: 4,
    enabled: 3,
    disabled: 1,
    enabled_rate: 0.75,
  });
  expectSame("by the hour", [summary.data?.resolution, feature?.time_series.length], ["hour", 24]);
}

async function changeGates() {
  const changed = await team.POST("/features/{feature_name}/actors", {
    ...search,
    body: { flipper_id: "User;2" },
  });
  expectSame("changes have no error", changed.error, undefined);
}

async function cleanUp() {
  const removed = await team.DELETE("/features/{feature_name}", search);
  expectSame("the feature is deleted", removed.response.status, 204);
  const { error } = await team.GET("/features/{feature_name}", search);
  expectSame("and is unknown now", error?.code, 1);
}
