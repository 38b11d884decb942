import { afterAll, describe, expect, test } from "bun:test";
import { connect } from "node:net";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { GatehouseError } from "../../../src/core/errors.ts";
import { bodyEncoding, readBody, readRawBody } from "../../../src/http/request/request-body.ts";
import { refusalOf, refusalOfPromise } from "./refusal-of.ts";

const url = "http://127.0.0.1/features";
const limits = { bytesMax: 100, inflatedBytesMax: 1000 };

type Body = string | Uint8Array<ArrayBuffer> | ReadableStream | null;

function post(body: Body, headers: Record<string, string> = {}): Request {
  return new Request(url, { method: "POST", body, headers });
}

type Source = { readonly stream: ReadableStream; pulled: number; cancelled: boolean };

/** Returns a stream of the chunks, which then ends as given; "never" repeats the last chunk. */
function sourceOf(chunks: readonly unknown[], end: "closes" | "fails" | "never"): Source {
  let next = 0;
  const source: Source = {
    pulled: 0,
    cancelled: false,
    stream: new ReadableStream(
      {
        pull(controller) {
          if (next === chunks.length && end === "closes") {
            controller.close();
          } else if (next === chunks.length && end === "fails") {
            controller.error(new Error("connection reset"));
          } else {
            source.pulled++;
            controller.enqueue(chunks[Math.min(next, chunks.length - 1)]);
            next = Math.min(next + 1, chunks.length);
          }
        },
        cancel() {
          source.cancelled = true;
        },
      },
      { highWaterMark: 0 },
    ),
  };
  return source;
}

describe("readBody", () => {
  test("returns no bytes when there is no body", async () => {
    for (const request of [
      new Request(url),
      post(null),
      post(""),
      post(null, { "content-encoding": "gzip" }),
    ]) {
      expect(await readBody(request, limits)).toHaveLength(0);
    }
  });

  test("accepts bodies up to the limit and refuses one byte more, with and without a length", async () => {
    for (const length of [99, 100, 101]) {
      const body = new Uint8Array(length).fill(7);
      const expected = length > 100 ? "body_too_large" : "none";
      for (const headers of [{}, { "content-length": String(length) }]) {
        expect(await refusalOfPromise(readBody(post(body, headers), limits))).toBe(expected);
        const streamed = post(sourceOf([body.subarray(0, 60), body.subarray(60)], "closes").stream);
        expect(await refusalOfPromise(readBody(streamed, limits))).toBe(expected);
        const enforced = readBody(post(body, headers), limits, { lengthEnforced: true });
        expect(await refusalOfPromise(enforced)).toBe(expected);
      }
    }
  });

  test("refuses by Content-Length before it reads", async () => {
    const source = sourceOf([new Uint8Array(1)], "closes");
    const request = post(source.stream, { "content-length": "101" });
    expect(await refusalOfPromise(readBody(request, limits))).toBe("body_too_large");
    expect(source.pulled).toBe(0);
    expect(request.bodyUsed).toBe(false);
  });

  test.each(["-1", "1e1", "0x1", "1, 1", "1.0", "abc"])(
    "refuses the Content-Length %j",
    async (length) => {
      const request = post("a", { "content-length": length });
      expect(await refusalOfPromise(readBody(request, limits))).toBe("request_invalid");
    },
  );

  test.each([
    ["without a length", {}],
    ["with a false length", { "content-length": "1" }],
  ])("stops an endless body %s at the limit and cancels it", async (_, headers) => {
    const source = sourceOf([new Uint8Array(30)], "never");
    const request = post(source.stream, headers);
    expect(await refusalOfPromise(readBody(request, limits))).toBe("body_too_large");
    expect(source.cancelled).toBe(true);
    expect(source.pulled).toBe(4);
  });

  test("applies the limit to the body also when Content-Length is enforced", async () => {
    const request = post(new Uint8Array(101), { "content-length": "1" });
    const read = readBody(request, limits, { lengthEnforced: true });
    expect(await refusalOfPromise(read)).toBe("body_too_large");
  });

  test("refuses a large body also when cancelling its stream fails", async () => {
    const stream = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(101)),
      cancel: () => Promise.reject(new Error("cannot cancel")),
    });
    expect(await refusalOfPromise(readBody(post(stream), limits))).toBe("body_too_large");
  });

  test("refuses a body that fails, or is not a stream of bytes", async () => {
    for (const source of [
      sourceOf([new Uint8Array(5)], "fails"),
      sourceOf([], "fails"),
      sourceOf(["text"], "closes"),
      sourceOf([[1, 2]], "closes"),
    ]) {
      expect(await refusalOfPromise(readBody(post(source.stream), limits))).toBe("request_invalid");
    }
  });

  test("throws an error that is not a refusal when the body was read before", async () => {
    const request = post("a");
    await request.text();
    const again: unknown = await readBody(request, limits).catch((error: unknown) => error);
    expect(again).toBeInstanceOf(Error);
    expect(again).not.toBeInstanceOf(GatehouseError);
  });

  test("inflates gzip, and applies both limits", async () => {
    const plain = new Uint8Array(1000);
    for (const encoding of ["gzip", "GZip", "x-gzip", " gzip "]) {
      const request = post(gzipSync(plain), { "content-encoding": encoding });
      expect(await readBody(request, limits)).toEqual(Buffer.from(plain));
    }
    const inflated = post(gzipSync(new Uint8Array(1001)), { "content-encoding": "gzip" });
    expect(await refusalOfPromise(readBody(inflated, limits))).toBe("body_too_large");
    const noise = crypto.getRandomValues(new Uint8Array(101));
    const packed = post(gzipSync(noise), { "content-encoding": "gzip" });
    expect(await refusalOfPromise(readBody(packed, limits))).toBe("body_too_large");
  });

  test("inflates once: gzip inside gzip is not inflated", async () => {
    const inner = gzipSync("x");
    const request = post(gzipSync(inner), { "content-encoding": "gzip" });
    expect(await readBody(request, limits)).toEqual(inner);
  });

  test("refuses a body that is not gzip", async () => {
    const request = post("{}", { "content-encoding": "gzip" });
    expect(await refusalOfPromise(readBody(request, limits))).toBe("request_invalid");
  });

  test("refuses an unknown encoding before it reads", async () => {
    const source = sourceOf([new Uint8Array(1)], "closes");
    const request = post(source.stream, { "content-encoding": "br" });
    expect(await refusalOfPromise(readBody(request, limits))).toBe("request_invalid");
    expect(source.pulled).toBe(0);
  });

  test("joins chunks in their order", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.uint8Array({ maxLength: 20 }), { maxLength: 10 }),
        fc.integer({ min: 1, max: 100 }),
        async (chunks, bytesMax) => {
          const whole = Buffer.concat(chunks);
          const read = readRawBody(post(sourceOf(chunks, "closes").stream), bytesMax);
          if (whole.length > bytesMax) {
            expect(await refusalOfPromise(read)).toBe("body_too_large");
          } else {
            expect(Buffer.from(await read)).toEqual(whole);
          }
        },
      ),
    );
  });
});

describe("bodyEncoding", () => {
  test.each([
    [undefined, "identity"],
    ["", "identity"],
    ["identity", "identity"],
    ["Identity", "identity"],
    ["gzip", "gzip"],
    ["X-GZIP", "gzip"],
  ] as const)("reads %j", (header, encoding) => {
    const headers = header === undefined ? {} : { "content-encoding": header };
    expect(bodyEncoding(post("a", headers))).toBe(encoding);
  });

  test.each(["br", "deflate", "zstd", "gzip, gzip", "identity, gzip", "gzip;q=1", "*"])(
    "refuses %j",
    (header) => {
      const request = post("a", { "content-encoding": header });
      expect(refusalOf(() => bodyEncoding(request))).toBe("request_invalid");
    },
  );
});

// Tests over a connection: senders that stop, senders that never end, and enforced lengths.
describe.each([[false], [true]])(
  "readBody through Bun.serve, length enforced: %p",
  (lengthEnforced) => {
    const options = { lengthEnforced };
    const outcomes: string[] = [];
    const waiting: (() => void)[] = [];
    const server = Bun.serve({
      hostname: "127.0.0.1",
      port: 0,
      async fetch(request) {
        let bytes = 0;
        const read = readBody(request, limits, options).then((body) => {
          bytes = body.length;
        });
        const refusal = await refusalOfPromise(read);
        outcomes.push(refusal === "none" ? `${bytes} bytes` : refusal);
        waiting.shift()?.();
        return new Response(outcomes.at(-1));
      },
    });
    afterAll(() => server.stop(true));

    /** Returns the outcome of a request of these bytes; the sender may close after them. */
    async function outcomeOf(sent: string, hangUp: boolean): Promise<string | undefined> {
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push(resolve);
      const socket = connect(server.port ?? 0, "127.0.0.1");
      socket.write(`POST / HTTP/1.1\r\nHost: a\r\n${sent}`, () => {
        if (hangUp) {
          socket.end();
        }
      });
      await promise;
      socket.destroy();
      return outcomes.at(-1);
    }

    test.each([
      ["a body with its length", "Content-Length: 3\r\n\r\nabc", false, "3 bytes"],
      ["a length of zero", "Content-Length: 0\r\n\r\n", false, "0 bytes"],
      ["neither length nor body", "\r\n", false, "0 bytes"],
      [
        "a chunked body",
        "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
        false,
        "3 bytes",
      ],
      ["a large length without a body", "Content-Length: 101\r\n\r\n", false, "body_too_large"],
      [
        "an unfinished chunked body over the limit",
        `Transfer-Encoding: chunked\r\n\r\n65\r\n${"x".repeat(101)}\r\n`,
        false,
        "body_too_large",
      ],
      ["a body cut short", "Content-Length: 10\r\n\r\nabc", true, "request_invalid"],
      [
        "a chunked body cut short",
        "Transfer-Encoding: chunked\r\n\r\na\r\nabc",
        true,
        "request_invalid",
      ],
    ] as const)("%s", async (_, sent, hangUp, outcome) => {
      expect(await outcomeOf(sent, hangUp)).toBe(outcome);
    });
  },
);
