import { expect, test } from "bun:test";
import fc from "fast-check";
import type { JsonScalar } from "../../../src/app/imports/json-scalars.ts";
import { JsonTokens } from "../../../src/app/imports/json-tokens.ts";
import { GatehouseError } from "../../../src/core/errors.ts";
import { decodeUtf8 } from "../../../src/http/request/decode-utf8.ts";
import { seeded } from "../../fuzz/seed.ts";
import { chunkLengths, inChunks, jsonText, stringText } from "./json-texts.ts";

interface ReadArray {
  readonly values: readonly JsonScalar[];
  /** How many of them `takeScalars` returned. */
  readonly takenCount: number;
}

/** Reads a document that is an array of scalars, as the actors of an import are read. */
function readArray(texts: Iterable<string>): ReadArray {
  const tokens = new JsonTokens();
  const values: JsonScalar[] = [];
  let takenCount = 0;
  const read = () => {
    for (;;) {
      const taken = tokens.takeScalars();
      takenCount += taken.length;
      values.push(...taken);
      const token = tokens.next();
      if (token === "text_needed" || token === "document_end") {
        return;
      }
      if (token === "value") {
        values.push(tokens.value);
      } else if (token !== "array_end" && (token !== "array" || values.length > 0)) {
        throw new GatehouseError("import_invalid");
      }
    }
  };
  for (const text of texts) {
    tokens.push(text);
    read();
  }
  tokens.complete();
  read();
  return { values, takenCount };
}

function readBytes(bytes: Uint8Array, lengths: readonly number[]): ReadArray {
  const decoder = new TextDecoder();
  return readArray(
    [...inChunks(bytes, lengths)].map((chunk) => decoder.decode(chunk, { stream: true })),
  );
}

function orRefused<Value>(read: () => Value): Value | "refused" {
  try {
    return read();
  } catch (error) {
    if (error instanceof GatehouseError || error instanceof SyntaxError) {
      return "refused";
    }
    throw error;
  }
}

const plain = fc.stringMatching(/^[a-z;:{} 0-9é€🎉]{0,30}$/u).map((text) => JSON.stringify(text));
const element = fc.oneof(
  { weight: 40, arbitrary: plain },
  { weight: 2, arbitrary: fc.integer().map(String) },
  { weight: 1, arbitrary: stringText },
  { weight: 1, arbitrary: fc.constantFrom('"]"', '"a\\",b"', '"\\\\"', " null", "true") },
);
const separator = fc.constantFrom(",", ",", ",", " ,", ",\n");
const arrayText = fc
  .array(fc.tuple(element, separator), { minLength: 20, maxLength: 80, size: "max" })
  .map((items) => `[${items.flat().slice(0, -1).join("")}]`);
const damage = fc.oneof(jsonText, fc.constantFrom('"', "]", "[", ",", ",,", "\u0001", "}"));

function expectSame(text: string, lengths: readonly number[]): void {
  const bytes = new TextEncoder().encode(text);
  const whole = orRefused(() => {
    const value: unknown = JSON.parse(decodeUtf8(bytes));
    const isList =
      Array.isArray(value) && value.every((item) => item === null || typeof item !== "object");
    const isWellFormed =
      isList && value.every((item) => typeof item !== "string" || item.isWellFormed());
    return isWellFormed ? value : "refused";
  });
  const read = orRefused(() => readBytes(bytes, lengths).values);
  expect(read).toEqual(whole);
}

test("reads the arrays that JSON.parse reads, in chunks of any length", () => {
  fc.assert(fc.property(arrayText, chunkLengths, expectSame), { numRuns: 500, ...seeded });
});

test("refuses what JSON.parse refuses, wherever it is in an array", () => {
  const damaged = fc.tuple(arrayText, fc.nat(), damage).map(([text, place, added]) => {
    const at = 1 + (place % (text.length - 1));
    return text.slice(0, at) + added + text.slice(at);
  });
  fc.assert(fc.property(damaged, chunkLengths, expectSame), { numRuns: 1_000, ...seeded });
});

test("most of a long array of actors is read at once, and none of it with an escape", () => {
  const actors = Array.from({ length: 5_000 }, (_, index) => `User;${index}`);
  const bytes = new TextEncoder().encode(JSON.stringify(actors));
  const { values, takenCount } = readBytes(bytes, [16_384]);
  expect(values).toEqual(actors);
  expect(takenCount).toBeGreaterThan(4_900);
  const escaped = JSON.stringify(actors).replaceAll("User", "\\u0055ser");
  const read = readBytes(new TextEncoder().encode(escaped), [16_384]);
  expect(read).toEqual({ values: actors, takenCount: 0 });
});
