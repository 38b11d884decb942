import { afterAll, beforeAll, expect, test } from "bun:test";
import { type PipelineServer, startPipelineServer } from "./pipeline-server.ts";

const origin = "https://app.example";
let server: PipelineServer;
beforeAll(async () => {
  server = await startPipelineServer({
    flags: ["--cors-origin", origin, "--cors-origin", "http://b.example:81"],
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

function preflight(from: string): Promise<Response> {
  return server.send("/adapter/features/search/boolean", {
    method: "OPTIONS",
    headers: {
      origin: from,
      "access-control-request-method": "POST",
      "access-control-request-headers": "flipper-cloud-token",
    },
  });
}

test("a preflight of a listed origin is answered with the allowed methods and headers", async () => {
  for (const from of [origin, "http://b.example:81"]) {
    const response = await preflight(from);
    expect(response.status).toBe(204);
    expect(await response.text()).toBe("");
    expect(corsHeaders(response)).toEqual({
      "access-control-allow-origin": from,
      "access-control-allow-methods": "GET, HEAD, POST, DELETE",
      "access-control-allow-headers":
        "content-type, content-encoding, authorization, flipper-cloud-token, x-api-key, if-none-match, last-event-id, schema-version, x-request-id",
      "access-control-max-age": "600",
      vary: "origin",
    });
  }
});

const others = [
  "https://evil.example",
  "https://app.example.evil.example",
  "https://evil.example/?https://app.example",
  "http://app.example",
  "https://app.example:444",
  "https://APP.example",
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
    "etag, retry-after, poll-interval, poll-shutdown, telemetry-interval, telemetry-shutdown, flipper-sync-version, x-request-id";
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
