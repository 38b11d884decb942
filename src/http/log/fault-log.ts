import { describeError } from "../../core/text/describe-error.ts";
import { withLineRateLimit } from "./line-rate-limit.ts";
import type { Log } from "./log.ts";

const faultLinesPerSecondMax = 20;

/** Logs faults, each with the id of its request if there was one. */
export function faultLog(log: Log): (error: unknown, requestId?: string) => void {
  const rateLimited = withLineRateLimit(log, faultLinesPerSecondMax);
  return (error, requestId = "none") =>
    rateLimited.error("fault", { requestId, reason: describeError(error) });
}
