import { expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { type Program, ServerProcess } from "./server-process.ts";
import { TemporaryDirectory } from "./temporary-directory.ts";

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
        "gatehouse.lock",
        "gatehouse.mode",
      ]);

      using again = await ServerProcess.start(program, directory.path);
      expect(await (await again.send("/features/begun")).json()).toMatchObject({ key: "begun" });
      again.signal(name);
      expect(await again.ended()).toMatchObject({ code: 0 });
    },
    { timeout: 30_000 },
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
