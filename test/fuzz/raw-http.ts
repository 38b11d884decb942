import type { RawAnswer } from "./fuzz-run.ts";
import type { RawRequest } from "./raw-request.ts";

const timeoutMs = 10_000;

/** Returns the bytes of a request, with `Connection: close`. */
export function requestBytes({ method, target, headers, body }: RawRequest): Uint8Array {
  const lines = [
    `${method} ${target} HTTP/1.1`,
    "Host: localhost",
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(body === null ? [] : [`Content-Length: ${body.length}`]),
    "Connection: close",
  ];
  const head = Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1");
  return Buffer.concat([head, body ?? new Uint8Array(0)]);
}

/** Sends bytes over a new connection; resolves with all bytes received until it closes. */
export async function exchange(port: number, bytes: Uint8Array): Promise<Buffer> {
  const received: Uint8Array[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  let rest = bytes;
  const finish = () => resolve(Buffer.concat(received));
  const socket = await Bun.connect({
    hostname: "127.0.0.1",
    port,
    socket: {
      data: (_, chunk) => void received.push(new Uint8Array(chunk)),
      drain(self) {
        rest = rest.subarray(self.write(rest));
      },
      end: finish,
      close: finish,
      error: (_, error) => reject(error),
    },
  });
  rest = rest.subarray(socket.write(rest));
  const timer = setTimeout(
    () => reject(new Error("The server neither answers nor closes the connection")),
    timeoutMs,
  );
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    socket.terminate();
  }
}

/** Parses the last answer in the bytes of a connection; null if there is none. */
export function parseAnswer(bytes: Buffer): RawAnswer | null {
  let start = 0;
  for (;;) {
    const end = bytes.indexOf("\r\n\r\n", start);
    if (end === -1) {
      return null;
    }
    const [statusLine = "", ...lines] = bytes.toString("latin1", start, end).split("\r\n");
    const status = Number(statusLine.split(" ")[1]);
    start = end + 4;
    // 100 is only the permission to send the body.
    if (status !== 100) {
      return { status, ...headersOf(lines), body: inflated(lines, bytes.subarray(start)) };
    }
  }
}

function headersOf(lines: readonly string[]) {
  return { contentType: headerOf(lines, "content-type"), allow: headerOf(lines, "allow") };
}

function headerOf(lines: readonly string[], name: string): string | null {
  const line = lines.find((candidate) => candidate.toLowerCase().startsWith(`${name}:`));
  return line === undefined ? null : line.slice(name.length + 1).trim();
}

function inflated(lines: readonly string[], body: Buffer): Uint8Array {
  return headerOf(lines, "content-encoding") === "gzip" && body.length > 0
    ? Bun.gunzipSync(new Uint8Array(body))
    : body;
}
