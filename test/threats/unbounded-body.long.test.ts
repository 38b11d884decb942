import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type HostedServer, hostedPrefix, startHosted } from "../helpers/hosted-server.ts";

/* Exact limits are tested in test/conformance/size-limits.long.test.ts, slow bodies in test/server. */

/** White space, as an import is refused at the first character that is no JSON. */
const chunk = new Uint8Array(256 * 1024).fill(0x20);
/** The limit of an import, the largest of all bodies, and some chunks that are read ahead. */
const bytesReadMax = 52 * 1024 * 1024;

let server: HostedServer;
beforeAll(async () => {
  server = await startHosted({ hasTelemetry: true });
});
afterAll(() => server.stop());

/** A body without end, with the number of bytes that were read from it. */
function endless() {
  const body = { bytes: 0, isCancelled: false };
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      body.bytes += chunk.length;
      controller.enqueue(chunk);
    },
    cancel() {
      body.isCancelled = true;
    },
  });
  return { body, stream };
}

const { api } = await startHosted().then(async (probe) => {
  await probe.stop();
  return probe.deployment;
});
/** DELETE is refused because the path has no id, before the body is read. See the test below. */
const pathWithoutId = "/environments";
const writes = api.app.routes
  .filter(
    ({ method, path }) =>
      method !== "GET" && `${method}${path}` !== `DELETE${hostedPrefix}${pathWithoutId}`,
  )
  .map(({ method, path }) => [
    method,
    path.slice(hostedPrefix.length).replace(":feature_name", "search").replace("/:id", "/1"),
  ]);

/** The routes that read a body. Other ones have no parameters. */
const isBodyRead = ([method, path = ""]: readonly string[]) =>
  method === "POST" || path.endsWith("/groups") || path.endsWith("/actors");

describe.each(writes.filter(isBodyRead))("%s %s", (method = "", path = "") => {
  const send = async (init: RequestInit) => {
    const response = await server.send(path, {
      method,
      ...init,
      headers: { "flipper-cloud-token": server.managerToken, ...init.headers },
    });
    return response.status;
  };

  test("stops reading a body without end, and refuses it", async () => {
    const { body, stream } = endless();
    const before = server.deployment.writer.state;
    expect(await send({ body: stream })).toBe(413);
    expect(body.isCancelled).toBe(true);
    expect(body.bytes).toBeLessThan(bytesReadMax);
    expect(server.deployment.writer.state).toBe(before);
  });

  test("does not read a body with a content-length above the limit", async () => {
    const { body, stream } = endless();
    const headers = { "content-length": "99999999999" };
    expect(await send({ body: stream, headers })).toBe(413);
    expect(body.bytes).toBeLessThanOrEqual(chunk.length);
  });
});

test("the body of a DELETE without parameters is not read", async () => {
  const unread = writes.filter((route) => !isBodyRead(route));
  expect(unread.length).toBeGreaterThan(5);
  for (const [method = "", path = ""] of unread) {
    const { body, stream } = endless();
    const headers = { "flipper-cloud-token": server.managerToken };
    const response = await server.send(path, { method, body: stream, headers });
    expect([path, response.ok]).toEqual([path, true]);
    expect(body.bytes).toBeLessThanOrEqual(chunk.length);
  }
});

test("the body of a request that is refused for its path or method is not read", async () => {
  for (const [method, path, status] of [
    ["DELETE", pathWithoutId, 422],
    ["POST", "/nothing", 404],
    ["PUT", "/features", 405],
  ] as const) {
    const { body, stream } = endless();
    const headers = { "flipper-cloud-token": server.managerToken };
    const response = await server.send(path, { method, body: stream, headers });
    expect([path, response.status]).toEqual([path, status]);
    expect(body.bytes).toBeLessThanOrEqual(chunk.length);
  }
});

test("the body of a request without a token is not read", async () => {
  for (const [method, path] of writes) {
    const { body, stream } = endless();
    const response = await server.send(path ?? "", { method: method ?? "", body: stream });
    expect([path, response.status]).toEqual([path, 401]);
    expect(body.bytes).toBeLessThanOrEqual(chunk.length);
  }
});
