import { requestIdHeader } from "../http/request/request-id.ts";
import type { Log, LogFields } from "../log/log.ts";
import type { RefusalLogger } from "../log/refusal-logger.ts";
import type { Observed } from "./observe-requests.ts";

export interface AnswerLogOptions {
  readonly refusals: RefusalLogger;
  /** Where every request has its line; null for nowhere. */
  readonly requests: Log | null;
  readonly clientOf: (observed: Observed) => string;
}

/**
 * Logs answers: refusals of note together, and each request if that was asked for. Of a request
 * only its method is told as it was sent: a path or a query may hold what is nobody's business.
 */
export function answerLog({ refusals, requests, clientOf }: AnswerLogOptions) {
  return (observed: Observed): void => {
    const { response, route, durationNs } = observed;
    const { status } = response;
    if (requests !== null) {
      const durationMs = Math.round(durationNs / 1e3) / 1e3;
      requests.info("request", { status, route, ...whoAndWhat(observed), durationMs });
    }
    refusals.record({ status, route }, () => ({
      ...whoAndWhat(observed),
      client: clientOf(observed),
    }));
  };
}

function whoAndWhat({ request, response, environmentId, tokenId }: Observed): LogFields {
  const requestId = response.headers.get(requestIdHeader);
  return {
    method: request.method,
    ...(requestId === null ? {} : { requestId }),
    ...(environmentId === 0 ? {} : { environmentId }),
    ...(tokenId === 0 ? {} : { tokenId }),
  };
}
