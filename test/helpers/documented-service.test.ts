import { expect, test } from "bun:test";
import { documentedService } from "./documented-service.ts";

/** A hosted service that gives one answer to everything. */
function answering(status: number, headers: Record<string, string> = {}) {
  const send = async () => new Response(null, { status, headers });
  return documentedService({ send, stop: async () => undefined }, "hosted");
}

type Row = [method: string, path: string, status: number, headers?: Record<string, string>];

const documented: Row[] = [
  ["GET", "/features", 200, { etag: '"a"', "flipper-sync-version": "1" }],
  ["HEAD", "//features/?keys=a", 304],
  ["POST", "/features/a/b/clear/boolean", 422],
  ["POST", "/features/a", 405],
  ["GET", "/nothing", 418],
  ["POST", "/telemetry", 503, { "retry-after": "1" }],
  ["DELETE", "/environments/7", 204],
];
const others: Row[] = [
  ["GET", "/features", 201],
  ["GET", "/features/a", 200, { etag: '"a"' }],
  ["DELETE", "/features/a%2Fclear", 200],
  ["DELETE", "/environments/7", 402],
  ["GET", "/actors/User;1", 404],
];

test.each(documented)("%s %s %i is documented", async (method, path, status, headers) => {
  const response = await answering(status, headers).send(path, { method });
  expect(response.status).toBe(status);
});

test.each(others)(
  "%s %s %i is not documented, and fails",
  async (method, path, status, headers) => {
    await expect(answering(status, headers).send(path, { method })).rejects.toThrow(
      "is not in the OpenAPI document",
    );
  },
);
