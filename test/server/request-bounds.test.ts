import { afterEach, expect, test } from "bun:test";
import { type Listening, type ListenOptions, listen } from "../../src/server/listen.ts";
import { exchange, parseAnswer } from "../fuzz/raw-http.ts";
import { type PipelineServer, startPipelineServer } from "./pipeline-server.ts";

let server: PipelineServer | undefined;
let listening: Listening | undefined;
afterEach(async () => {
  await listening?.stop();
  await server?.stop();
});

/** Starts a listening server with these limits; resolves to its port. */
async function bounded(
  bounds: Pick<ListenOptions, "headerBytesMax" | "requestTimeoutSeconds">,
  flags: readonly string[] = [],
): Promise<number> {
  server = await startPipelineServer({ flags });
  listening = listen({
    host: "127.0.0.1",
    port: 0,
    tls: undefined,
    fetch: server.fetch,
    ...bounds,
  });
  return Number(new URL(listening.url).port);
}

function head(firstLine: string, ...headers: string[]): Uint8Array {
  const token = `Flipper-Cloud-Token: ${server?.hosted.managerToken}`;
  const lines = [`${firstLine} HTTP/1.1`, "Host: localhost", token, ...headers];
  return Buffer.from(`${lines.join("\r\n")}\r\n\r\n`);
}

async function answerTo(port: number, bytes: Uint8Array) {
  const received = await exchange(port, bytes);
  const answer = parseAnswer(received);
  const body = new TextDecoder().decode(answer?.body);
  return { status: answer?.status, body: body === "" ? null : JSON.parse(body) };
}

test("a URL over the limit is refused in JSON", async () => {
  const port = await bounded({}, ["--url-limit", "1000"]);
  const start = "http://localhost/adapter/features?keys=";
  const get = (length: number) =>
    head(`GET /adapter/features?keys=${"x".repeat(length - start.length)}`, "Connection: close");
  expect((await answerTo(port, get(1_000))).status).toBe(200);
  expect(await answerTo(port, get(1_001))).toEqual({
    status: 400,
    body: {
      code: 8,
      message: "Request invalid: the URL is longer than 1000 characters",
      more_info: "/swagger",
    },
  });
});

test("headers over the limit are refused, and accepted with a higher limit", async () => {
  const padding = `X-Padding: ${"x".repeat(20_000)}`;
  const narrow = await bounded({});
  expect((await answerTo(narrow, head("GET /adapter/features", padding))).status).toBe(431);
  await listening?.stop();
  await server?.stop();
  const wide = await bounded({ headerBytesMax: 64 * 1024 });
  const answer = await answerTo(wide, head("GET /adapter/features", padding, "Connection: close"));
  expect(answer.status).toBe(200);
});

/** Sends `next` ten times a second; resolves with the received bytes when the server closes. */
async function sendSlowly(port: number, start: Uint8Array, next: string): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  let received = "";
  const socket = await Bun.connect({
    hostname: "127.0.0.1",
    port,
    socket: {
      data: (_, chunk) => {
        received += chunk.toString("latin1");
      },
      close: () => resolve(received),
      error: () => resolve(received),
    },
  });
  socket.write(start);
  const timer = setInterval(() => socket.write(next), 100);
  try {
    return await promise;
  } finally {
    clearInterval(timer);
  }
}

test("a slow body is cut off though bytes keep arriving, and changes nothing", async () => {
  const port = await bounded({ requestTimeoutSeconds: 1 });
  const post = "POST /adapter/features";
  const form = "Content-Type: application/x-www-form-urlencoded";
  const received = await Promise.all([
    sendSlowly(port, head(post, form, "Content-Length: 100000"), "name=made&"),
    sendSlowly(port, head(post, form, "Transfer-Encoding: chunked"), "a\r\nname=made&\r\n"),
  ]);
  for (const bytes of received) {
    expect(bytes).not.toContain(" 200 ");
  }
  expect(await server?.manager.features.list()).toMatchObject({ 1: { features: [] } });
});
