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
  bounds: Pick<ListenOptions, "requestTimeoutSeconds">,
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

const urlStart = "http://localhost/adapter/features?keys=";
const urlOf = (length: number) =>
  head(`GET /adapter/features?keys=${"x".repeat(length - urlStart.length)}`, "Connection: close");

test("a URL over 128 KiB is refused in JSON", async () => {
  const port = await bounded({});
  expect((await answerTo(port, urlOf(131_072))).status).toBe(200);
  expect(await answerTo(port, urlOf(131_073))).toEqual({
    status: 414,
    body: {
      code: "uri_too_long",
      message: "The URL is longer than 131072 characters",
      more_info: "/swagger",
    },
  });
  expect((await answerTo(port, urlOf(250_000))).status).toBe(414);
  expect(await answerTo(port, urlOf(300_000))).toEqual({ status: 431, body: null });
});

/** A request whose header lines have so many bytes together. */
function headersOf(bytes: number, count: number): Uint8Array {
  const bare = head("GET /adapter/features", "Connection: close");
  const lineBreaks = "GET /adapter/features HTTP/1.1".length + 4;
  const padding = bytes - (bare.length - lineBreaks);
  const each = Math.floor(padding / count);
  const lines = Array.from({ length: count }, (_, index) => {
    const length = index === 0 ? padding - each * (count - 1) : each;
    const name = `X-${index}: `;
    return name + "x".repeat(length - name.length - 2);
  });
  return head("GET /adapter/features", "Connection: close", ...lines);
}

test.each([1, 2, 190])("headers over 128 KiB are refused in JSON: %i lines", async (count) => {
  const port = await bounded({});
  expect((await answerTo(port, headersOf(128 * 1024, count))).status).toBe(200);
  expect(await answerTo(port, headersOf(128 * 1024 + 1, count))).toEqual({
    status: 431,
    body: {
      code: "headers_too_large",
      message: "The request headers are larger than 131072 bytes",
      more_info: "/swagger",
    },
  });
});

test("a head that is far too large, or has too many headers, gets no body", async () => {
  const port = await bounded({});
  expect(await answerTo(port, headersOf(300_000, 3))).toEqual({ status: 431, body: null });
  expect(await answerTo(port, headersOf(10_000, 250))).toEqual({ status: 431, body: null });
});

test("a URL and headers that reach their limits together are accepted", async () => {
  const port = await bounded({});
  const lines = ["Connection: close", `X: ${"x".repeat(130_000)}`];
  const url = "x".repeat(131_072 - urlStart.length);
  expect((await answerTo(port, head(`GET /adapter/features?keys=${url}`, ...lines))).status).toBe(
    200,
  );
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

const post = "POST /adapter/features";
const nested = "POST /adapter/features/a/b/actors";
const form = "Content-Type: application/x-www-form-urlencoded";
const chunked = "Transfer-Encoding: chunked";

test("a slow body is cut off though bytes keep arriving, and changes nothing", async () => {
  const port = await bounded({ requestTimeoutSeconds: 1 }, ["--request-timeout", "1"]);
  const large = "Content-Length: 100000";
  const received = await Promise.all([
    sendSlowly(port, head(post, form, large), "name=made&"),
    sendSlowly(port, head(post, form, chunked), "a\r\nname=made&\r\n"),
    // The server copies a request whose name has slashes.
    sendSlowly(port, head(nested, form, large), "flipper_id=1&"),
    sendSlowly(port, head(nested, form, chunked), "d\r\nflipper_id=1&\r\n"),
    sendSlowly(port, head("DELETE /adapter/features/a/actors", form, large), "flipper_id=1&"),
    sendSlowly(port, head("POST /adapter/import", large), " "),
    sendSlowly(port, head(post, form, large), ""),
  ]);
  for (const text of received) {
    const answer = parseAnswer(Buffer.from(text, "latin1"));
    expect(answer?.status).toBe(408);
    // Imports repeat their message as `error`.
    expect(JSON.parse(new TextDecoder().decode(answer?.body))).toMatchObject({
      code: "request_timeout",
      message: "The request did not arrive completely in time",
      more_info: "/swagger",
    });
    expect(text).toContain("Connection: close");
  }
  expect(await server?.manager.features.list()).toMatchObject({ 1: { features: [] } });
});

test("a body that arrives in time is read, however slow it is", async () => {
  const port = await bounded({ requestTimeoutSeconds: 5 }, ["--request-timeout", "5"]);
  const part = "name=slow&";
  const start = head(post, form, `Content-Length: ${3 * part.length}`, "Connection: close");
  const received = await sendSlowly(port, start, part);
  expect(parseAnswer(Buffer.from(received, "latin1"))?.status).toBe(200);
  expect((await server?.manager.features.get("slow"))?.[0].status).toBe(200);
});
