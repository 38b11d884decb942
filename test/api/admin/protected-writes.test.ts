import { afterAll, expect, test } from "bun:test";
import { samplePolicy, sampleRules } from "../../contract/governance-examples.ts";
import { permissionsOf, refusalIn, startUi, type UiPage, type UiServer } from "./web-ui-server.ts";

interface Write {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** The kinds of the commands of the request that the write becomes; null if it cannot. */
  readonly commands: readonly string[] | null;
}

const typed = "search";
const one = "/environments/:environment/features/:key";

/** Every route that writes what a policy protects, with a change that is not allowed. */
const writes: Readonly<Record<string, Write>> = {
  [`PUT ${one}/boolean`]: { body: { enabled: true, typed }, commands: ["enable"] },
  [`DELETE ${one}/gates`]: { body: { typed }, commands: ["clear"] },
  [`PUT ${one}/percentage-of-actors`]: {
    ...{ body: { percentage: 7, typed }, commands: ["percentage_of_actors"] },
  },
  [`PUT ${one}/percentage-of-time`]: {
    ...{ body: { percentage: 7, typed }, commands: ["percentage_of_time"] },
  },
  [`PUT ${one}/expression`]: {
    body: { json: '{"Boolean":false}', typed },
    commands: ["expression"],
  },
  [`PATCH ${one}/actors`]: { body: { remove: ["User;1"], typed }, commands: ["actors"] },
  [`PATCH ${one}/groups`]: { body: { add: ["staff"], typed }, commands: ["groups"] },
  [`POST ${one}/changes`]: {
    body: { changes: [{ gate: "actors", action: "enable", value: "User;2" }], typed },
    commands: ["actors"],
  },
  [`POST ${one}/copy`]: {
    ...{ params: { environment: "plain" }, body: { to: 1, typed }, commands: ["set"] },
  },
  [`DELETE ${one}`]: { body: { typed }, commands: ["remove"] },
  [`DELETE ${one}/override`]: { params: { environment: "staging" }, commands: ["mirror"] },
  "POST /environments/:environment/mirror": {
    ...{ params: { environment: "staging" }, body: { features: ["search"] }, commands: ["mirror"] },
  },
  "POST /apply": {
    body: {
      features: [{ key: "search", environments: [{ environment: "production", boolean: true }] }],
    },
    commands: ["enable"],
  },
  "POST /environments/:environment/bulk": {
    body: { keys: ["search"], change: { enable: true }, typed: "1" },
    commands: ["enable"],
  },
  "POST /environments/:environment/rollback": {
    ...{ body: { key: "search", to: 2, typed }, commands: ["set"] },
  },
  "POST /environments/:environment/audits/:audit/undo": {
    ...{ params: { audit: 2 }, body: { to: "before", tag: "-", typed }, commands: ["set"] },
  },
  "POST /environments/:environment/import": {
    query: { typed: "Production" },
    body: { version: 1, features: { search: { boolean: true } } },
    commands: ["enable"],
  },
  "POST /environments/:environment/rollouts": {
    body: { key: "search", steps: [{ change: { kind: "percentage_of_actors", value: 7 } }] },
    commands: ["rollout"],
  },
  "PUT /environments/:environment/policy": { body: { policy: null }, commands: ["policy"] },
  "DELETE /environments/:environment": {
    ...{ params: { environment: "staging" }, body: { typed: "Staging" }, commands: null },
  },
};

/** Needs a file that was sent before; `migrations-api.test.ts` has it. */
const elsewhere = new Set(["POST /environments/:environment/migration"]);

/** Routes that write nothing of the kind, or only closed features. */
const others = [
  /^\w+ \/(account|session|passkeys|set-up|members|groups|groups-policy|plan|cleanup|projects)\b/,
  /^\w+ \/(replicas|backups|views|expressions|requests|rollouts|comments|migration|migrations)\b/,
  /^\w+ \/(audit|retired-keys|issue-pattern|actor-sample|group-rules|trust-rules|sign-in)\b/,
  /^\w+ \/environments\/:environment\/(tokens|webhooks|unknown-keys|requests)\b/,
  /^POST \/environments\/:environment\/(explain|actors\/features|features|policy\/confirmations)$/,
  /^POST .*\/(preview|undo-preview|impact)$/,
  /^POST \/environments$/,
  /^PATCH \/environments\/:environment\/features\/:key$/,
];

async function arrange() {
  const server = await startUi();
  const page = await server.page("owner");
  const create = (name: string) => page.answer("POST /environments", { body: { name } });
  await create("Plain");
  const { environment: staging } = await create("Staging");
  const params = { environment: 1, key: "search" };
  const change = (route: string, body: unknown, more = {}) =>
    page.call(route, { params: { ...params, ...more }, body });
  await change("POST /environments/:environment/features", { key: "search" });
  await change(`PUT ${one}/boolean`, { enabled: true, typed }, { environment: "staging" });
  await change(`DELETE ${one}/gates`, { typed }, { environment: "plain" });
  await change(`PATCH ${one}/actors`, { add: ["User;1"] });
  await change(`PUT ${one}/expression`, { json: '{"Boolean":true}', typed });
  await protect(server, [1, staging.id]);
  return { server, page };
}

function protect(server: UiServer, ids: readonly number[]): Promise<void> {
  const rules = { ...sampleRules, directTokens: [] };
  return server.hosted.deployment.writer.submit((draft) => {
    for (const id of ids) {
      draft.record({ kind: "policy.saved", policy: samplePolicy(id, { rules }) });
    }
  });
}

function fieldsOf(value: unknown): object {
  return typeof value === "object" && value !== null ? value : {};
}

async function send(page: UiPage, route: string, write: Write, isRequest: boolean) {
  const flag = isRequest ? { request: true } : {};
  const inQuery = route.endsWith("/import") || route.endsWith("/override");
  const params = { environment: 1, key: "search", ...write.params };
  if (route.endsWith("/undo")) {
    const { tag } = await page.answer(
      "POST /environments/:environment/audits/:audit/undo-preview",
      {
        ...{ params, body: { to: "before" } },
      },
    );
    const body = { ...fieldsOf(write.body), tag, ...flag };
    return page.call(route, { params, body });
  }
  return page.call(route, {
    params,
    query: { ...write.query, ...(isRequest && inQuery ? { request: "true" } : {}) },
    ...(route.endsWith("/override")
      ? {}
      : { body: inQuery ? write.body : { ...fieldsOf(write.body), ...flag } }),
  });
}

// One server for all tests: none of them changes a feature.
const { server, page } = await arrange();
afterAll(() => server[Symbol.asyncDispose]());

test("an import of more actors than one change may add becomes a request too", async () => {
  const actors = Array.from({ length: 12_000 }, (_each, index) => `User;${index}`);
  const opened = await page.call("POST /environments/:environment/import", {
    params: { environment: 1 },
    query: { typed: "Production", request: "true" },
    body: { version: 1, features: { search: { actors } } },
  });
  expect(opened.status).toBe(202);
  const { request } = JSON.parse(await opened.text());
  expect(server.state().requests.get(request.id)?.commands[0]?.kind).toBe("set");
});

test("every route that writes is in one of the tables", async () => {
  const unknown = [...permissionsOf(server).keys()].filter(
    (route) =>
      !route.startsWith("GET ") &&
      !(route in writes) &&
      !elsewhere.has(route) &&
      !others.some((pattern) => pattern.test(route)),
  );
  expect(unknown).toEqual([]);
});

test.each(Object.entries(writes))(
  "%s is refused in a protected environment, or becomes a request",
  async (route, write) => {
    const before = server.state();
    const refused = await send(page, route, write, false);
    expect(await refusalIn(refused)).toMatchObject({
      status: 403,
      code: "change_request_required",
    });
    const { toggles, features, policies, environments } = server.state();
    expect({ toggles, features, policies, environments }).toEqual({
      toggles: before.toggles,
      features: before.features,
      policies: before.policies,
      environments: before.environments,
    });
    const opened = await send(page, route, write, true);
    if (write.commands === null) {
      expect(opened.status).toBe(403);
      return;
    }
    expect([route, opened.status]).toEqual([route, 202]);
    const { request } = JSON.parse(await opened.text());
    const shown = await page.answer("GET /requests/:request", { params: { request: request.id } });
    const kinds = shown.commands.map((command) => Reflect.get(fieldsOf(command), "kind"));
    expect([route, kinds]).toEqual([route, [...write.commands]]);
    expect(server.state().toggles).toBe(before.toggles);
  },
);

/** The typed text is for changes without approval. */
function untyped({ params, body, query }: Write): Write {
  const without = (value: unknown) =>
    Object.fromEntries(Object.entries(fieldsOf(value)).filter(([name]) => name !== "typed"));
  return {
    commands: [],
    ...(params === undefined ? {} : { params }),
    ...(body === undefined ? {} : { body: without(body) }),
    ...(query === undefined ? {} : { query: without(query) }),
  };
}

const withTyped = Object.entries(writes).filter(
  // A deletion of an environment needs its name, whatever a policy says.
  ([route, { query, body }]) =>
    route !== "DELETE /environments/:environment" &&
    "typed" in { ...fieldsOf(query), ...fieldsOf(body) },
);

test.each(withTyped)("%s needs no typed text to become a request", async (route, write) => {
  const refused = await send(page, route, untyped(write), false);
  expect(await refusalIn(refused)).toMatchObject({ code: "change_request_required" });
  const opened = await send(page, route, untyped(write), true);
  expect([route, opened.status]).toEqual([route, 202]);
});

/** Changes that too few actors notice. */
const unnoticed = /\/(percentage-of-\w+|actors|groups|changes)$/;
const noticed = withTyped.filter(([route]) => !unnoticed.test(route));

test.each(noticed)("%s without approval needs the typed text", async (route, write) => {
  const { body, query, ...rest } = untyped(write);
  const bypass = { bypass: true, reason: "outage of the search" };
  const isImport = route.endsWith("/import");
  const sent = isImport
    ? { ...rest, body, query: { bypass: "true", reason: bypass.reason } }
    : { ...rest, body: { ...fieldsOf(body), ...bypass } };
  const { toggles, features } = server.state();
  const { code } = await refusalIn(await send(page, route, sent, false));
  expect([route, code]).toEqual([route, isImport ? "name_wrong" : "confirmation_required"]);
  expect(server.state()).toMatchObject({ toggles, features });
});
