import { GatehouseError } from "../../core/errors.ts";
import type { BodyEncoding } from "../../http/request/request-body.ts";

// docs/api.md#limits
const compressedBytesMax = 256 * 1024;
export const expandedBytesMax = 1024 * 1024;

/**
 * Times are in seconds. A time from here on, in the year 5138, can only be in milliseconds, and
 * refuses the submission. If it were dropped like other times out of range, nobody would notice.
 */
export const timeEnd = 1e11;

/** The largest body of a submission in bytes, as sent. */
export function wireBytesMax(encoding: BodyEncoding): number {
  return encoding === "gzip" ? compressedBytesMax : expandedBytesMax;
}

/**
 * Replaces `body_too_large` by `parameter_invalid`, the refusal of a submission over a size limit;
 * returns any other error unchanged.
 */
export function submissionSizeError(error: unknown): unknown {
  return error instanceof GatehouseError && error.refusal === "body_too_large"
    ? new GatehouseError("parameter_invalid", {
        message: `A submission has at most ${compressedBytesMax} bytes as gzip and ${expandedBytesMax} expanded`,
        cause: error,
      })
    : error;
}
