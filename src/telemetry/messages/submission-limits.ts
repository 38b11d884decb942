import { GatehouseError } from "../../errors.ts";
import type { BodyEncoding } from "../../http/request/request-body.ts";

/** SPEC.md section 8. */
const compressedBytesMax = 256 * 1024;
export const expandedBytesMax = 1024 * 1024;

/** Bytes a submission may have on the wire. */
export function wireBytesMax(encoding: BodyEncoding): number {
  return encoding === "gzip" ? compressedBytesMax : expandedBytesMax;
}

/** A submission over a size limit is parameter_invalid, not 413 (DESIGN.md section 6). */
export function tooLarge(error: unknown): unknown {
  return error instanceof GatehouseError && error.refusal === "body_too_large"
    ? new GatehouseError(
        "parameter_invalid",
        `A submission has at most ${compressedBytesMax} bytes as gzip and ${expandedBytesMax} expanded`,
        { cause: error },
      )
    : error;
}
