import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { RequestTrace } from "../../src/http/routing/request-trace.ts";
import { listen } from "../../src/server/listen.ts";
import { createSiteRouter } from "../../src/server/site-router.ts";
import { exchange, parseAnswer, requestBytes } from "../fuzz/raw-http.ts";
import { created, tokenHeader } from "../helpers/hosted-client.ts";
import { docsUrl, hostedPrefix, startHosted } from "../helpers/hosted-server.ts";

/*
 * Authentication depends on the route, not on the text of the path: no form of a path reaches
 * anything without a token, by the fetch handler or over a connection.
 */

const server = await startHosted({ hasTelemetry: true });
const secret = "a-feature-nobody-may-hear-of";
await server.manager.gates.post(secret, "actors", { flipper_id: "User;secret" });
const { environment } = created(await server.manager.environments.create("preview"));

const { api, writer } = server.deployment;
const site = createSiteRouter({
  context: {
    docsUrl,
    onFault: (error) => void server.faults.push(error),
    trace: new RequestTrace(),
  },
  apis: [api],
  basePath: "",
  version: "0",
});
const listening = listen({ host: "127.0.0.1", port: 0, tls: undefined, fetch: site.fetch });
const port = Number(new URL(listening.url).port);
afterAll(async () => {
  await listening.stop();
  await server.stop();
});

let before = writer.state;
beforeEach(() => {
  before = writer.state;
});

const routes = [
  ...new Set(
    api.app.routes.map(({ method, path }) =>
      [
        method,
        path
          .slice(hostedPrefix.length)
          .replace(":feature_name", secret)
          .replace(":flipper_id", "User;secret")
          .replace(":id", String(environment.id)),
      ].join(" "),
    ),
  ),
].map((route) => route.split(" "));

/** Forms of a path that a careless comparison could confuse with another path. */
const pathForms: Readonly<Record<string, (path: string) => string>> = {
  unchanged: (path) => `${hostedPrefix}${path}`,
  "a slash before the prefix": (path) => `/${hostedPrefix}${path}`,
  "two slashes before the prefix": (path) => `//${hostedPrefix}${path}`,
  "a slash after the prefix": (path) => `${hostedPrefix}/${path}`,
  "slashes everywhere": (path) => `${hostedPrefix}${path}`.replaceAll("/", "//"),
  "a slash at the end": (path) => `${hostedPrefix}${path}/`,
  "slashes at the end": (path) => `${hostedPrefix}${path}//`,
  "a dot before": (path) => `/.${hostedPrefix}${path}`,
  "a dot within": (path) => `${hostedPrefix}/.${path}`,
  "a dot at the end": (path) => `${hostedPrefix}${path}/.`,
  "up and back": (path) => `/healthz/..${hostedPrefix}${path}`,
  "out of the prefix and back": (path) => `${hostedPrefix}/..${hostedPrefix}${path}`,
  "up at the end": (path) => `${hostedPrefix}${path}/x/..`,
  "escaped dots": (path) => `/healthz/%2e%2e${hostedPrefix}${path}`,
  "half escaped dots": (path) => `/healthz/.%2E${hostedPrefix}${path}`,
  "twice escaped dots": (path) => `/healthz/%252e%252e${hostedPrefix}${path}`,
  "dots and a semicolon": (path) => `/healthz/..;${hostedPrefix}${path}`,
  "dots and a semicolon within": (path) => `${hostedPrefix}/..;${path}`,
  "a matrix parameter": (path) => `${hostedPrefix};x=1${path}`,
  "a matrix parameter at the end": (path) => `${hostedPrefix}${path};x=1`,
  "an escaped slash": (path) => `${hostedPrefix}%2f${path.slice(1)}`,
  "escaped slashes": (path) => `${hostedPrefix}${path.replaceAll("/", "%2F")}`,
  "an escaped slash at the end": (path) => `${hostedPrefix}${path}%2f`,
  "an escaped letter": (path) => `${hostedPrefix}${path}`.replace("/a", "/%61"),
  "an escaped letter of the route": (path) => `${hostedPrefix}${path.replace("/f", "/%66")}`,
  "a backslash": (path) => `${hostedPrefix}${path}`.replaceAll("/", "\\").replace("\\", "/"),
  "an escaped backslash": (path) => `${hostedPrefix}%5c${path.slice(1)}`,
  "upper case": (path) => `${hostedPrefix}${path}`.toUpperCase(),
  "upper case of the prefix": (path) => `${hostedPrefix.toUpperCase()}${path}`,
  "a zero byte": (path) => `${hostedPrefix}${path}%00`,
  "an escaped space": (path) => `${hostedPrefix}${path}%20`,
  "an overlong slash": (path) => `${hostedPrefix}%c0%af${path.slice(1)}`,
  "a query": (path) => `${hostedPrefix}${path}?/healthz`,
  "a query that names the token": (path) =>
    `${hostedPrefix}${path}?token=${server.managerToken}&${tokenHeader}=${server.managerToken}`,
  "a fragment": (path) => `${hostedPrefix}${path}#/healthz`,
  "a suffix of a public route": (path) => `${hostedPrefix}${path}/healthz`,
  "a file's ending": (path) => `${hostedPrefix}${path}.json`,
};

const methods = [...new Set(routes.map(([method = ""]) => method)), "HEAD", "PUT", "OPTIONS"];
const override = [
  ["X-HTTP-Method-Override", "GET"],
  ["X-HTTP-Method", "DELETE"],
  ["X-Method-Override", "DELETE"],
  ["X-Original-URL", "/healthz"],
  ["X-Rewrite-URL", `${hostedPrefix}/features`],
  ["X-Forwarded-Prefix", hostedPrefix],
  ["X-Forwarded-For", "127.0.0.1"],
] as const;

/** Expects a refusal that reveals nothing and changed nothing. */
function expectDenied(request: string, status: number, text: string): void {
  expect([400, 401, 404, 405], `${request}: ${status} ${text}`).toContain(status);
  expect(text, request).not.toContain(secret);
  expect(writer.state, request).toBe(before);
}

describe.each(Object.entries(pathForms))("%s", (_title, change) => {
  test("reaches nothing through the fetch handler", async () => {
    for (const [method = "", path = ""] of routes) {
      const request = new Request(`http://localhost${change(path)}`, {
        method,
        body: method === "GET" ? null : '{"name":"x"}',
        headers: { "content-type": "application/json" },
      });
      const response = await api.fetch(request);
      expect(response.status, `${method} ${change(path)}`).toBe(401);
      expectDenied(`${method} ${change(path)}`, response.status, await response.text());
    }
  });

  test("reaches nothing over a connection", async () => {
    for (const [method = "", path = ""] of routes) {
      const target = change(path);
      const answer = parseAnswer(
        await exchange(port, requestBytes({ method, target, headers: [], body: null })),
      );
      const text = Buffer.from(answer?.body ?? []).toString("utf8");
      expectDenied(`${method} ${target}`, answer?.status ?? 0, text);
    }
  });
});

test("no header overrides the method or path, and only one header carries the token", async () => {
  const carriers = [
    ["Authorization", `Bearer ${server.managerToken}`],
    ["Authorization", `Token ${server.managerToken}`],
    ["Authorization", `Basic ${btoa(`${server.managerToken}:`)}`],
    ["Cookie", `${tokenHeader}=${server.managerToken}`],
    ["Feature-Flipper-Token", server.managerToken],
    ["X-Flipper-Cloud-Token", server.managerToken],
  ] as const;
  for (const header of [...override, ...carriers]) {
    for (const [, path = ""] of routes) {
      for (const method of methods) {
        const target = `${hostedPrefix}${path}`;
        const bytes = requestBytes({ method, target, headers: [header], body: null });
        const answer = parseAnswer(await exchange(port, bytes));
        expect(answer?.status, `${method} ${target} ${header.join(": ")}`).toBe(401);
      }
    }
  }
  expect(writer.state).toBe(before);
});

test("a read-only token gains nothing by an override header", async () => {
  const readOnly = await server.newToken({ access: "read_only" });
  before = writer.state;
  for (const header of override) {
    for (const [method = "", path = ""] of routes) {
      for (const query of ["", "?_method=DELETE", "?_method=POST"]) {
        const response = await api.fetch(
          new Request(`http://localhost${hostedPrefix}${path}${query}`, {
            method,
            headers: { [tokenHeader]: readOnly, [header[0]]: header[1] },
            body: method === "GET" ? null : "_method=GET",
          }),
        );
        const allowed = method === "GET" ? [200, 404] : [400, 403, 422];
        expect(allowed, `${method} ${path} ${header.join(": ")}`).toContain(response.status);
      }
    }
  }
  expect(writer.state).toBe(before);
});

test("a normal request with a token works, so that the refusals above are significant", async () => {
  const headers = [[tokenHeader, server.managerToken] as const];
  const target = `${hostedPrefix}/features`;
  const bytes = requestBytes({ method: "GET", target, headers, body: null });
  const answer = parseAnswer(await exchange(port, bytes));
  expect(answer?.status).toBe(200);
  expect(Buffer.from(answer?.body ?? []).toString("utf8")).toContain(secret);
});
