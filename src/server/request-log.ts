import { requestIdHeader } from "../http/request/request-id.ts";
import type { Log, LogFields } from "../log/log.ts";
import type { RefusalLogger } from "../log/refusal-logger.ts";
import type { AnsweredRequest } from "./observe-requests.ts";

export interface RequestLogOptions {
  readonly refusals: RefusalLogger;
  /** The log that gets a line for every request; null for none. */
  readonly requests: Log | null;
  readonly clientOf: (answered: AnsweredRequest) => string;
}

/**
 * Logs answers: important refusals, several in one line, and every request if configured
 * (docs/operations.md#logs-health-and-metrics). Of a request only the method is logged as sent, as
 * a path or a query may hold personal data.
 */
export function requestLog({ refusals, requests, clientOf }: RequestLogOptions) {
  return (answered: AnsweredRequest): void => {
    const { response, route, durationNs } = answered;
    const { status } = response;
    if (requests !== null) {
      const durationMs = Math.round(durationNs / 1e3) / 1e3;
      requests.info("request", { status, route, ...commonFields(answered), durationMs });
    }
    refusals.record({ status, route }, () => ({
      ...commonFields(answered),
      client: clientOf(answered),
    }));
  };
}

function commonFields({ request, response, environmentId, tokenId }: AnsweredRequest): LogFields {
  const requestId = response.headers.get(requestIdHeader);
  return {
    method: request.method,
    ...(requestId === null ? {} : { requestId }),
    ...(environmentId === 0 ? {} : { environmentId }),
    ...(tokenId === 0 ? {} : { tokenId }),
  };
}
