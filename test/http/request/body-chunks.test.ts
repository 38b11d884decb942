import { describe, expect, test } from "bun:test";
import { gzipSync } from "node:zlib";
import { bodyChunks, jsonBodyChunks } from "../../../src/http/request/body-chunks.ts";
import { limitBodyTime } from "../../../src/http/request/body-time.ts";
import { streamChunks } from "../../../src/http/request/request-body.ts";
import { refusalOfPromise } from "./refusal-of.ts";

const limits = { bytesMax: 100, inflatedBytesMax: 1000 };
const jsonType = { "content-type": "application/json" };
const formType = { "content-type": "application/x-www-form-urlencoded" };
const gzip = { "content-encoding": "gzip" };

type Body = string | Uint8Array<ArrayBuffer> | ReadableStream | null;

function post(body: Body, headers: Record<string, string> = {}): Request {
  return new Request("http://127.0.0.1/import", { method: "POST", body, headers });
}

const randomBytes = (length: number) => crypto.getRandomValues(new Uint8Array(length));

async function whole(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  return Buffer.concat(await Array.fromAsync(chunks)).toString();
}

const refusalOf = (chunks: AsyncIterable<Uint8Array>) => refusalOfPromise(whole(chunks));

/** A stream of the chunks, which then ends or, if it is endless, repeats the last one. */
function sourceOf(chunks: readonly Uint8Array[], isEndless = false) {
  let pulled = 0;
  let isCancelled = false;
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const chunk = chunks[isEndless ? Math.min(pulled, chunks.length - 1) : pulled];
        pulled++;
        if (chunk === undefined) {
          controller.close();
        } else {
          controller.enqueue(chunk);
        }
      },
      cancel() {
        isCancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return {
    stream,
    get pulled() {
      return pulled;
    },
    get isCancelled() {
      return isCancelled;
    },
  };
}

describe("bodyChunks", () => {
  test("yields the body, plain and inflated", async () => {
    const parts = [Buffer.from("ab"), Buffer.from("c")];
    expect(await whole(bodyChunks(post(sourceOf(parts).stream), limits))).toBe("abc");
    const packed = gzipSync("abc");
    const halves = [packed.subarray(0, 9), packed.subarray(9)];
    expect(await whole(bodyChunks(post(sourceOf(halves).stream, gzip), limits))).toBe("abc");
    expect(await whole(bodyChunks(post(null), limits))).toBe("");
  });

  test("applies the limits to the body as sent and after inflating", async () => {
    for (const [length, refusal] of [
      [100, "none"],
      [101, "body_too_large"],
    ] as const) {
      const body = new Uint8Array(length);
      expect(await refusalOf(bodyChunks(post(body), limits))).toBe(refusal);
      expect(await refusalOf(bodyChunks(post(sourceOf([body]).stream), limits))).toBe(refusal);
    }
    const full = gzipSync(new Uint8Array(1000));
    expect(await refusalOf(bodyChunks(post(full, gzip), limits))).toBe("none");
    const over = gzipSync(new Uint8Array(1001));
    expect(await refusalOf(bodyChunks(post(over, gzip), limits))).toBe("body_too_large");
    const noise = gzipSync(randomBytes(101));
    expect(await refusalOf(bodyChunks(post(noise, gzip), limits))).toBe("body_too_large");
  });

  test("refuses a declared length and an encoding before it reads", async () => {
    const source = sourceOf([new Uint8Array(1)]);
    const large = post(source.stream, { "content-length": "101" });
    expect(await refusalOf(bodyChunks(large, limits))).toBe("body_too_large");
    const other = sourceOf([new Uint8Array(1)]);
    const encoded = post(other.stream, { "content-encoding": "br" });
    expect(await refusalOf(bodyChunks(encoded, limits))).toBe("request_invalid");
    expect([source.pulled, other.pulled]).toEqual([0, 0]);
  });

  test("reads no further, and cancels the body, when the consumer stops", async () => {
    const noise = Buffer.concat(Array.from({ length: 50 }, () => randomBytes(60_000)));
    const packed = gzipSync(noise);
    const pieces = Array.from({ length: 300 }, (_, index) =>
      packed.subarray(index * 10_000, (index + 1) * 10_000),
    );
    const wide = { bytesMax: 10_000_000, inflatedBytesMax: 10_000_000 };
    for (const [source, headers] of [
      [sourceOf([new Uint8Array(1_000)], true), {}],
      [sourceOf(pieces), gzip],
    ] as const) {
      for await (const chunk of bodyChunks(post(source.stream, headers), wide)) {
        expect(chunk.length).toBeGreaterThan(0);
        break;
      }
      await Bun.sleep(0);
      expect(source.isCancelled).toBe(true);
      expect(source.pulled).toBeLessThan(100);
    }
  });

  test("stops an endless body at the limit and cancels it", async () => {
    const source = sourceOf([new Uint8Array(30)], true);
    expect(await refusalOf(bodyChunks(post(source.stream), limits))).toBe("body_too_large");
    expect([source.pulled, source.isCancelled]).toEqual([4, true]);
  });

  test("refuses a body whose sender stops sending, and cancels it", async () => {
    let isCancelled = false;
    const stalled = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new Uint8Array(1)),
      cancel() {
        isCancelled = true;
      },
    });
    const request = post(stalled);
    limitBodyTime(request, 20);
    expect(await refusalOf(streamChunks(request, 100))).toBe("request_timeout");
    expect(isCancelled).toBe(true);
  });
});

describe("jsonBodyChunks", () => {
  test.each([
    ["{}", jsonType, "none"],
    ["{}", { "content-type": "application/vnd.x+json; charset=utf-8" }, "none"],
    ["{}", {}, "none"],
    ["{}", formType, "media_type_unsupported"],
    ["{}", { "content-type": "text/plain" }, "media_type_unsupported"],
    [" \n", formType, "none"],
    ["", { "content-type": "text/plain" }, "none"],
  ] as const)("%j as %p: %s", async (body, headers, refusal) => {
    expect(await refusalOf(jsonBodyChunks(post(body, headers), limits))).toBe(refusal);
  });

  test("refuses another type at the first byte that is not white space", async () => {
    const source = sourceOf([Buffer.from(" \n"), Buffer.from("a=1")], true);
    const chunks = jsonBodyChunks(post(source.stream, formType), limits);
    expect(await refusalOf(chunks)).toBe("media_type_unsupported");
    expect([source.pulled, source.isCancelled]).toEqual([2, true]);
  });
});
