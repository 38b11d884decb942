import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { noImportRules } from "../../../src/app/imports/imported-gates.ts";
import { readImport } from "../../../src/app/imports/read-import.ts";
import { GatehouseError } from "../../../src/core/errors.ts";
import type { Gates } from "../../../src/core/evaluation/gates.ts";
import { sortedSet } from "../../../src/core/evaluation/sorted-set.ts";
import { decodeUtf8 } from "../../../src/http/request/decode-utf8.ts";
import { seeded } from "../../fuzz/seed.ts";
import { countTurns } from "../../helpers/count-turns.ts";
import { runsOf } from "../../helpers/runs.ts";
import { importTexts } from "./import-texts.ts";
import { chunkLengths, inChunks } from "./json-texts.ts";
import { parseWholeImport, parseWholeJson } from "./reference-import-parser.ts";

const encoder = new TextEncoder();
const numRuns = runsOf(100);

async function* arriving(chunks: Iterable<Uint8Array>) {
  yield* chunks;
}

function read(text: string, lengths: readonly number[] = [1_000]) {
  return readImport(arriving(inChunks(encoder.encode(text), lengths)));
}

type Outcome = readonly (readonly [string, Gates])[] | "refused";

/** The imported features by name. JSON.parse puts names that are integers first. */
async function outcomeOf(reading: () => unknown): Promise<Outcome> {
  try {
    const features = await reading();
    return features instanceof Map ? [...features].sort(([a], [b]) => (a < b ? -1 : 1)) : "refused";
  } catch (error) {
    if (error instanceof GatehouseError && error.refusal !== "internal") {
      return "refused";
    }
    throw error;
  }
}

const outcomeOfWhole = (text: string) =>
  outcomeOf(() => parseWholeImport(parseWholeJson(decodeUtf8(encoder.encode(text)))));

/** A body that never ends: `start`, and then what `next` returns, in chunks of some kilobytes. */
class EndlessSource {
  isStopped = false;
  readonly #start: string;
  readonly #next: (index: number) => string;

  constructor(start: string, next: (index: number) => string) {
    this.#start = start;
    this.#next = next;
  }

  async *chunks(): AsyncGenerator<Uint8Array, void> {
    try {
      yield encoder.encode(this.#start);
      for (let index = 0; ; index += 1_000) {
        const parts = Array.from({ length: 1_000 }, (_, offset) => this.#next(index + offset));
        yield encoder.encode(parts.join(""));
      }
    } finally {
      this.isStopped = true;
    }
  }
}

/** Bodies that never end, and what the refusal says after "Import invalid:". */
const endless: [what: string, start: string, next: (index: number) => string, why: string][] = [
  [
    "too many features",
    '{"features":{',
    (index) => `"f${index}":{},`,
    "it holds more than 100 features",
  ],
  [
    "too many actors",
    '{"features":{"a":{"actors":[',
    (index) => `"${index}",`,
    'feature "a": its actors are not a list of at most 1000 values',
  ],
  [
    "too many equal groups",
    '{"features":{"a":{"groups":[',
    () => '"x",',
    'feature "a": its groups are not a list of at most 1000 values',
  ],
  [
    "an actor that is too long",
    '{"features":{"a":{"actors":["',
    () => "x",
    'feature "a": the JSON holds a text over 65536 characters',
  ],
  [
    "a feature name that is too long",
    '{"features":{"',
    () => "x",
    "the JSON holds a text over 65536 characters",
  ],
  [
    "a percentage with too many digits",
    '{"features":{"a":{"percentage_of_time":1',
    () => "0",
    'feature "a": the JSON holds a number over 2048 characters',
  ],
  [
    "an expression that is too large",
    '{"features":{"a":{"expression":{"Any":[1',
    () => ",1",
    'feature "a": an object has over 65536 bytes of JSON',
  ],
  [
    "nesting that is too deep, also beside the features",
    '{"other":',
    () => '{"a":[',
    "the JSON is nested deeper than 512 levels",
  ],
  [
    "an unknown gate",
    '{"features":{"a":{"unheard":[',
    () => "1,",
    'feature "a": "unheard" is not a gate',
  ],
  [
    "a feature that is a list",
    '{"features":{"a":[',
    () => "1,",
    'feature "a": its gates are not an object',
  ],
  [
    "a list of lists in the place of a percentage",
    '{"features":{"a":{"percentage_of_actors":[',
    () => "[",
    'feature "a": Percentage must be an integer from 0 to 100',
  ],
  ["a document that is a list", "[", () => "1,", "it needs an object named features"],
  [
    "bytes that are not JSON",
    '{"features":{',
    () => "\u0000",
    "the JSON is malformed at character 14",
  ],
];

describe("readImport", () => {
  test("reads what the document has as a whole, in chunks of any length", async () => {
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(importTexts(true), chunkLengths, async (text, lengths) => {
        const outcome = await outcomeOf(() => read(text, lengths));
        expect<Outcome>(outcome).toEqual(await outcomeOfWhole(text));
        accepted += outcome === "refused" ? 0 : 1;
      }),
      { numRuns, ...seeded },
    );
    expect(accepted).toBeGreaterThan(numRuns / 20);
  });

  test("of equal names the last one counts, and no other may be invalid", async () => {
    await fc.assert(
      fc.asyncProperty(importTexts(false), chunkLengths, async (text, lengths) => {
        const outcome = await outcomeOf(() => read(text, lengths));
        if (outcome !== "refused") {
          expect<Outcome>(outcome).toEqual(await outcomeOfWhole(text));
        }
      }),
      { numRuns, ...seeded },
    );
  });

  test.each(endless)("refuses %s as soon as it is seen", async (_what, start, next, why) => {
    const source = new EndlessSource(start, next);
    const rules = { ...noImportRules, featuresMax: 100, actorsPerGateMax: 1_000 };
    const error = await readImport(source.chunks(), rules).catch((refusal: unknown) => refusal);
    expect(error).toMatchObject({ refusal: "import_invalid", message: `Import invalid: ${why}` });
    expect(source.isStopped).toBe(true);
  });

  test("asks for each group when it is read, and refuses one that is not allowed", async () => {
    const asked: string[] = [];
    const start = '{"features":{"a":{"groups":["x","y"]},"b":{"groups":["x","z",';
    const source = new EndlessSource(start, () => "1,");
    const reading = readImport(source.chunks(), {
      ...noImportRules,
      allowsGroup(group) {
        asked.push(group);
        return group !== "z";
      },
    });
    expect(await reading.catch((refusal: unknown) => refusal)).toMatchObject({
      message: 'Import invalid: feature "b": its group "z" is not registered in the project',
    });
    expect(asked).toEqual(["x", "y", "x", "z"]);
  });

  test("passes on the refusals of the body's size and type, and failures", async () => {
    for (const error of [
      new GatehouseError("body_too_large"),
      new GatehouseError("media_type_unsupported"),
      new GatehouseError("unavailable"),
      new Error("failure"),
    ]) {
      const failing = new EndlessSource('{"features":{', () => {
        throw error;
      });
      expect(await readImport(failing.chunks()).catch((thrown: unknown) => thrown)).toBe(error);
    }
    const broken = new EndlessSource('{"features":{', () => {
      throw new GatehouseError("request_invalid", { message: "Request invalid: broken" });
    });
    expect(await readImport(broken.chunks()).catch((thrown: unknown) => thrown)).toMatchObject({
      refusal: "import_invalid",
      message: "Import invalid: Request invalid: broken",
    });
  });

  test("gives the event loop a turn every 5 ms, also while a large set is sorted", async () => {
    const actors = Array.from({ length: 10_000 }, (_, index) => `User;${(index * 7919) % 10_000}`);
    const text = JSON.stringify({ features: { a: { actors } } });
    const { result, turns } = await countTurns(() => read(text, [text.length]));
    expect(result.get("a")?.actors).toEqual(sortedSet(actors));
    // At least one for each 16 KiB, and one for each 1,000 values in each of the three rounds of merging.
    expect(turns).toBeGreaterThan(text.length / 16_384 + 30);
  });
});
