import { expect, test } from "bun:test";
import type { RouteName } from "../../../src/api/admin/calls/admin-call.ts";
import { normalizeFeatureKey } from "../../../src/core/evaluation/feature-key.ts";
import { refusalIn, startUi } from "./web-ui-server.ts";

const params = { environment: 1, key: "search" };
const features = "/environments/:environment/features" as const;

const hostileKeys = [
  "a/b",
  "a?b#c",
  "100%",
  "%2F",
  "🎉 party",
  "__proto__",
  "<script>alert(1)</script>",
  "a\\b",
  "x'\"y",
  "gates",
];

test("a feature of any key is created, changed and removed through its path", async () => {
  await using server = await startUi();
  const page = await server.page("member");
  for (const key of hostileKeys) {
    const at = { params: { environment: 1, key } };
    const created = await page.answer(`POST ${features}`, { ...at, body: { key } });
    expect(created.key).toBe(normalizeFeatureKey(key));
    const enabled = await page.call(`PUT ${features}/:key/boolean`, {
      ...at,
      body: { enabled: true, typed: key },
    });
    expect([key, enabled.status]).toEqual([key, 200]);
    const shown = await page.answer(`GET ${features}/:key`, at);
    expect([shown.key, shown.state]).toEqual([key, "on"]);
  }
  const { features: rows } = await page.answer(`GET ${features}`, { params });
  expect(rows.map((row) => row.key).sort()).toEqual(hostileKeys.toSorted());
  for (const key of hostileKeys) {
    const removed = await page.call(`DELETE ${features}/:key`, {
      params: { environment: 1, key },
      body: { typed: key },
    });
    expect(removed.status).toBe(200);
  }
  expect(server.state().features.get(1)?.size).toBe(0);
});

type Refused = [name: RouteName, body: unknown, status: number, code: string, place?: string];

const long = (length: number) => "x".repeat(length);

const refused: Refused[] = [
  [`POST ${features}`, {}, 422, "input_invalid", "key"],
  [`POST ${features}`, { key: 1 }, 422, "input_invalid", "key"],
  [`POST ${features}`, { key: "a", surprise: 1 }, 422, "input_invalid", "surprise"],
  [`POST ${features}`, { key: long(600) }, 422, "input_invalid", "key"],
  [`POST ${features}`, { key: "." }, 422, "feature_name_missing"],
  [`POST ${features}`, { key: "search" }, 409, "feature_exists", "key"],
  [`POST ${features}`, { key: "n", ownerId: 99 }, 422, "owner_unknown", "ownerId"],
  [`POST ${features}`, [], 422, "input_invalid"],
  [`POST ${features}`, "key", 422, "input_invalid"],
  [`PATCH ${features}/:key`, { tags: [" a"] }, 422, "input_invalid", "tags[0]"],
  [`PATCH ${features}/:key`, { description: "a\u0000b" }, 422, "input_invalid", "description"],
  [`PATCH ${features}/:key`, { tags: new Array(21).fill("a") }, 422, "input_invalid", "tags"],
  [
    `PUT ${features}/:key/percentage-of-actors`,
    { percentage: 101 },
    422,
    "input_invalid",
    "percentage",
  ],
  [
    `PUT ${features}/:key/percentage-of-time`,
    { percentage: 1.5 },
    422,
    "input_invalid",
    "percentage",
  ],
  [`PUT ${features}/:key/boolean`, { enabled: true }, 422, "confirmation_required"],
  [
    `PUT ${features}/:key/boolean`,
    { enabled: true, typed: "Search" },
    422,
    "confirmation_required",
  ],
  [`PUT ${features}/:key/boolean`, { enabled: false, typed: "" }, 422, "confirmation_required"],
  [`DELETE ${features}/:key`, {}, 422, "confirmation_required"],
  [`DELETE ${features}/:key/gates`, { typed: "x" }, 422, "confirmation_required"],
  [`PUT ${features}/:key/percentage-of-time`, { percentage: 5, seen: "old" }, 409, "gate_changed"],
  [
    `PUT ${features}/:key/expression`,
    { json: '{"Equal":[1,9007199254740993]}' },
    422,
    "expression_invalid",
    "Equal[1]",
  ],
  [
    `PUT ${features}/:key/expression`,
    { json: '{"All":[{"Equal":[1]}]}' },
    422,
    "expression_invalid",
    "All[0]",
  ],
  [`PUT ${features}/:key/expression`, { json: "{" }, 422, "expression_invalid"],
  [`PATCH ${features}/:key/actors`, { add: [""] }, 422, "input_invalid", "add[0]"],
  [
    `PATCH ${features}/:key/actors`,
    { add: new Array(10_001).fill("a") },
    422,
    "input_invalid",
    "add",
  ],
  [`PATCH ${features}/:key/groups`, { add: [long(600)] }, 422, "input_invalid", "add[0]"],
  [`DELETE ${features}/:key/override`, undefined, 422, "parameter_invalid"],
  ["POST /environments", { name: "" }, 422, "environment_name_missing"],
  ["DELETE /environments/:environment", { typed: "Production" }, 422, "environment_fixed"],
  [
    "POST /environments/:environment/tokens",
    { name: "t", access: "all" },
    422,
    "input_invalid",
    "access",
  ],
  [
    "POST /environments/:environment/tokens",
    { name: "t", access: "evaluate", managesEnvironments: true },
    422,
    "token_contradictory",
    "managesEnvironments",
  ],
  ["PUT /plan", { plan: "free", limits: { unheard_of: 1 } }, 422, "input_invalid", "unheard_of"],
  [
    "PUT /plan",
    { plan: "free", limits: { tokens_per_environment: 0 } },
    422,
    "input_invalid",
    "tokens_per_environment",
  ],
  [
    "PUT /plan",
    { plan: "free", limits: { custom_environments: null } },
    422,
    "input_invalid",
    "custom_environments",
  ],
  ["POST /members", { email: "no address", role: "viewer" }, 422, "email_invalid"],
  ["POST /members", { email: "a@b.example", role: "king" }, 422, "input_invalid", "role"],
];

test("what the rules forbid is refused with its place, and changes nothing", async () => {
  await using server = await startUi();
  const page = await server.page("owner");
  await page.call(`POST ${features}`, { params, body: { key: "search" } });
  const before = server.state();
  for (const [name, body, status, code, place] of refused) {
    const answer = await page.call(name, { params, ...(body === undefined ? {} : { body }) });
    const error = await refusalIn(answer);
    expect([name, body, error.status, error.code, error.place]).toEqual([
      name,
      body,
      status,
      code,
      place,
    ]);
    expect(error.message).not.toBe("");
    expect(answer.headers.get("cache-control")).toBe("no-store");
  }
  expect(server.state()).toBe(before);
});

test("queries have their own bounds, and unknown or repeated parameters are refused", async () => {
  await using server = await startUi();
  const page = await server.page("viewer");
  await (await server.page("owner")).call(`POST ${features}`, { params, body: { key: "search" } });
  const bad: [path: string, status: number][] = [
    ["/environments/1/activity", 422],
    ["/environments/1/activity?days=0", 422],
    ["/environments/1/activity?days=1e3", 422],
    ["/environments/1/activity?days=7&days=8", 400],
    ["/environments/1/activity?days=7&more=1", 422],
    ["/environments/1/features?x=1", 422],
    ["/environments/1/sparklines?keys=search", 400],
    [
      `/environments/1/sparklines?keys=${encodeURIComponent(JSON.stringify(new Array(101).fill("a")))}`,
      422,
    ],
    ["/environments/1/audits?actor=Nobody:1", 422],
    ["/environments/1/audits?action=explode", 422],
    ["/environments/2/features", 404],
    ["/environments/01/features", 404],
    ["/environments/1e0/features", 404],
    ["/environments/x/features", 404],
    ["/environments/1/features/%ff", 400],
    ["/environments/1/features/unknown", 404],
    ["/nothing", 404],
    ["", 404],
    ["/", 404],
  ];
  for (const [path, status] of bad) {
    expect([path, (await page.send("GET", path)).status]).toEqual([path, status]);
  }
  expect((await page.send("GET", "/environments/1/activity?days=7")).status).toBe(200);
  expect((await page.send("PUT", "/environments/1/features")).status).toBe(405);
});

test("bodies are limited before they are read as JSON", async () => {
  await using server = await startUi();
  const page = await server.page("owner");
  const answer = await page.call("POST /groups", { body: { name: long(600_000) } });
  expect(await refusalIn(answer)).toMatchObject({ status: 413, code: "body_too_large" });
});
