import type { PlainRequest } from "./load/request-pattern.ts";

/** An answer with its exact bytes. */
export interface HttpAnswer {
  readonly status: number;
  /** By lower-case name, without `date`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** The size of the status line, the headers and the body. */
  readonly byteCount: number;
}

/** An import of very many features takes seconds on a busy machine. */
const timeoutMs = 20_000;

/** Sends a request on a new connection. `fetch` would hide gzip and the size of the headers. */
export async function sendRequest(origin: string, request: PlainRequest): Promise<HttpAnswer> {
  const { hostname, port } = new URL(origin);
  const { promise, resolve, reject } = Promise.withResolvers<HttpAnswer>();
  let received = Buffer.alloc(0);
  const socket = await Bun.connect({
    hostname,
    port: Number(port),
    socket: {
      data(_, chunk) {
        received = Buffer.concat([received, chunk]);
        try {
          const answer = complete(received);
          if (answer !== undefined) {
            resolve(answer);
          }
        } catch (error) {
          reject(error);
        }
      },
      close: () => reject(new Error(`${origin} closed the connection before it had answered`)),
      error: (_, error) => reject(error),
    },
  });
  const timer = setTimeout(() => reject(new Error(`${origin} did not answer`)), timeoutMs);
  try {
    socket.write(requestBytes(request));
    return await promise;
  } finally {
    clearTimeout(timer);
    socket.end();
  }
}

function requestBytes({ method, path, headers, body }: PlainRequest): Buffer {
  const all = {
    host: "127.0.0.1",
    ...headers,
    ...(body === "" ? {} : { "content-length": String(body.length) }),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n${body}`, "latin1");
}

function complete(received: Buffer): HttpAnswer | undefined {
  const headEnd = received.indexOf("\r\n\r\n");
  if (headEnd === -1) {
    return undefined;
  }
  const [statusLine = "", ...lines] = received.toString("latin1", 0, headEnd).split("\r\n");
  const status = Number(statusLine.split(" ")[1]);
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const hasBody = status !== 204 && status !== 304;
  const byteCount = headEnd + 4 + (hasBody ? Number(headers["content-length"]) : 0);
  if (Number.isNaN(byteCount)) {
    throw new Error("A benchmark needs answers of a stated length");
  }
  const { date: _, ...dateless } = headers;
  return received.length < byteCount
    ? undefined
    : { status, headers: dateless, body: received.subarray(headEnd + 4, byteCount), byteCount };
}
