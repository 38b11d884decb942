import { afterEach, beforeEach, expect, spyOn, test } from "bun:test";
import { limitBodyTime } from "../../src/http/request/body-time.ts";
import { listen } from "../../src/server/listen.ts";
import { jsonType } from "../helpers/api-client.ts";
import { expectRefused } from "../helpers/expect-refused.ts";
import { setStrictGroups } from "../helpers/hosted-administration.ts";
import type { HostedClient } from "../helpers/hosted-client.ts";
import { type HostedServer, hostedPrefix, startHosted } from "../helpers/hosted-server.ts";
import { Upload } from "../helpers/upload.ts";

let server: HostedServer;
let manager: HostedClient;
beforeEach(async () => {
  server = await startHosted();
  manager = server.manager;
  await manager.import({ old: { boolean: "true" } });
});
afterEach(() => server.stop());

const busy = { status: 503, code: "unavailable", message: "Another import is running" };

test("while an import arrives others are refused at once, and nothing else is", async () => {
  const first = new Upload(manager);
  await first.send('{"features":{"made":{}');
  const other = new Upload(manager);
  const [response, body] = await expectRefused(manager, busy, () => other.answer);
  expect(response.headers.get("retry-after")).toBe("5");
  expect(body).toMatchObject({ error: busy.message });
  expect(other.pulled).toBe(0);
  expect((await manager.gates.post("old", "actors", { flipper_id: "a" }))[0].status).toBe(200);
  await first.send("}}");
  expect((await first.end())[0].status).toBe(204);
  expect((await manager.features.get("made"))[0].status).toBe(200);
  expect((await manager.import({ next: {} }))[0].status).toBe(204);
});

test("an import that ends in any way frees the place", async () => {
  for (const [parts, status] of [
    [["{"], 422],
    [["}"], 422],
    [['{"features":{'], 422],
    [["{", '"features":{}}'], 204],
  ] as const) {
    const upload = new Upload(manager);
    for (const part of parts) {
      await Promise.race([upload.send(part), upload.answer]);
    }
    expect((await upload.end())[0].status).toBe(status);
    expect((await manager.import({ next: {} }))[0].status).toBe(204);
  }
});

test("the place is taken with the first byte: headers alone keep nobody out", async () => {
  const silent = new Upload(manager);
  expect((await manager.import({ next: {} }))[0].status).toBe(204);
  const running = new Upload(manager);
  await running.send("{");
  await Promise.race([silent.send("{"), silent.answer]);
  expect((await silent.answer)[0].status).toBe(503);
  await running.send('"features":{}}');
  expect((await running.end())[0].status).toBe(204);
});

test("refused callers neither take the place nor learn that it is taken", async () => {
  const running = new Upload(manager);
  await running.send("{");
  const reader = await server.newClient({ access: "read_only" });
  expect((await reader.import({}))[0].status).toBe(403);
  expect((await manager.as("unknown").import({}))[0].status).toBe(401);
  await running.send('"features":{}}');
  expect((await running.end())[0].status).toBe(204);
});

test("a client that stalls its upload is cut off by the request timeout, and frees the place", async () => {
  const listening = listen({
    host: "127.0.0.1",
    port: 0,
    tls: undefined,
    fetch: (request) => {
      limitBodyTime(request, 200);
      return server.deployment.api.fetch(request);
    },
    requestTimeoutSeconds: 30,
  });
  const head = [
    `POST ${hostedPrefix}/import HTTP/1.1`,
    "Host: localhost",
    `Flipper-Cloud-Token: ${server.managerToken}`,
    "Content-Type: application/json",
    "Content-Length: 100000",
  ];
  let answer = "";
  // It is refused if it comes while one of the others below is imported; then it comes again.
  while (answer === "" || answer.startsWith("HTTP/1.1 503 ")) {
    answer = "";
    const socket = await Bun.connect({
      hostname: "127.0.0.1",
      port: Number(new URL(listening.url).port),
      socket: {
        data: (_socket, data) => {
          answer += data.toString();
        },
      },
    });
    socket.write(`${head.join("\r\n")}\r\n\r\n{"features":{`);
    while (answer === "" && (await manager.import({ next: {} }))[0].status !== 503) {
      await Bun.sleep(1);
    }
    while (answer === "") {
      await Bun.sleep(1);
    }
    socket.end();
  }
  expect(answer).toStartWith("HTTP/1.1 408 ");
  while ((await manager.import({ next: {} }))[0].status !== 204) {
    await Bun.sleep(1);
  }
  await listening.stop();
});

test("a group that is refused only when the import is committed is code 6, too", async () => {
  const upload = new Upload(manager);
  await upload.send('{"features":{"a":{},"b":{"groups":["staff"]}');
  await setStrictGroups(server, true);
  await upload.send("}}");
  const message = 'Import invalid: feature "b": its group "staff" is not registered in the project';
  await expectRefused(manager, { status: 422, code: 6, message }, () => upload.end());
});

test("POST /adapter/import below the prefix, which push calls, is the same route", async () => {
  const features = '{"features":{"pushed":{}}}';
  const call = (body: string) =>
    manager.call("POST", "/adapter/import", { body, headers: jsonType });
  expect((await call(features))[0].status).toBe(204);
  expect((await manager.features.get("pushed"))[0].status).toBe(200);
  const [, body] = await expectRefused(manager, { status: 422, code: 6 }, () => call("{"));
  expect(body).toMatchObject({ error: "Import invalid: the JSON is not complete" });
  const running = new Upload(manager, "/adapter/import");
  await running.send("{");
  await expectRefused(manager, busy, () => manager.import({}));
  await running.send('"features":{}}');
  expect((await running.end())[0].status).toBe(204);
});

test("only an import of a megabyte or more asks the collector to run when it has ended", async () => {
  const key = (name: string) => JSON.stringify({ features: { [name]: { boolean: "true" } } });
  const ended = [100, 1_000, 5_000];
  using timeouts = spyOn(globalThis, "setTimeout");
  const delays = () => timeouts.mock.calls.map(([, ms]) => ms);
  const padded = (bytes: number) => key("padded").padEnd(bytes, " ");
  expect((await manager.import(padded(1024 * 1024 - 1)))[0].status).toBe(204);
  expect(delays()).not.toContain(5_000);
  expect((await manager.import(padded(1024 * 1024)))[0].status).toBe(204);
  expect(delays()).toEqual(expect.arrayContaining(ended));
});

test("an import that is half sent gives way to another one, and changes nothing", async () => {
  const stalled = new Upload(manager);
  await stalled.send('{"features":{"stalled":{}');
  // Headers alone take nothing away.
  const silent = new Upload(manager);
  expect((await silent.answer)[0].status).toBe(503);
  while ((await manager.import({ next: {} }))[0].status !== 204) {
    await Bun.sleep(100);
  }
  const [response, body] = await stalled.answer;
  expect([response.status, body]).toEqual([503, expect.objectContaining({ code: "unavailable" })]);
  expect((await manager.features.get("stalled"))[0].status).toBe(404);
  expect((await manager.features.get("next"))[0].status).toBe(200);
  // The place is free again.
  expect((await manager.import({ last: {} }))[0].status).toBe(204);
}, 180_000);
