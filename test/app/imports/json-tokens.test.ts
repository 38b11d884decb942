import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { type JsonToken, JsonTokens } from "../../../src/app/imports/json-tokens.ts";
import { readJsonObject } from "../../../src/app/imports/read-json-object.ts";
import { GatehouseError } from "../../../src/core/errors.ts";
import { decodeUtf8 } from "../../../src/http/request/decode-utf8.ts";
import { seeded } from "../../fuzz/seed.ts";
import { runsOf } from "../../helpers/runs.ts";
import { chunkLengths, damagedText, inChunks, jsonText, objectText } from "./json-texts.ts";
import { parseWholeJson } from "./reference-import-parser.ts";

const encoder = new TextEncoder();

/** The texts of a body that arrives in chunks, decoded as `readImport` does. */
function* textsOf(bytes: Uint8Array, lengths: readonly number[]): Generator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const decode = (chunk?: Uint8Array) => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      throw new GatehouseError("import_invalid");
    }
  };
  for (const chunk of inChunks(bytes, lengths)) {
    yield decode(chunk);
  }
  yield decode();
}

/** Reads a document that is an object, from texts. */
function readObject(texts: Iterable<string>): unknown {
  const tokens = new JsonTokens();
  const steps = wholeObject(tokens);
  for (const text of texts) {
    tokens.push(text);
    steps.next();
  }
  tokens.complete();
  const { done, value } = steps.next();
  if (done !== true) {
    throw new Error("the document was not read to its end");
  }
  return value;
}

function* wholeObject(tokens: JsonTokens) {
  yield* until(tokens, "object");
  const object = yield* readJsonObject(tokens, Number.POSITIVE_INFINITY);
  yield* until(tokens, "document_end");
  return object;
}

function* until(tokens: JsonTokens, expected: JsonToken) {
  let token = tokens.next();
  while (token === "text_needed") {
    yield token;
    token = tokens.next();
  }
  if (token !== expected) {
    throw new GatehouseError("import_invalid");
  }
}

/** Reads a document without keeping anything. */
function skip(texts: Iterable<string>): void {
  const tokens = new JsonTokens();
  for (const text of texts) {
    tokens.push(text);
    while (tokens.next(false) !== "text_needed") {
      expect([tokens.key, tokens.value]).not.toContainEqual(expect.stringMatching(/./));
    }
  }
  tokens.complete();
  while (tokens.next(false) !== "document_end") {
    // All tokens are read.
  }
}

type Outcome = { readonly value: unknown } | "refused";

function outcomeOf(read: () => unknown): Outcome {
  try {
    return { value: read() };
  } catch (error) {
    if (error instanceof GatehouseError) {
      return "refused";
    }
    throw error;
  }
}

const json = (value: Outcome) => JSON.stringify(value);

/** Compares what is read from chunks with what `JSON.parse` reads from the whole. */
function expectSame(bytes: Uint8Array, lengths: readonly number[]): void {
  const expected = outcomeOf(() => parseWholeJson(decodeUtf8(bytes)));
  expect(json(outcomeOf(() => readObject(textsOf(bytes, lengths))))).toBe(json(expected));
  const skipped = outcomeOf(() => skip(textsOf(bytes, lengths)));
  expect(skipped === "refused").toBe(expected === "refused");
}
const numRuns = runsOf(100);

describe("JsonTokens", () => {
  test("reads what JSON.parse reads, in chunks of any length", () => {
    fc.assert(
      fc.property(jsonText, chunkLengths, (text, lengths) => {
        expectSame(encoder.encode(objectText([['"v"', text]])), lengths);
      }),
      { numRuns, ...seeded },
    );
  });

  test("refuses what JSON.parse refuses, in chunks of any length", () => {
    fc.assert(
      fc.property(damagedText, chunkLengths, (text, lengths) => {
        expectSame(encoder.encode(objectText([['"v"', text]])), lengths);
      }),
      { numRuns: 3 * numRuns, ...seeded },
    );
  });

  test("refuses bytes that are not UTF-8, and drops one byte order mark, in chunks of any length", () => {
    const bytes = fc.oneof(
      fc.uint8Array({ minLength: 1, maxLength: 4 }),
      fc.constantFrom(
        [0xef, 0xbb, 0xbf],
        [0xc0, 0xaf],
        [0xed, 0xa0, 0xbd],
        [0xf4, 0x90, 0x80, 0x80],
      ),
    );
    const document = fc.tuple(fc.boolean(), jsonText, fc.nat(), bytes).map((parts) => {
      const [isMarked, text, place, added] = parts;
      const plain = encoder.encode(objectText([['"v"', text]]));
      const at = isMarked ? 0 : place % (plain.length + 1);
      return Buffer.concat([plain.subarray(0, at), Buffer.from(added), plain.subarray(at)]);
    });
    fc.assert(fc.property(document, chunkLengths, expectSame), { numRuns, ...seeded });
  });
});
