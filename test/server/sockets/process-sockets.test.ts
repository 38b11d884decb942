import { expect, test } from "bun:test";
import { connect } from "node:net";
import {
  openProcessSockets,
  type ProcessSockets,
} from "../../../src/server/sockets/process-sockets.ts";

const onLinux = test.skipIf(process.platform !== "linux");

function opened(): ProcessSockets {
  const sockets = openProcessSockets();
  if (sockets === undefined) {
    throw new Error("the sockets of this process cannot be read");
  }
  return sockets;
}

async function connected(port: number, host: string, text: string) {
  const closed = Promise.withResolvers<void>();
  const open = Promise.withResolvers<void>();
  const socket = connect(port, host);
  socket.on("connect", () => socket.write(text, () => open.resolve()));
  socket.on("error", () => undefined);
  socket.on("close", () => closed.resolve());
  await open.promise;
  return { closed: closed.promise, socket };
}

onLinux.each(["127.0.0.1", "::1"])("ends a connection from %s, and no other", async (host) => {
  const server = Bun.serve({ hostname: host, port: 0, fetch: () => new Response("answered") });
  const port = server.port ?? 0;
  const sockets = opened();
  const halfSent = await connected(port, host, "GET / HTTP/1.1\r\n");
  // A connection without a byte is accepted after a second only.
  const other = await connected(port, host, "G");
  const { url } = server;
  expect(await (await fetch(url)).text()).toBe("answered");
  const found = () => sockets.read().connections.filter(({ localPort }) => localPort === port);
  const { localPort } = halfSent.socket;
  const ofHalfSent = found().filter(({ peerPort }) => peerPort === localPort);
  expect(ofHalfSent).toHaveLength(1);
  expect(found().some(({ peerPort }) => peerPort === other.socket.localPort)).toBe(true);
  for (const connection of ofHalfSent) {
    sockets.shutDown(connection);
  }
  await halfSent.closed;
  expect(found().some(({ peerPort }) => peerPort === other.socket.localPort)).toBe(true);
  expect(await (await fetch(url)).text()).toBe("answered");
  other.socket.destroy();
  await other.closed;
  sockets.close();
  await server.stop(true);
});

onLinux("counts descriptors, and keeps none but its own", () => {
  const sockets = opened();
  expect(sockets.descriptorsMax).toBeGreaterThan(16);
  const first = sockets.read().descriptorCount;
  for (let times = 0; times < 100; times++) {
    sockets.read();
  }
  expect(sockets.read().descriptorCount).toBeLessThan(first + 10);
  sockets.close();
});
