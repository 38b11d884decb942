import { afterEach, expect, test } from "bun:test";
import {
  ConnectionGuard,
  type ConnectionGuardOptions,
} from "../../../src/server/sockets/connection-guard.ts";
import type { Connection, ProcessSockets } from "../../../src/server/sockets/process-sockets.ts";

const serverPort = 8_080;

/** A process whose connections a test opens. */
class FakeSockets implements ProcessSockets {
  readonly descriptorsMax: number;
  readonly ended: Connection[] = [];
  isClosed = false;
  readonly firstRead = Promise.withResolvers<void>();
  error: Error | undefined;
  #next = 10;
  #connections: Connection[] = [];

  constructor(descriptorsMax: number) {
    this.descriptorsMax = descriptorsMax;
  }

  open(peerAddress: string, count: number, localPort = serverPort): Connection[] {
    const opened = Array.from({ length: count }, () => {
      this.#next += 1;
      return { descriptor: this.#next, localPort, peerAddress, peerPort: this.#next };
    });
    // Descriptors have no order that tells the age of a connection.
    this.#connections.unshift(...opened);
    return opened;
  }

  get connections(): readonly Connection[] {
    return this.#connections;
  }

  read() {
    this.firstRead.resolve();
    if (this.error !== undefined) {
      throw this.error;
    }
    return { descriptorCount: this.#connections.length, connections: this.#connections };
  }

  shutDown(connection: Connection): void {
    this.ended.push(connection);
    this.#connections = this.#connections.filter((each) => each !== connection);
  }

  close(): void {
    this.isClosed = true;
  }
}

let guard: ConnectionGuard | undefined;
afterEach(() => guard?.stop());

type Given = Partial<ConnectionGuardOptions>;

/** Starts a guard; the result's `next` resolves with the connections of the next check that ends any. */
function guarding(sockets: FakeSockets, options: Given = {}) {
  let waiting = Promise.withResolvers<readonly Connection[]>();
  let failing = Promise.withResolvers<unknown>();
  guard = new ConnectionGuard({
    sockets,
    ports: new Set([serverPort]),
    perClientMax: undefined,
    clientOf: (address) => (address === "proxy" ? undefined : address),
    onEnded: (ended) => waiting.resolve(ended),
    onFault: (error) => failing.resolve(error),
    nowMs: () => performance.now(),
    ...options,
  });
  return {
    async next() {
      const ended = await waiting.promise;
      waiting = Promise.withResolvers();
      return ended;
    },
    async fault() {
      const error = await failing.promise;
      failing = Promise.withResolvers();
      return error;
    },
  };
}

test("ends the newest connections of a client above its bound", async () => {
  const sockets = new FakeSockets(1_000);
  const old = sockets.open("a", 5);
  sockets.open("b", 5);
  sockets.open("a", 9, 9_999);
  sockets.open("proxy", 50);
  const { next } = guarding(sockets, { perClientMax: 5 });
  await sockets.firstRead.promise;
  const more = sockets.open("b", 1);
  expect(await next()).toEqual(more);
  const newest = sockets.open("a", 3);
  expect(new Set(await next())).toEqual(new Set(newest));
  expect(sockets.connections).toEqual(expect.arrayContaining(old));
  expect(sockets.connections).toHaveLength(5 + 5 + 9 + 50);
});

test("a client may have half of the descriptors at most", async () => {
  const sockets = new FakeSockets(100);
  sockets.open("a", 60);
  sockets.open("b", 10);
  const { next } = guarding(sockets);
  expect(await next()).toHaveLength(10);
  expect(sockets.ended.every(({ peerAddress }) => peerAddress === "a")).toBe(true);
});

test("keeps a tenth of the descriptors free, whoever has the connections", async () => {
  const sockets = new FakeSockets(100);
  for (const client of ["a", "b", "proxy"]) {
    sockets.open(client, 32);
  }
  sockets.open("c", 1);
  const { next } = guarding(sockets, { perClientMax: 50 });
  expect(await next()).toHaveLength(7);
  expect(sockets.connections).toHaveLength(90);
  expect(sockets.connections.some(({ peerAddress }) => peerAddress === "c")).toBe(true);
  sockets.open("b", 8);
  expect(await next()).toHaveLength(8);
});

test("goes on after the sockets could not be read, and reports that once", async () => {
  const sockets = new FakeSockets(100);
  const error = new Error("no descriptor left");
  sockets.error = error;
  const { fault, next } = guarding(sockets, { perClientMax: 1 });
  expect(await fault()).toBe(error);
  sockets.open("a", 2);
  sockets.error = undefined;
  expect(await next()).toHaveLength(1);
});

test("a stopped guard has closed the sockets", () => {
  const sockets = new FakeSockets(100);
  guarding(sockets);
  guard?.stop();
  guard = undefined;
  expect(sockets.isClosed).toBe(true);
});
