import { afterAll, expect, test } from "bun:test";
import { mountable } from "gatehouse-flags";
import { hostApp, orders, type RunningHost, runners, settings, uis, uiText } from "./hosts.ts";

/** One API for all hosts, because the probes leave it empty. */
const api = mountable({ data: ":memory:" });
afterAll(() => api.close());

const form = { "content-type": "application/x-www-form-urlencoded" };
const json = { "content-type": "application/json" };

type Probe = [method: string, path: string, body: string | null, status: number, answer?: string];

// Sent in this order to an empty API: every kind of route and of refusal.
const probes: Probe[] = [
  ["GET", "/flipper/api/features", null, 200, '{"features":[]}'],
  ["POST", "/flipper/api/features", "name=a%2Fb", 200, "{}"],
  ["POST", "/flipper/api/features/a/b/boolean", null, 200, '"key":"a/b","state":"on"'],
  ["POST", "/flipper/api/features/a%2Fb/actors", '{"flipper_id":"User;1"}', 200, '"User;1"'],
  ["GET", "/flipper/api/features/a/b", null, 200, '"key":"a/b","state":"on"'],
  ["GET", "/flipper/api//features", null, 200, '"key":"a/b"'],
  ["GET", "/flipper/api/features?exclude_gates=true", null, 200, '{"key":"a/b","state":"on"}'],
  ["GET", "/flipper/api/actors/User;1", null, 200, '"a/b":{"enabled":true'],
  ["GET", "/flipper/api/actors/User%3B1?keys=x", null, 200, '"x":{"enabled":false}'],
  ["HEAD", "/flipper/api/features", null, 200],
  ["HEAD", "/flipper/api/features/unknown", null, 404],
  ["DELETE", "/flipper/api/features/a/b/clear", null, 204],
  ["GET", "/flipper/api/features/a%2Fb", null, 200, '"state":"off"'],
  ["DELETE", "/flipper/api/features/a/b", null, 204],
  ["GET", "/flipper/api/features/a/b", null, 404, '"code":1'],
  ["POST", "/flipper/api/import", '{"features":{"x/clear":{}}}', 204],
  ["DELETE", "/flipper/api/features/x/clear", null, 204],
  ["GET", "/flipper/api/features/x%2Fclear", null, 200, '"key":"x/clear"'],
  ["DELETE", "/flipper/api/features/x%2Fclear", null, 204],
  ["POST", "/flipper/api/features", null, 422, '"code":5'],
  ["POST", "/flipper/api/features", "{", 400, '"code":8'],
  ["GET", "/flipper/api/features/%zz", null, 400, '"code":8'],
  ["GET", "/flipper/api/features/%ff", null, 400, '"code":8'],
  ["GET", "/flipper/api/actors/", null, 422, '"code":4'],
  ["GET", "/flipper/api", null, 404, '"code":"route_not_found"'],
  ["GET", "/flipper/api/", null, 404, '"code":"route_not_found"'],
  ["GET", "/flipper/api/nothing", null, 404, '"code":"route_not_found"'],
  ["PUT", "/flipper/api/features", null, 405, '"code":"method_not_allowed"'],
  ["PATCH", "/flipper/api/features/a", null, 405, '"code":"method_not_allowed"'],
  ["OPTIONS", "/flipper/api/features", null, 405, '"code":"method_not_allowed"'],
  ["PROPFIND", "/flipper/api/features", null, 405, '"code":"method_not_allowed"'],
  ["QUERY", "/flipper/api/nothing", null, 404, '"code":"route_not_found"'],
  ["GET", "/flipper/api/import", null, 405, '"code":"method_not_allowed"'],
  ["GET", "/flipper/api/healthz", null, 200, '{"status":"ok"}'],
  ["GET", "/flipper/api/swagger", null, 200, "<!doctype html>"],
  ["GET", "/flipper/api/swagger/json", null, 200, '"openapi":"3.0'],
];

const uiPaths = ["/flipper", "/flipper/features", "/flipper/apis", "/flipper/api2/features"];

const arrangements = settings.flatMap(([setting, elysia]) =>
  uis.flatMap(([uiName, registerUi]) =>
    orders.flatMap((order) =>
      runners.map(([runner, run]) => ({
        name: `${runner}, ${setting}: ${order} ${uiName}`,
        elysia,
        registerUi,
        order,
        run,
      })),
    ),
  ),
);

test.each(arrangements.map((arrangement) => [arrangement.name, arrangement] as const))(
  "an Elysia host, %s",
  async (_name, { elysia, registerUi, order, run }) => {
    const host = run(hostApp(api, { settings: elysia, registerUi, order }));
    try {
      await probe(host);
      await showsUi(host);
    } finally {
      await host.stop();
    }
  },
);

const ui = () => new Response(uiText, { headers: { "content-type": "text/html" } });

test("a Bun.serve host without Elysia that forwards what its routes do not match", async () => {
  await served({
    routes: { "/flipper": ui(), "/flipper/features": ui() },
    fetch: (request) => (underApi.test(request.url) ? api.handle(request) : ui()),
  });
});

test("a Bun.serve host without Elysia that routes all requests", async () => {
  await served({
    routes: { "/flipper/*": ui, "/flipper/api": api.handle, "/flipper/api/*": api.handle },
    fetch: ui,
  });
});

test.each(["http://a", "http://app", "http://[::1]", "https://ab", "https://example.org:8443"])(
  "the fetch handler answers at %s, also with a short host name",
  async (origin) => {
    for (const path of [
      "/flipper/api/features",
      "/flipper/api/features?keys=a",
      "/flipper/api//features",
    ]) {
      const response = await api.handle(new Request(origin + path));
      expect([path, response.status, await response.text()]).toEqual([
        path,
        200,
        '{"features":[]}',
      ]);
    }
    const unknown = await api.handle(new Request(`${origin}/elsewhere/flipper/api/features`));
    expect(unknown.status).toBe(404);
  },
);

const underApi = /\/flipper\/api(?:[/?]|$)/;

type Serving = {
  routes: Record<string, Response | ((request: Request) => Response | Promise<Response>)>;
  fetch: (request: Request) => Response | Promise<Response>;
};

async function served(serving: Serving): Promise<void> {
  const server = Bun.serve({ hostname: "127.0.0.1", port: 0, ...serving });
  const host = {
    send: (path: string, init?: RequestInit) =>
      fetch(`http://127.0.0.1:${server.port}${path}`, init),
    stop: () => server.stop(true),
  };
  try {
    await probe(host);
    await showsUi(host);
  } finally {
    await host.stop();
  }
}

async function probe(host: RunningHost): Promise<void> {
  for (const [method, path, body, status, answer = ""] of probes) {
    const headers = body?.startsWith("{") === true ? json : form;
    const response = await host.send(path, { method, headers, body });
    const text = await response.text();
    expect({ method, path, status: response.status }).toEqual({ method, path, status });
    expect({ path, text }).toEqual({ path, text: expect.stringContaining(answer) });
    expect({ path, isUi: text.includes(uiText) }).toEqual({ path, isUi: false });
  }
}

async function showsUi(host: RunningHost): Promise<void> {
  for (const path of uiPaths) {
    const response = await host.send(path);
    expect({ path, text: await response.text() }).toEqual({ path, text: uiText });
  }
}
