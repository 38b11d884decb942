import { GatehouseError, type Refusal } from "../../core/errors.ts";
import { EventLoopSlice } from "../../core/scheduling/event-loop-slice.ts";
import type { ImportedFeatures } from "../commands/import-commands.ts";
import { readImportDocument } from "./import-document.ts";
import { importInvalid } from "./import-invalid.ts";
import type { ImportSteps } from "./import-steps.ts";
import { type ImportRules, noImportRules } from "./imported-gates.ts";
import { JsonTokens } from "./json-tokens.ts";

/** Bytes between two checks of the clock. Few, because code is slow until Bun has compiled it. */
const bytesAtOnce = 4 * 1024;

/** Refusals for other reasons than the content; they keep their own code. */
const otherRefusals: readonly Refusal[] = [
  "body_too_large",
  "media_type_unsupported",
  "quota_exceeded",
  "request_timeout",
  "unavailable",
];

/**
 * Reads an import while it arrives (docs/internals.md#imports). The whole import is never in memory
 * as bytes, text or parsed JSON. Other requests are answered in between. At the first content that
 * cannot be imported, it stops reading and throws import_invalid (code 6).
 */
export function readImport(
  chunks: AsyncIterable<Uint8Array>,
  rules: ImportRules = noImportRules,
): Promise<ImportedFeatures> {
  return readDocument(chunks, (tokens) => readImportDocument(tokens, rules));
}

/** Reads a document that may contain more than an import. `read` must read all tokens. */
export async function readDocument<Result>(
  chunks: AsyncIterable<Uint8Array>,
  read: (tokens: JsonTokens) => ImportSteps<Result>,
): Promise<Result> {
  try {
    return await new DocumentReading(read).read(chunks);
  } catch (error) {
    if (error instanceof GatehouseError && !otherRefusals.includes(error.refusal)) {
      throw importInvalid(`Import invalid: ${error.message}`, error);
    }
    throw error;
  }
}

class DocumentReading<Result> {
  readonly #decoder = new TextDecoder("utf-8", { fatal: true });
  readonly #tokens = new JsonTokens();
  readonly #slice = new EventLoopSlice();
  readonly #steps: ImportSteps<Result>;

  constructor(read: (tokens: JsonTokens) => ImportSteps<Result>) {
    this.#steps = read(this.#tokens);
  }

  async read(chunks: AsyncIterable<Uint8Array>): Promise<Result> {
    for await (const chunk of chunks) {
      for (let start = 0; start < chunk.length; start += bytesAtOnce) {
        this.#tokens.push(this.#decode(chunk.subarray(start, start + bytesAtOnce)));
        await this.#readText();
      }
    }
    this.#tokens.push(this.#decode());
    this.#tokens.complete();
    const result = await this.#readText();
    if (result === undefined) {
      throw new Error("the import was not read to its end");
    }
    return result.value;
  }

  /** Reads the text so far. Returns the result at the end of the document; undefined before. */
  async #readText(): Promise<{ readonly value: Result } | undefined> {
    for (;;) {
      const step = this.#steps.next();
      if (this.#slice.isOver) {
        await this.#slice.startNext();
      }
      if (step.done === true) {
        return { value: step.value };
      }
      if (step.value === "text_needed") {
        return undefined;
      }
    }
  }

  /** Drops one leading byte order mark, as `decodeUtf8` does. */
  #decode(bytes?: Uint8Array): string {
    try {
      return this.#decoder.decode(bytes, { stream: bytes !== undefined });
    } catch (error) {
      throw importInvalid("it is not UTF-8", error);
    }
  }
}
