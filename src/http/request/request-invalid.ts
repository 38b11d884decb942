import { GatehouseError } from "../../core/errors.ts";

/**
 * Returns the error for input that cannot be decoded (docs/api.md#errors, code 8). `why` completes
 * the sentence "Request invalid: …" and must not hold input of unbounded length: see `quote`.
 */
export function requestInvalid(why: string, cause?: unknown): GatehouseError {
  return new GatehouseError("request_invalid", { message: `Request invalid: ${why}`, cause });
}
