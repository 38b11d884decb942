import type { JsonToken, JsonTokens } from "./json-tokens.ts";

/**
 * A part of reading an import. It yields `text_needed` after all text so far, and `pause` between
 * steps of long work, so that other work can run in between.
 */
export type ImportSteps<Result> = Generator<"text_needed" | "pause", Result, void>;

/** Reads the next token as soon as its text has arrived. */
export function* nextToken(
  tokens: JsonTokens,
  isKept = true,
): ImportSteps<Exclude<JsonToken, "text_needed">> {
  for (;;) {
    const token = tokens.next(isKept);
    if (token !== "text_needed") {
      return token;
    }
    yield token;
  }
}
