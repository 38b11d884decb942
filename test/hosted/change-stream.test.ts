import { expect, test } from "bun:test";
import { openChanges } from "../helpers/change-stream-conformance.ts";
import { dataOf, type EventReader } from "../helpers/event-reader.ts";
import { mirror, removeGroup, revoke } from "../helpers/hosted-administration.ts";
import { created, type HostedClient } from "../helpers/hosted-client.ts";
import { type HostedServer, startHosted } from "../helpers/hosted-server.ts";

async function opened(client: HostedClient): Promise<EventReader> {
  const stream = await openChanges(client);
  expect(stream.status).toBe(200);
  await stream.next();
  await stream.next();
  return stream;
}

const keysOf = async (stream: EventReader) => {
  const data = dataOf(await stream.next());
  return typeof data === "object" && data !== null && "keys" in data ? data.keys : data;
};

async function withPreview(server: HostedServer) {
  const { environment, token } = created(await server.manager.environments.create("preview"));
  const stored = server.deployment.writer.state.environments.get(environment.id);
  if (stored === undefined) {
    throw new Error("the environment was not created");
  }
  return { preview: stored, client: server.manager.as(token.value), token: token.value };
}

test("a stream tells what changes in its environment, and what follows Production there", async () => {
  const server = await startHosted();
  const { preview, client } = await withPreview(server);
  const [inProduction, inPreview] = [await opened(server.manager), await opened(client)];
  await server.manager.gates.post("shared", "boolean");
  expect(await keysOf(inProduction)).toEqual(["shared"]);
  expect(await keysOf(inPreview)).toEqual(["shared"]);
  // Its own gates: none of Production's readers is told, and the other way round.
  await client.gates.post("shared", "actors", { flipper_id: "User;1" });
  expect(await keysOf(inPreview)).toEqual(["shared"]);
  await server.manager.gates.post("shared", "percentage_of_time", { percentage: 5 });
  expect(await keysOf(inProduction)).toEqual(["shared"]);
  await server.manager.gates.post("next", "boolean");
  expect(await keysOf(inProduction)).toEqual(["next"]);
  expect(await keysOf(inPreview)).toEqual(["next"]);
  await mirror(server, preview, "shared");
  expect(await keysOf(inPreview)).toEqual(["shared"]);
  await server.manager.features.remove("shared");
  expect(await keysOf(inProduction)).toEqual(["shared"]);
  expect(await keysOf(inPreview)).toEqual(["shared"]);
  await inProduction.close();
  await inPreview.close();
  await server.stop();
});

test("what is no change of a feature is no event", async () => {
  const server = await startHosted();
  await server.manager.gates.post("search", "groups", { name: "staff" });
  const stream = await opened(server.manager);
  await removeGroup(server, "staff");
  await server.newToken();
  await withPreview(server);
  await server.manager.features.create("search");
  await server.manager.features.create("after");
  expect(await keysOf(stream)).toEqual(["after"]);
  await stream.close();
  await server.stop();
});

test("an import is one event, which names no keys if they are many", async () => {
  const server = await startHosted();
  const stream = await opened(server.manager);
  const features = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, {}]));
  await server.manager.import(features(3));
  expect(await keysOf(stream)).toEqual(["f0", "f1", "f2"]);
  await server.manager.import(features(200));
  expect(dataOf(await stream.next())).toMatchObject({ keys: null });
  await stream.close();
  await server.stop();
});

/** What ends the access of a token, and so its streams. */
const endings: readonly [
  what: string,
  end: (server: HostedServer, token: string, environmentId: number) => Promise<unknown>,
][] = [
  ["its token is revoked", (server, token) => revoke(server, token)],
  ["its environment is deleted", (server, _token, id) => server.manager.environments.delete(id)],
  ["the server stops", async (server) => server.deployment.streams.stop()],
];

test.each(endings)("a stream ends when %s, and cannot be opened again", async (what, end) => {
  const server = await startHosted();
  const { preview, client, token } = await withPreview(server);
  const [stream, other] = [await opened(client), await opened(server.manager)];
  await end(server, token, preview.id);
  expect(await stream.next()).toBeUndefined();
  const isStopped = what === "the server stops";
  expect((await openChanges(client)).status).toBe(isStopped ? 503 : 401);
  if (!isStopped) {
    await server.manager.gates.post("search", "boolean");
    expect(await keysOf(other)).toEqual(["search"]);
  }
  await other.close();
  await server.stop();
});

test("a stream ends at the moment its token expires", async () => {
  const clock = { ms: Date.UTC(2026, 10, 21) };
  const expiresAt = clock.ms + 20;
  // Without a heartbeat, which would end it too.
  const watch = { heartbeatMs: 1e8 };
  const server = await startHosted({ now: () => clock.ms, watch });
  const client = await server.newClient({ access: "evaluate", expiresAt });
  const stream = await opened(client);
  clock.ms = expiresAt - 1;
  await server.manager.features.create("before");
  expect(await keysOf(stream)).toEqual(["before"]);
  clock.ms = expiresAt;
  expect(await stream.next()).toBeUndefined();
  expect(server.deployment.streams.counts).toContainEqual(["changes", 0]);
  await server.stop();
});

test("an idle stream has a heartbeat", async () => {
  const server = await startHosted({ watch: { heartbeatMs: 5 } });
  const stream = await opened(server.manager);
  expect(await stream.next()).toBe(": still here");
  expect(await stream.next()).toBe(": still here");
  await stream.close();
  await server.stop();
});

test("6,000 streams of one token are open at once, and no more; each that closes makes room", async () => {
  const server = await startHosted();
  const { client } = await withPreview(server);
  const open = (as: HostedClient) => as.send("/stream");
  const streams = await Promise.all(Array.from({ length: 6_000 }, () => open(client)));
  expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]));
  const [refused, body] = await client.call("GET", "/stream");
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "10"]);
  expect(body).toMatchObject({ code: "rate_limited", message: "Too many streams are open" });
  const others = await Promise.all(Array.from({ length: 4_000 }, () => open(server.manager)));
  expect(others.every(({ status }) => status === 200)).toBe(true);
  expect((await open(await server.newClient())).status).toBe(429);
  await streams[0]?.body?.cancel();
  expect((await open(client)).status).toBe(200);
  server.deployment.streams.stop();
  expect(server.deployment.streams.counts).toContainEqual(["changes", 0]);
  await server.stop();
});
