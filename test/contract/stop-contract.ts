import { expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type Program, ServerProcess } from "./server-process.ts";
import { TemporaryDirectory } from "./temporary-directory.ts";

/** Requests may take ten seconds, and a busy machine is slow. */
const longTimeout = { timeout: 180_000 };

/**
 * A server that gets a stop signal answers open requests, closes its database and ends with code 0.
 */
export function stopContract(program: Program): void {
  test.concurrent.each(["SIGTERM", "SIGINT"] as const)(
    "%s",
    async (name) => {
      using directory = new TemporaryDirectory();
      using server = await ServerProcess.start(program, directory.path);
      const idle = await connect(server.url);
      idle.write("GET /flipper/api/features HTTP/1.1\r\nHost: localhost\r\n\r\n");
      const slow = await connect(server.url);
      slow.write(
        "POST /flipper/api/features HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nname=",
      );
      await seenBy(server);
      server.signal(name);
      await refusing(server.url);
      slow.write("begun");
      expect(await slow.received).toContain("200 OK");
      const { code, out, err } = await server.ended();
      expect({ code, out }).toEqual({ code: 0, out: `listening on ${server.url}\n` });
      const messages = err.split("\n").map((line) => line.replace(/^\S+ /, ""));
      expect(messages).toContain(`info stopping signal="${name}"`);
      expect(messages.at(-2)).toBe("info stopped");
      expect(messages.filter((line) => /^(?:warn|error) /.test(line))).toEqual([]);
      expect((await idle.received).match(/^HTTP/gm)).toHaveLength(1);
      expect(readdirSync(directory.path).sort()).toEqual([
        "gatehouse.db",
        "gatehouse.key",
        "gatehouse.lock",
        "gatehouse.mode",
      ]);

      using again = await ServerProcess.start(program, directory.path);
      expect(await (await again.send("/features/begun")).json()).toMatchObject({ key: "begun" });
      again.signal(name);
      expect(await again.ended()).toMatchObject({ code: 0 });
    },
    longTimeout,
  );
}

/** A server that stops ends in time, whatever fails on the way. */
export function failingStopContract(program: Program): void {
  test.concurrent(
    "a socket that cannot be removed: the other parts are closed, and the exit code is 1",
    async () => {
      using directory = new TemporaryDirectory();
      using server = await ServerProcess.start(program, directory.path);
      await server.send("/features", { method: "POST", body: new URLSearchParams({ name: "a" }) });
      const socket = join(directory.path, "gatehouse.sock");
      rmSync(socket);
      mkdirSync(join(socket, "in the way"), { recursive: true });
      server.signal("SIGTERM");
      const { code, err } = await server.ended();
      expect(code).toBe(1);
      expect(err).toMatch(
        /error not closed part="the administration socket" reason=".*gatehouse.sock/,
      );
      expect(err).toMatch(/info stopped\n$/);
      const files = [
        ...["gatehouse.db", "gatehouse.key", "gatehouse.lock", "gatehouse.mode"],
        "gatehouse.sock",
      ];
      expect(readdirSync(directory.path).sort()).toEqual(files);
    },
    longTimeout,
  );

  test.concurrent(
    "a data directory that was removed",
    async () => {
      using directory = new TemporaryDirectory();
      const data = join(directory.path, "data");
      using server = await ServerProcess.start(program, data, { mode: "hosted" });
      rmSync(data, { recursive: true });
      server.signal("SIGTERM");
      expect((await server.ended()).err).toMatch(/info stopped\n$/);
      expect(existsSync(data)).toBe(false);
    },
    longTimeout,
  );

  test.concurrent(
    "requests that arrived before the signal are answered, also if no connection was accepted yet",
    async () => {
      using directory = new TemporaryDirectory();
      using server = await ServerProcess.start(program, directory.path);
      // As if long work kept the thread: everything below waits in the kernel.
      server.signal("SIGSTOP");
      const connections = await Promise.all(
        Array.from({ length: 100 }, async (_, index) => {
          const connection = await connect(server.url);
          const body = `name=waiting-${index}`;
          const head = `POST /flipper/api/features HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${body.length}`;
          connection.write(`${head}\r\nConnection: close\r\n\r\n${body}`);
          return connection;
        }),
      );
      server.signal("SIGTERM");
      server.signal("SIGCONT");
      const answers = await Promise.all(connections.map(({ received }) => received));
      expect(answers.filter((answer) => answer.startsWith("HTTP/1.1 200 OK"))).toHaveLength(100);
      expect(await server.ended()).toMatchObject({ code: 0 });
    },
    longTimeout,
  );
}

/** Waits ten seconds, so `make test-executable` runs it, and `make test` does not. */
export function endlessRequestContract(program: Program): void {
  test.concurrent(
    "a request that never ends: it has ten seconds",
    async () => {
      using directory = new TemporaryDirectory();
      using server = await ServerProcess.start(program, directory.path);
      const endless = await connect(server.url);
      endless.write(
        "POST /flipper/api/features HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nname=",
      );
      await seenBy(server);
      server.signal("SIGTERM");
      expect(await endless.received).not.toContain("200 OK");
      const { code, err } = await server.ended();
      expect(code).toBe(0);
      expect(err).toMatch(/info stopped\n$/);
    },
    longTimeout,
  );
}

interface Connection {
  write(text: string): void;
  /** All data until the server closed the connection. */
  readonly received: Promise<string>;
}

async function connect(url: string): Promise<Connection> {
  const { promise, resolve } = Promise.withResolvers<string>();
  let text = "";
  const finish = () => resolve(text);
  const socket = await Bun.connect({
    hostname: "127.0.0.1",
    port: Number(new URL(url).port),
    socket: {
      data(_, chunk) {
        text += chunk.toString("latin1");
      },
      end: finish,
      close: finish,
      error: finish,
    },
  });
  return {
    write(part) {
      socket.write(part);
      socket.flush();
    },
    received: promise,
  };
}

/**
 * Sends one request and waits for the response: then the server has also read what other
 * connections sent before.
 */
async function seenBy(server: ServerProcess): Promise<void> {
  for (let turn = 0; turn < 3; turn++) {
    await (await server.send("/features")).text();
  }
}

/** Resolves when the server refuses connections, because it has begun to stop. */
async function refusing(url: string): Promise<void> {
  for (;;) {
    try {
      await (await fetch(`${url}/healthz`, { headers: { connection: "close" } })).text();
    } catch {
      return;
    }
  }
}
