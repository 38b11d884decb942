import { GatehouseError } from "../../core/errors.ts";
import type { BodyEncoding } from "../../http/request/request-body.ts";

// docs/api.md#limits
const compressedBytesMax = 256 * 1024;
export const expandedBytesMax = 1024 * 1024;

/**
 * Times are in seconds. One from here on, in the year 5138, can only be in milliseconds, and refuses
 * the submission: dropped like other times out of range, it would be lost without a notice.
 */
export const timeEnd = 1e11;

/** The largest body of a submission in bytes, as it is sent. */
export function wireBytesMax(encoding: BodyEncoding): number {
  return encoding === "gzip" ? compressedBytesMax : expandedBytesMax;
}

/**
 * Replaces `body_too_large` by `parameter_invalid`, which is what a submission over a size limit is
 * refused with; returns any other error as it is.
 */
export function submissionSizeError(error: unknown): unknown {
  return error instanceof GatehouseError && error.refusal === "body_too_large"
    ? new GatehouseError("parameter_invalid", {
        message: `A submission has at most ${compressedBytesMax} bytes as gzip and ${expandedBytesMax} expanded`,
        cause: error,
      })
    : error;
}
