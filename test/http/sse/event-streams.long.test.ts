import { expect, test } from "bun:test";
import { connect } from "node:net";
import { mountable } from "gatehouse-flags";
import { openChanges } from "../../helpers/change-stream-conformance.ts";
import { dataOf, EventReader } from "../../helpers/event-reader.ts";
import { hostedPrefix, startHosted } from "../../helpers/hosted-server.ts";

/** Connects, asks for a stream, and reads nothing. Resolves when the server has sent something. */
async function deafStream(port: number, token: string) {
  const { promise: begun, resolve } = Promise.withResolvers<void>();
  const socket = connect(port, "127.0.0.1");
  socket.once("readable", resolve);
  socket.write(
    `GET ${hostedPrefix}/stream HTTP/1.1\r\nhost: x\r\nflipper-cloud-token: ${token}\r\n\r\n`,
  );
  await begun;
  return socket;
}

test("a client that does not read its connection is let go, and the others are told all the time", async () => {
  const server = await startHosted();
  const listening = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: server.deployment.api.fetch,
  });
  const deaf = await deafStream(listening.port ?? 0, server.managerToken);
  const { streams } = server.deployment;
  const open = () => streams.counts.find(([kind]) => kind === "changes")?.[1];
  expect(open()).toBe(1);
  const reader = await openChanges(server.manager);
  await reader.next();
  await reader.next();
  // So much that no buffer of the system holds the events of all rounds.
  const keys = Array.from({ length: 90 }, (_, index) => `${index}`.padEnd(250, "x"));
  let rounds = 0;
  while (open() === 2) {
    const boolean = rounds % 2 === 0 ? "true" : null;
    await server.manager.import(Object.fromEntries(keys.map((key) => [key, { boolean }])));
    expect(dataOf(await reader.next())).toMatchObject({ keys: keys.toSorted() });
    rounds += 1;
    expect(rounds).toBeLessThan(5_000);
  }
  expect(open()).toBe(1);
  await server.manager.features.create("after");
  expect(dataOf(await reader.next())).toMatchObject({ keys: ["after"] });
  deaf.destroy();
  await reader.close();
  await listening.stop(true);
  await server.stop();
});

test("changes that come faster than many streams can be told are joined, and none is lost", async () => {
  const server = await startHosted();
  const readers = await Promise.all(
    Array.from({ length: 3_000 }, () => openChanges(server.manager)),
  );
  const names = Array.from({ length: 300 }, (_, index) => `f${index}`);
  await Promise.all(names.map((name) => server.manager.features.create(name)));
  await server.manager.features.create("last");
  const expected = new Set([...names, "last"]);
  for (const reader of readers) {
    const seen = new Set<string>();
    let events = 0;
    while (!seen.has("last")) {
      const event = await reader.next();
      const data = event?.includes("data:") === true ? dataOf(event) : undefined;
      const { keys } = Object.assign({ keys: [] }, data);
      // Too many to name in one event counts as all.
      for (const key of keys ?? expected) {
        seen.add(key);
      }
      events += 1;
    }
    expect(seen).toEqual(expected);
    expect(events).toBeLessThan(names.length);
    await reader.close();
  }
  await server.stop();
});

test("a change that is committed while another one is told is told too", async () => {
  const mounted = mountable({ data: ":memory:" });
  const request = new Request("http://localhost/flipper/api/stream");
  const reader = new EventReader(await mounted.handle(request));
  await reader.next();
  await reader.next();
  // Data in memory is committed when the call returns.
  const done = ["a", "b", "c"].map((key) => mounted.enable(key));
  const seen = new Set<unknown>();
  while (seen.size < 3) {
    const data = dataOf(await reader.next());
    for (const key of Object.assign({ keys: [] }, data).keys) {
      seen.add(key);
    }
  }
  await Promise.all(done);
  await reader.close();
  await mounted.close();
});
