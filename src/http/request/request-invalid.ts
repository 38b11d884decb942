import { GatehouseError } from "../../errors.ts";

/**
 * The refusal of what cannot be decoded (DESIGN.md section 6, code 8). `why` completes the sentence
 * "Request invalid: …" and must hold no input of unbounded length: see `quoteInput`.
 */
export function requestInvalid(why: string, cause?: unknown): GatehouseError {
  return new GatehouseError("request_invalid", `Request invalid: ${why}`, { cause });
}
