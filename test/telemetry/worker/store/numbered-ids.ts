import type { SubmissionId } from "../../../../src/telemetry/worker/port/telemetry-store.ts";

/** A submission whose id is a number. */
export function idOf(environmentId: number, number: number): SubmissionId {
  return {
    environmentId,
    requestId: `00000000-0000-0000-0000-${number.toString(16).padStart(12, "0")}`,
  };
}
