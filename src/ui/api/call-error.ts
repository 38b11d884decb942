import type { AdminError } from "../../api/admin/contract/error-models.ts";

/** A refusal by the server, or a failure to reach it. */
export class CallError extends Error {
  override readonly name = "CallError";
  readonly status: number;
  readonly code: string;
  readonly place: string | undefined;
  /** After which time the request may be sent again. */
  readonly retryAfterSeconds: number | undefined;
  /** A link, such as to the page of a new change request. */
  readonly moreInfo: string | undefined;

  constructor(status: number, error: Refused) {
    const { code, message, place, retry_after: retryAfterSeconds, more_info: moreInfo } = error;
    super(message);
    this.status = status;
    this.code = code;
    this.place = place;
    this.retryAfterSeconds = retryAfterSeconds;
    this.moreInfo = moreInfo;
  }
}

export type Refused = Omit<AdminError, "more_info"> & Partial<Pick<AdminError, "more_info">>;

/** The code of a change that the person did not confirm, or that became a change request. */
export const cancelledCode = "cancelled";
