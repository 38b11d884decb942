import { afterAll, beforeAll, expect, test } from "bun:test";
import { type PipelineServer, startPipelineServer } from "./pipeline-server.ts";

const origin = "https://app.example";
let server: PipelineServer;
beforeAll(async () => {
  server = await startPipelineServer({
    flags: [
      origin,
      "http://b.example:81",
      "https://*.app.example",
      "capacitor://localhost",
    ].flatMap((each) => ["--cors-origin", each]),
  });
});
afterAll(async () => {
  await server.stop();
});

function corsHeaders({ headers }: Response): Record<string, string> {
  return Object.fromEntries(
    [...headers].filter(([name]) => name.startsWith("access-control-") || name === "vary"),
  );
}

function preflight(from: string, asked = "flipper-cloud-token"): Promise<Response> {
  return server.send("/adapter/features/search/boolean", {
    method: "OPTIONS",
    headers: {
      origin: from,
      "access-control-request-method": "POST",
      "access-control-request-headers": asked,
    },
  });
}

test("a preflight of a listed origin is answered with the allowed methods and headers", async () => {
  for (const from of [
    origin,
    "http://b.example:81",
    "https://preview-12.app.example",
    "capacitor://localhost",
  ]) {
    const response = await preflight(from);
    expect(response.status).toBe(204);
    expect(await response.text()).toBe("");
    expect(corsHeaders(response)).toEqual({
      "access-control-allow-origin": from,
      "access-control-allow-methods": "GET, HEAD, POST, DELETE",
      "access-control-allow-headers": "flipper-cloud-token",
      "access-control-max-age": "600",
      vary: "origin, access-control-request-headers",
    });
  }
});

test("headers that the page asks for are allowed, whatever agent has added them", async () => {
  for (const asked of [
    "traceparent",
    "baggage,sentry-trace,x-datadog-trace-id,newrelic,cache-control,x-tenant",
    "Content-Type, Authorization ,x_y.z",
  ]) {
    const { headers } = await preflight(origin, asked);
    expect(headers.get("access-control-allow-headers")).toBe(asked);
  }
});

test("what is no list of header names is not repeated", async () => {
  for (const asked of ["", "a b", "a,,b", "a: b", "<b>", "a;b", '"a"', "ä", "a".repeat(8_193)]) {
    const answer = await preflight(origin, asked);
    expect([asked, answer.status]).toEqual([asked, 204]);
    expect(answer.headers.has("access-control-allow-headers")).toBe(false);
  }
});

const others = [
  "https://evil.example",
  "https://app.example.evil.example",
  "https://evil.example/?https://app.example",
  "http://app.example",
  "https://app.example:444",
  "https://APP.example",
  "https://b.a.app.example",
  "https://.app.example",
  "https://a.app.example.evil.example",
  "https://a.app.example:444",
  "http://a.app.example",
  "https://aapp.example",
  "https://evil.example#.app.example",
  "capacitor://localhost.evil.example",
  "capacitor://other",
  "null",
  "*",
  "",
];

test.each(others)(
  "the origin %j gets no CORS headers, in a preflight or a request",
  async (from) => {
    const answer = await preflight(from);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(corsHeaders(answer)).toEqual({ vary: "origin" });
    const response = await server.send("/adapter/features", {
      headers: { origin: from, "flipper-cloud-token": server.hosted.managerToken },
    });
    expect(response.status).toBe(200);
    expect(corsHeaders(response)).toEqual({ vary: "accept-encoding, flipper-cloud-token, origin" });
  },
);

test("a listed origin may read answers, refusals and the headers that clients need", async () => {
  const exposed =
    "etag, retry-after, poll-interval, poll-shutdown, telemetry-interval, telemetry-shutdown, flipper-sync-version, gatehouse-retired, x-request-id";
  const headers = { origin, "flipper-cloud-token": server.hosted.managerToken };
  const shared = {
    "access-control-allow-origin": origin,
    "access-control-expose-headers": exposed,
  };
  const list = await server.send("/adapter/features", { headers });
  expect(corsHeaders(list)).toEqual({
    ...shared,
    vary: "accept-encoding, flipper-cloud-token, origin",
  });
  const etag = list.headers.get("etag") ?? "";
  const unchanged = await server.send("/adapter/features", {
    headers: { ...headers, "if-none-match": etag },
  });
  expect(unchanged.status).toBe(304);
  expect(corsHeaders(unchanged)).toEqual({
    ...shared,
    vary: "accept-encoding, flipper-cloud-token, origin",
  });
  const refused = await server.send("/adapter/features", { headers: { origin } });
  expect(refused.status).toBe(401);
  expect(corsHeaders(refused)).toEqual({ ...shared, vary: "origin" });
  const changed = await server.send("/adapter/features/a/boolean", { method: "POST", headers });
  expect(changed.status).toBe(200);
  expect(corsHeaders(changed)).toEqual({ ...shared, vary: "origin" });
});

test("credentials that a browser adds by itself are never allowed", async () => {
  const responses = [
    await preflight(origin),
    await server.send("/healthz", { headers: { origin } }),
  ];
  for (const response of responses) {
    expect(response.headers.has("access-control-allow-credentials")).toBe(false);
  }
});

test("OPTIONS without access-control-request-method is not a preflight", async () => {
  const response = await server.send("/adapter/features", {
    method: "OPTIONS",
    headers: { origin },
  });
  expect(response.status).toBe(401);
});

test("without --cors-origin no answer has CORS headers", async () => {
  const plain = await startPipelineServer();
  const response = await plain.send("/adapter/features", {
    headers: { origin, "flipper-cloud-token": plain.hosted.managerToken },
  });
  expect(corsHeaders(response)).toEqual({ vary: "accept-encoding, flipper-cloud-token" });
  const preflighted = await plain.send("/adapter/features", {
    method: "OPTIONS",
    headers: { origin, "access-control-request-method": "GET" },
  });
  expect(preflighted.status).toBe(401);
  expect(corsHeaders(preflighted)).toEqual({});
  await plain.stop();
});
