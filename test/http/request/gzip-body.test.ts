import { describe, expect, test } from "bun:test";
import { deflateSync, gzipSync } from "node:zlib";
import fc from "fast-check";
import { inflateGzipSync } from "../../../src/http/request/gzip-body.ts";
import { inflatedChunks } from "../../../src/http/request/gzip-chunks.ts";
import { refusalOfPromise } from "./refusal-of.ts";

const plain = new TextEncoder().encode('{"name":"search"}');
const packed = gzipSync(plain);

function changedAt(index: number): Uint8Array {
  const changed = new Uint8Array(packed);
  changed[index] = (changed[index] ?? 0) ^ 1;
  return changed;
}

type Inflate = (bytes: Uint8Array, inflatedBytesMax: number) => Promise<Uint8Array>;

/** Inflates bytes that arrive in chunks of this length. */
function inflateChunks(length: number): Inflate {
  async function* chunksOf(bytes: Uint8Array) {
    for (let start = 0; start < bytes.length; start += length) {
      yield bytes.subarray(start, start + length);
    }
  }
  return async (bytes, max) => {
    const chunks = await Array.fromAsync(inflatedChunks(chunksOf(bytes), max));
    return Buffer.concat(chunks);
  };
}

const ways: readonly [string, number, Inflate][] = [
  ["inflateGzipSync", 1000, async (bytes, max) => inflateGzipSync(bytes, max)],
  ["inflatedChunks of one chunk", 2 * 1024 * 1024, inflateChunks(Number.POSITIVE_INFINITY)],
  ["inflatedChunks of 7 bytes each", 200_000, inflateChunks(7)],
];

// All ways have the same rules.
describe.each(ways)("%s", (_name, inflatedBytesMax, inflateGzip) => {
  test("inflates", async () => {
    expect(await inflateGzip(packed, inflatedBytesMax)).toEqual(Buffer.from(plain));
    expect(await inflateGzip(gzipSync(new Uint8Array(0)), inflatedBytesMax)).toHaveLength(0);
  });

  test("inflates a body of several gzip members", async () => {
    const twice = await inflateGzip(Buffer.concat([packed, packed]), inflatedBytesMax);
    expect(twice).toEqual(Buffer.concat([plain, plain]));
  });

  test("accepts output up to the limit, and refuses one byte more", async () => {
    const full = gzipSync(new Uint8Array(inflatedBytesMax));
    expect(await inflateGzip(full, inflatedBytesMax)).toHaveLength(inflatedBytesMax);
    const over = gzipSync(new Uint8Array(inflatedBytesMax + 1));
    expect(await refusalOfPromise(inflateGzip(over, inflatedBytesMax))).toBe("body_too_large");
  });

  test("applies the limit to the sum of all members", async () => {
    const half = gzipSync(new Uint8Array(inflatedBytesMax / 2 + 1));
    const over = Buffer.concat([half, half]);
    expect(await refusalOfPromise(inflateGzip(over, inflatedBytesMax))).toBe("body_too_large");
  });

  test.each([
    ["nothing", new Uint8Array(0)],
    ["plain text", plain],
    ["zlib, not gzip", deflateSync(plain)],
    ["a wrong first byte", changedAt(0)],
    ["an unknown method", changedAt(2)],
    ["a wrong checksum", changedAt(packed.length - 5)],
    ["a wrong length", changedAt(packed.length - 1)],
    ["garbage at the end", Buffer.concat([packed, Buffer.from("garbage")])],
    ["a zero byte at the end", Buffer.concat([packed, Buffer.alloc(1)])],
    ["many zero bytes at the end", Buffer.concat([packed, Buffer.alloc(100_000)])],
    ["half a second member", Buffer.concat([packed, packed.subarray(0, 12)])],
    ["the start of a second header", Buffer.concat([packed, packed.subarray(0, 1)])],
  ])("refuses %s", async (_name, bytes) => {
    expect(await refusalOfPromise(inflateGzip(bytes, inflatedBytesMax))).toBe("request_invalid");
  });

  test("refuses a body that is cut at any length", async () => {
    for (let length = 0; length < packed.length; length++) {
      const cut = packed.subarray(0, length);
      expect(await refusalOfPromise(inflateGzip(cut, inflatedBytesMax))).toBe("request_invalid");
    }
  });
});

describe("inflateGzipSync", () => {
  test("returns the original bytes, or refuses more than the limit", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 300 }),
        fc.integer({ min: 1, max: 300 }),
        async (bytes, limit) => {
          const inflated = (async () => inflateGzipSync(gzipSync(bytes), limit))();
          if (bytes.length > limit) {
            expect(await refusalOfPromise(inflated)).toBe("body_too_large");
          } else {
            expect(await inflated).toEqual(Buffer.from(bytes));
          }
        },
      ),
    );
  });
});

test("a gzip bomb of 200 MiB takes no more memory than the limits allow", async () => {
  const child = Bun.spawn([process.execPath, `${import.meta.dir}/inflate-bomb.ts`], {
    stdout: "pipe",
    stderr: "inherit",
  });
  const [refusals, grownMiB] = (await new Response(child.stdout).text()).split(" ");
  expect(await child.exited).toBe(0);
  expect(refusals).toBe("body_too_large,body_too_large");
  expect(Number(grownMiB)).toBeLessThan(48);
});
