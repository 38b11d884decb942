import { expect, test } from "bun:test";
import { errorResponse } from "../../src/api/common/errors/error-response.ts";
import { createErrorHandler } from "../../src/http/routing/error-handler.ts";
import { AllowedOrigins } from "../../src/server/allowed-origins.ts";
import { refuseCrossSiteWrites } from "../../src/server/refuse-cross-site-writes.ts";

const listed = "https://app.example";
const evil = "https://evil.example";

async function statusOf(
  method: string,
  headers: Record<string, string>,
  publicOrigin?: string,
): Promise<number> {
  const fetch = refuseCrossSiteWrites({
    fetch: () => new Response("done"),
    refuse: createErrorHandler({
      context: { docsUrl: "/swagger", onFault: () => undefined },
      writeRefusal: errorResponse,
      guard: () => undefined,
      routes: () => [],
    }),
    origins: new AllowedOrigins([listed]),
    publicOrigin,
  });
  const request = new Request("http://127.0.0.1:8080/flipper/api/features/a/boolean", {
    method,
    headers: { host: "127.0.0.1:8080", ...headers },
  });
  return (await fetch(request, { requestIP: () => null })).status;
}

const own = "http://127.0.0.1:8080";

const rows: [sender: string, headers: Record<string, string>, status: number][] = [
  ["a client that is not a browser", {}, 200],
  ["a page of the server", { "sec-fetch-site": "same-origin", origin: own }, 200],
  ["a browser without a page", { "sec-fetch-site": "none" }, 200],
  ["a page of the server in an older browser", { origin: own }, 200],
  ["that page, behind a proxy with https", { origin: "https://127.0.0.1:8080" }, 200],
  ["a page of a listed origin", { "sec-fetch-site": "cross-site", origin: listed }, 200],
  ["a page of a listed origin in an older browser", { origin: listed }, 200],
  ["a page of another site", { "sec-fetch-site": "cross-site", origin: evil }, 403],
  ["a page of another site that hides its origin", { "sec-fetch-site": "cross-site" }, 403],
  ["a page of another port", { "sec-fetch-site": "same-site", origin: `${own}1` }, 403],
  ["a page of another site in an older browser", { origin: evil }, 403],
  ["a page with an opaque origin", { origin: "null" }, 403],
  ["a page with an unknown value", { "sec-fetch-site": "Same-Origin" }, 403],
];

test.each(rows)("%s: a write with the headers %j is answered %i", async (_, headers, status) => {
  for (const method of ["POST", "DELETE", "PUT"]) {
    expect(await statusOf(method, headers)).toBe(status);
  }
  for (const method of ["GET", "HEAD", "OPTIONS"]) {
    expect(await statusOf(method, headers)).toBe(200);
  }
});

test("with a public URL only its origin is the server's own in an older browser", async () => {
  const url = "https://flags.example";
  expect(await statusOf("POST", { origin: url }, url)).toBe(200);
  expect(await statusOf("POST", { origin: listed }, url)).toBe(200);
  expect(await statusOf("POST", { origin: own }, url)).toBe(403);
});
