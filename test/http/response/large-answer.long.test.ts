import { describe, expect, test } from "bun:test";
import { LargeAnswer } from "../../../src/http/response/large-answer.ts";
import { PreparedAnswer } from "../../../src/http/response/prepared-answer.ts";
import { streamedAnswer } from "../../../src/http/response/streamed-answer.ts";
import { TextBlock } from "../../../src/http/response/text-block.ts";

const texts = Array.from({ length: 3_000 }, (_, index) => `{"key":"größe ${index} 🎉"},`.repeat(3));
const whole = texts.join("");
const headersOf = (version: number) => ({ "x-version": String(version), vary: "x-token" });

function largeAnswer(parts: () => Iterable<string> = () => texts): LargeAnswer {
  return new LargeAnswer({ ...oneBlock(parts), headersOf, onResized: () => undefined });
}

/** A text in one block, which is not made at once. */
function oneBlock(parts: () => Iterable<string>) {
  const block = new TextBlock({ parts, bytesEstimate: () => 1_000_000 });
  return {
    parts,
    blocks: () => undefined,
    findBlocks: function* find() {
      yield;
      return [block];
    },
  };
}

function requestOf(headers: Record<string, string> = {}): Request {
  return new Request("http://localhost/features", { headers });
}

/** The ways to answer with the text, each of which must answer the same. */
const ways = {
  "kept, in slices": () => {
    const answer = largeAnswer();
    return (request: Request, version: number) => answer.respond(request, version);
  },
  "streamed, in slices": () => (request: Request, version: number) =>
    streamedAnswer(request, () => [texts], headersOf(version)),
};

/** What a client sees, with gzip inflated. */
async function seen(response: Response | Promise<Response>) {
  const { status, headers, ...rest } = await response;
  const bytes = new Uint8Array(await (await response).arrayBuffer());
  const isGzip = headers.get("content-encoding") === "gzip";
  const text = new TextDecoder().decode(isGzip ? Bun.gunzipSync(bytes) : bytes);
  return {
    status,
    headers: Object.fromEntries(headers),
    text,
    isSmaller: bytes.length < 20_000,
    rest,
  };
}

/** The tag of a text in blocks is another one than that of the same text in one piece. */
function withoutTag({ headers, ...rest }: Awaited<ReturnType<typeof seen>>) {
  const { etag, ...others } = headers;
  expect(etag).toMatch(/^"[\w-]+"$/);
  return { ...rest, headers: others };
}

describe.each(Object.entries(ways))("a large answer, %s", (_, start) => {
  test.each([{}, { "accept-encoding": "gzip" }, { "accept-encoding": "gzip;q=0" }])(
    "with the headers %j is that of a prepared answer",
    async (headers) => {
      const respond = start();
      const prepared = new PreparedAnswer(whole, headersOf);
      for (const version of [1, 2, 2]) {
        const expected = await seen(prepared.respond(requestOf(headers), version));
        const answered = await seen(respond(requestOf(headers), version));
        expect(withoutTag(answered)).toEqual(withoutTag(expected));
        expect(expected.text).toBe(whole);
        const known = { ...headers, "if-none-match": answered.headers.etag ?? "" };
        const notModified = await seen(respond(requestOf(known), version));
        expect(notModified.headers.etag).toBe(answered.headers.etag);
        const knownToo = { ...headers, "if-none-match": expected.headers.etag ?? "" };
        expect(withoutTag(notModified)).toEqual(
          withoutTag(await seen(prepared.respond(requestOf(knownToo), version))),
        );
        expect(notModified).toMatchObject({ status: 304, text: "" });
      }
    },
  );
});

test("a kept answer is made once, also for requests at the same time", async () => {
  let made = 0;
  const parts = () => {
    made += 1;
    return texts;
  };
  const answer = largeAnswer(parts);
  expect(answer.keptBytes).toBe(0);
  const gzip = { "accept-encoding": "gzip" };
  await Promise.all([{}, gzip, {}, gzip].map((each) => answer.respond(requestOf(each), 1)));
  await answer.respond(requestOf(), 2);
  expect(made).toBe(1);
  expect(answer.keptBytes).toBeGreaterThan(Buffer.byteLength(whole));
  expect(answer.keptBytes).toBeLessThan(1.1 * Buffer.byteLength(whole));
});

test("the plain form is released unless somebody asks for it, and made again then", async () => {
  const answer = largeAnswer();
  const gzip = requestOf({ "accept-encoding": "gzip" });
  const first = await seen(answer.respond(gzip, 1));
  expect(answer.keptBytes).toBeLessThan(Buffer.byteLength(whole) / 10);
  expect((await seen(answer.respond(requestOf(), 1))).text).toBe(whole);
  expect(answer.keptBytes).toBeGreaterThan(Buffer.byteLength(whole));
  expect(await seen(answer.respond(gzip, 1))).toEqual(first);
});

test("a very long answer is kept as gzip only, and is the same in both forms", async () => {
  let made = 0;
  const long = () => {
    made += 1;
    return Array.from({ length: 9 * 16 }, () => `${"größe ".repeat(9_362)},`);
  };
  const expected = long().join("");
  made = 0;
  const answer = largeAnswer(long);
  const [plain, again, gzip] = [
    await seen(answer.respond(requestOf(), 1)),
    await seen(answer.respond(requestOf(), 1)),
    await seen(answer.respond(requestOf({ "accept-encoding": "gzip" }), 1)),
  ];
  for (const { text } of [plain, again, gzip]) {
    expect(text === expected).toBe(true);
  }
  expect(plain.headers.etag).toBe(again.headers.etag);
  expect(gzip.headers.etag).toBe(plain.headers.etag?.replace(/"$/, '-gzip"'));
  // Once for the tag, for each client that reads it, and to compress it.
  expect(made).toBe(4);
  const known = requestOf({ "if-none-match": plain.headers.etag ?? "" });
  expect((await answer.respond(known, 1)).status).toBe(304);
  expect(made).toBe(4);
  expect(answer.keptBytes).toBeGreaterThan(0);
  expect(answer.keptBytes).toBeLessThan(expected.length / 10);
});

test("an answer that could not be made is made by the next request", async () => {
  let isBroken = true;
  const answer = largeAnswer(() => {
    if (isBroken) {
      throw new Error("broken");
    }
    return texts;
  });
  await expect(answer.respond(requestOf(), 1)).rejects.toThrow("broken");
  await expect(answer.respond(requestOf({ "accept-encoding": "gzip" }), 1)).rejects.toThrow();
  isBroken = false;
  expect((await seen(answer.respond(requestOf(), 1))).text).toBe(whole);
});

test("answers are made one after the other, and each reports its size when it is made", async () => {
  const order: string[] = [];
  const answers = ["a", "b"].map((name) => {
    const answer: LargeAnswer = new LargeAnswer({
      ...oneBlock(function* parts() {
        // Some megabytes, which take several slices.
        for (const text of Array.from({ length: 25 }, () => whole)) {
          if (order.at(-1) !== name) {
            order.push(name);
          }
          Bun.sleepSync(1);
          yield text;
        }
      }),
      headersOf,
      onResized: () => order.push(`${name} is kept: ${answer.keptBytes > 0}`),
    });
    return answer;
  });
  await Promise.all(answers.map((answer) => answer.respond(requestOf(), 1)));
  expect(order).toEqual(["a", "a is kept: true", "b", "b is kept: true"]);
});

test("a client that has the content gets a 304, for which nothing is compressed", async () => {
  const gzip = { "accept-encoding": "gzip" };
  const { headers } = await seen(largeAnswer().respond(requestOf(gzip), 1));
  const answer = largeAnswer();
  const known = requestOf({ ...gzip, "if-none-match": headers.etag ?? "" });
  expect((await answer.respond(known, 1)).status).toBe(304);
  expect(answer.keptBytes).toBe(0);
  expect((await seen(answer.respond(requestOf(gzip), 1))).text).toBe(whole);
  expect(answer.keptBytes).toBeLessThan(Buffer.byteLength(whole) / 10);
  expect((await answer.respond(known, 1)).status).toBe(304);
});

test("a streamed answer makes no more text than its reader takes", async () => {
  let made = 0;
  function* endless() {
    for (let index = 0; index < 100_000; index++) {
      made += 1;
      yield "x".repeat(1_000);
    }
  }
  const response = await streamedAnswer(requestOf(), () => [endless()], {});
  expect(made).toBe(100_000);
  const reader = response.body?.getReader();
  await reader?.read();
  expect(made).toBeLessThan(101_000);
  await reader?.cancel();
});
