import type { ImportedFeatures } from "../commands/import-commands.ts";
import { GatehouseError, type Refusal } from "../errors.ts";
import { EventLoopTurns } from "../event-loop/event-loop-turns.ts";
import { readImportDocument } from "./import-document.ts";
import { importInvalid } from "./import-invalid.ts";
import { type ImportRules, noImportRules } from "./imported-gates.ts";
import { JsonTokens } from "./json-tokens.ts";

/** How many bytes are read between two looks at the clock. */
const bytesAtOnce = 16 * 1024;

/** Refusals that are not about the content, and keep their own code. */
const kept: readonly Refusal[] = [
  "body_too_large",
  "media_type_unsupported",
  "quota_exceeded",
  "request_timeout",
  "unavailable",
];

/**
 * Reads an import while it arrives (docs/architecture.md#imports): neither its bytes nor its text nor
 * a JSON document of it exist as a whole, and other requests are answered in between. Refuses it at
 * the first thing that cannot be imported, with import_invalid (code 6), and stops reading.
 */
export async function readImport(
  chunks: AsyncIterable<Uint8Array>,
  rules: ImportRules = noImportRules,
): Promise<ImportedFeatures> {
  try {
    return await new ImportReading(rules).read(chunks);
  } catch (error) {
    if (error instanceof GatehouseError && !kept.includes(error.refusal)) {
      throw importInvalid(`Import invalid: ${error.message}`, error);
    }
    throw error;
  }
}

class ImportReading {
  readonly #decoder = new TextDecoder("utf-8", { fatal: true });
  readonly #tokens = new JsonTokens();
  readonly #turns = new EventLoopTurns();
  readonly #steps;

  constructor(rules: ImportRules) {
    this.#steps = readImportDocument(this.#tokens, rules);
  }

  async read(chunks: AsyncIterable<Uint8Array>): Promise<ImportedFeatures> {
    for await (const chunk of chunks) {
      for (let start = 0; start < chunk.length; start += bytesAtOnce) {
        this.#tokens.push(this.#decode(chunk.subarray(start, start + bytesAtOnce)));
        await this.#readText();
      }
    }
    this.#tokens.push(this.#decode());
    this.#tokens.complete();
    const features = await this.#readText();
    if (features === undefined) {
      throw new Error("the import was not read to its end");
    }
    return features;
  }

  /** Reads the text that is there. Returns the features at the end of the document. */
  async #readText(): Promise<ImportedFeatures | undefined> {
    for (;;) {
      const step = this.#steps.next();
      if (this.#turns.isDue) {
        await this.#turns.take();
      }
      if (step.done === true) {
        return step.value;
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
