import { afterAll, beforeEach, expect, test } from "bun:test";
import { Elysia } from "elysia";
import { mountable } from "gatehouse-flags";
import { type Hooks, hostApp, type RunningHost, runners, settings } from "./hosts.ts";

const json = { "content-type": "application/json" };
const form = { "content-type": "application/x-www-form-urlencoded" };
const features = "/flipper/api/features";

const api = mountable({ data: ":memory:" });
afterAll(() => api.close());
beforeEach(async () => {
  const body = '{"features":{}}';
  const url = "http://localhost/flipper/api/import";
  const response = await api.handle(new Request(url, { method: "POST", body, headers: json }));
  expect(response.status).toBe(204);
});

/** Hooks that a host may have. They do not concern the API and must not change its answers. */
const hooks: [name: string, hooks: Hooks][] = [
  ["none", (app) => app],
  ["onRequest", (app) => app.onRequest(() => undefined)],
  ["onBeforeHandle", (app) => app.onBeforeHandle({ as: "global" }, () => undefined)],
  ["onAfterHandle", (app) => app.onAfterHandle({ as: "global" }, () => undefined)],
  ["onAfterResponse", (app) => app.onAfterResponse({ as: "global" }, () => undefined)],
  ["onTransform", (app) => app.onTransform({ as: "global" }, () => undefined)],
  ["mapResponse", (app) => app.mapResponse({ as: "global" }, () => undefined)],
  ["derive", (app) => app.derive({ as: "global" }, ({ headers }) => ({ agent: headers.agent }))],
  ["derive of the body", (app) => app.derive({ as: "global" }, ({ body }) => ({ copy: body }))],
  [
    "resolve of query and cookie",
    (app) =>
      app.resolve({ as: "global" }, ({ query, cookie }) => ({ q: query.a, c: cookie.a?.value })),
  ],
  ["decorate and state", (app) => app.decorate("request_id", 1).state("service", "mine")],
  ["onError", (app) => app.onError({ as: "global" }, () => "the host's error page")],
  ["trace", (app) => app.trace({ as: "global" }, () => undefined)],
  ["a parser that returns undefined", (app) => app.onParse({ as: "global" }, () => undefined)],
  ["a parser of JSON", (app) => app.onParse({ as: "global" }, parseJson)],
  ["a parser of text", (app) => app.onParse({ as: "global" }, ({ request }) => request.text())],
  ["a parser of bytes", (app) => app.onParse({ as: "global" }, ({ request }) => request.bytes())],
  ["a named parser", (app) => app.parser("own", () => undefined).onParse("own")],
];

function parseJson({ request }: { request: Request }, contentType: string) {
  return contentType === "application/json" ? request.json() : undefined;
}

const hosts = hooks.flatMap(([hook, add]) =>
  settings.slice(0, 3).flatMap(([setting, elysia]) =>
    runners.map(([runner, run]) => ({
      name: `${hook}; ${setting}; ${runner}`,
      add,
      elysia,
      run,
    })),
  ),
);

test.each(hosts.map((host) => [host.name, host] as const))(
  "the API answers correctly in a host with %s",
  async (_name, { add, elysia, run }) => {
    const host = run(hostApp(api, { settings: elysia, hooks: add }));
    try {
      await expectCorrectAnswers(host);
    } finally {
      await host.stop();
    }
  },
);

async function expectCorrectAnswers(host: RunningHost): Promise<void> {
  const post = (path: string, body: string, headers: Record<string, string>) =>
    host.send(features + path, { method: "POST", body, headers });
  expect((await post("", "name=search", form)).status).toBe(200);
  const asJson = await post("/search/actors", '{"flipper_id":"User;1"}', json);
  expect([asJson.status, await asJson.text()]).toEqual([200, expect.stringContaining("User;1")]);
  const asForm = await post("/search/actors", "flipper_id=User%3B2", form);
  expect([asForm.status, await asForm.text()]).toEqual([200, expect.stringContaining("User;2")]);
  const deleted = await host.send(`${features}/search/actors`, {
    method: "DELETE",
    body: "flipper_id=User%3B1",
    headers: form,
  });
  expect([deleted.status, await deleted.text()]).toEqual([200, expect.not.stringContaining("r;1")]);
  const list = await host.send(`${features}?exclude_gates=true`);
  expect(await list.text()).toBe('{"features":[{"key":"search","state":"conditional"}]}');
  const refused = await post("/search/percentage_of_time", "percentage=101", form);
  expect([refused.status, await refused.json()]).toMatchObject([422, { code: 3 }]);
  const unknown = await host.send(`${features}/unknown`);
  expect([unknown.status, await unknown.json()]).toMatchObject([404, { code: 1 }]);
  expect((await host.send(`${features}/search/clear`, { method: "DELETE" })).status).toBe(204);
  expect((await host.send(`${features}/%zz`)).status).toBe(400);
}

/** Hosts with authentication in a hook that is registered before the API. */
const guards: [name: string, guard: Hooks][] = [
  ["onBeforeHandle that answers", (app) => app.onBeforeHandle({ as: "global" }, guard)],
  ["onRequest that answers", (app) => app.onRequest(guard)],
  ["a guard around it", (app) => app.guard({ as: "global", beforeHandle: guard })],
];

function guard({ request }: { request: Request }): Response | undefined {
  return request.headers.get("x-key") === "right"
    ? undefined
    : new Response("go away", { status: 403 });
}

const guarded = guards.flatMap(([name, add]) =>
  settings.slice(0, 3).flatMap(([setting, elysia]) =>
    runners.map(([runner, run]) => ({
      name: `${name}; ${setting}; ${runner}`,
      add,
      elysia,
      run,
    })),
  ),
);

test.each(guarded.map((host) => [host.name, host] as const))(
  "a host's own authentication also applies to the API: %s",
  async (_name, { add, elysia, run }) => {
    const host = run(hostApp(api, { settings: elysia, hooks: add }));
    try {
      const paths = ["", "/search", "/search/boolean", "/a/b", "/%zz", "/search?keys[x]=1"];
      for (const path of paths) {
        for (const method of ["GET", "POST", "PUT", "DELETE"]) {
          const response = await host.send(features + path, { method });
          expect([response.status, await response.text()]).toEqual([403, "go away"]);
        }
      }
      expect(api.enabled("search")).toBe(false);
      const headers = { "x-key": "right" };
      const admitted = await host.send(`${features}/search/boolean`, { method: "POST", headers });
      expect(admitted.status).toBe(200);
      expect(api.enabled("search")).toBe(true);
    } finally {
      await host.stop();
    }
  },
);

test("the host's error page is used for the host's errors and not for the API's", async () => {
  let seen = 0;
  const app = new Elysia()
    .onError(() => {
      seen++;
      return "the host's error page";
    })
    .use(api)
    .get("/broken", () => {
      throw new Error("of the host");
    });
  for (const path of ["/features/unknown", "/nothing", "/features/%zz", "/import", "/actors/"]) {
    const response = await app.handle(new Request(`http://localhost/flipper/api${path}`));
    expect(response.headers.get("content-type")).toBe("application/json");
  }
  expect(seen).toBe(0);
  expect(await (await app.handle(new Request("http://localhost/broken"))).text()).toBe(
    "the host's error page",
  );
});

test("the host's own decorators and routes keep their types and work", async () => {
  const app = new Elysia()
    .decorate("limit", 7)
    .use(api)
    .get("/limit", ({ limit }) => limit + 1);
  expect(await (await app.handle(new Request("http://localhost/limit"))).text()).toBe("8");
});

test("a body that the host's parser cannot read is the host's error, changes nothing, and later requests work", async () => {
  const host = hostApp(api, { hooks: (app) => app.onParse({ as: "global" }, parseJson) });
  const post = (body: string) =>
    host.handle(
      new Request(`http://localhost${features}/search/actors`, {
        method: "POST",
        body,
        headers: json,
      }),
    );
  const malformed = await post('{"flipper_id":');
  expect([malformed.status, await malformed.text()]).toEqual([400, "Bad Request"]);
  const list = await host.handle(new Request(`http://localhost${features}`));
  expect(await list.text()).toBe('{"features":[]}');
  const refused = await post('{"flipper_id":""}');
  expect([refused.status, await refused.json()]).toMatchObject([422, { code: 4 }]);
});

test("a host that reads a body and discards it causes a fault, and the client gets a 500", async () => {
  const faults: unknown[] = [];
  const reporting = mountable({ data: ":memory:", onFault: (error) => void faults.push(error) });
  const host = hostApp(reporting, {
    hooks: (app) =>
      app.onParse({ as: "global" }, async ({ request }) => {
        await request.text();
      }),
  });
  const response = await host.handle(
    new Request(`http://localhost${features}`, { method: "POST", body: "name=a", headers: form }),
  );
  expect([response.status, await response.json()]).toMatchObject([500, { code: "internal" }]);
  expect(faults.map(String)).toEqual(["Error: the request body was read before"]);
  await reporting.close();
});
