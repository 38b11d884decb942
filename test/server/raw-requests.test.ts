import { afterAll, beforeAll, expect, test } from "bun:test";
import { connect } from "node:net";
import { mountable } from "../../src/index.ts";
import { type Listening, listen } from "../../src/server/listen.ts";
import { exchange } from "../fuzz/raw-http.ts";

const toggles = mountable({ data: ":memory:" });
let server: Listening;
beforeAll(() => {
  const fetch = (request: Request) => toggles.handle(request);
  server = listen({ host: "127.0.0.1", port: 0, tls: undefined, fetch });
});
afterAll(async () => {
  await server.stop();
  await toggles.close();
});

/** Sends bytes, then `repeated` so many times; resolves to the start of the answer. */
function answerTo(head: Buffer, repeated: Buffer = Buffer.alloc(0), times = 0): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
  socket.on("error", reject);
  socket.once("data", (data) => {
    resolve(data.toString());
    socket.destroy();
  });
  socket.write(head);
  for (let sent = 0; sent < times; sent++) {
    socket.write(repeated);
  }
  return promise;
}

const chunk = Buffer.concat([
  Buffer.from("10000\r\n"),
  Buffer.alloc(0x10000, "x"),
  Buffer.from("\r\n"),
]);

// A short host or a name with slashes makes the server copy the request, with another stream.
test.each([
  ["localhost", "/flipper/api/features"],
  ["x", "/flipper/api/features"],
  ["localhost", "/flipper/api/features/a/b/boolean"],
])("an endless body is refused while it arrives: host %s, %s", async (host, path) => {
  const head = `POST ${path} HTTP/1.1\r\nhost: ${host}\r\ntransfer-encoding: chunked\r\n\r\n`;
  expect(await answerTo(Buffer.from(head), chunk, 64)).toStartWith("HTTP/1.1 413 ");
});

test("a very large Content-Length is refused in JSON, without waiting for the body", async () => {
  const head =
    "POST /flipper/api/features HTTP/1.1\r\nhost: localhost\r\ncontent-length: 70000000000\r\n\r\n";
  const answer = await answerTo(Buffer.from(head));
  expect(answer).toStartWith("HTTP/1.1 413 ");
  expect(answer).toContain('"code":"body_too_large"');
});

test.each(["/flipper/api/features/\u00ff/boolean", "/flipper/api/features?keys=\u00ff"])(
  "a URL with bytes that are not UTF-8 is refused and creates nothing: %s",
  async (path) => {
    const method = path.includes("?") ? "GET" : "POST";
    const head = `${method} ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-length: 0\r\n\r\n`;
    const answer = await answerTo(Buffer.from(head, "latin1"));
    expect(answer).toStartWith("HTTP/1.1 400 ");
    expect(answer).toContain('"code":8');
    const list = await fetch(`${server.url}/flipper/api/features`);
    expect(await list.json()).toEqual({ features: [] });
  },
);

const request = (method: string, path: string) =>
  `${method} /flipper/api${path} HTTP/1.1\r\nhost: localhost\r\ncontent-length: 0\r\n\r\n`;

/** Sends several requests in one packet; resolves to all that came until the connection closed. */
async function answersTo({ url }: Listening, requests: readonly string[]): Promise<string> {
  const last = "GET /none HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
  const bytes = Buffer.from([...requests, last].join(""));
  return (await exchange(Number(new URL(url).port), bytes)).toString();
}

test("requests in one packet are answered in order, if nothing has to be waited for", async () => {
  const received = await answersTo(server, [
    request("POST", "/features/first/boolean"),
    request("GET", "/features/first"),
    request("GET", "/features/missing"),
  ]);
  const statuses = Array.from(received.matchAll(/HTTP\/1\.1 (\d+)/g), ([, status]) => status);
  expect(statuses).toEqual(["200", "200", "404", "404"]);
});

// Once this fails, Bun answers such requests, and docs/operations.md#failures needs another row.
test("Bun closes a connection on which a request arrives before the answer to another one", async () => {
  const ran: string[] = [];
  const slow = listen({
    ...{ host: "127.0.0.1", port: 0, tls: undefined },
    async fetch({ url }) {
      ran.push(url);
      await Bun.sleep(1);
      return new Response("done");
    },
  });
  expect(await answersTo(slow, [request("POST", "/features/first/boolean")])).toBe("");
  expect(ran).toHaveLength(1);
  await slow.stop();
});
