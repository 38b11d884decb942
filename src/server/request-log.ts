import { isOwnOrigin } from "../api/admin/own-site.ts";
import type { Log, LogFields } from "../http/log/log.ts";
import type { RefusalLogger } from "../http/log/refusal-logger.ts";
import { requestIdHeader } from "../http/request/request-id.ts";
import { allowedOriginOf, type OriginRules } from "./allowed-origins.ts";
import type { AnsweredRequest } from "./observe-requests.ts";

export interface RequestLogOptions {
  readonly refusals: RefusalLogger;
  /** The log with a line for every request; null for none. */
  readonly requests: Log | null;
  readonly clientOf: (answered: AnsweredRequest) => string;
  readonly pages: PageRules;
}

interface PageRules extends OriginRules {
  /** The origin of `--public-url`. */
  readonly publicOrigin?: string | undefined;
}

const forbiddenStatus = 403;
const shownLengthMax = 200;

/**
 * Logs answers: important refusals, several in one line, and every request if configured
 * (docs/operations.md#logs-health-and-metrics). Only the method is logged as sent, and the origin and
 * host of a forbidden request. A path or a query may hold personal data.
 */
export function requestLog({ refusals, requests, clientOf, pages }: RequestLogOptions) {
  return (answered: AnsweredRequest): void => {
    const { response, route, durationNs } = answered;
    const { status } = response;
    if (requests !== null) {
      const durationMs = Math.round(durationNs / 1e3) / 1e3;
      requests.info("request", { status, route, ...commonFields(answered), durationMs });
    }
    const client = () => clientOf(answered);
    refusals.record({ status, route, client }, () => ({
      ...commonFields(answered),
      client: client(),
      ...(status === forbiddenStatus ? foreignOriginFields(answered.request, pages) : {}),
    }));
  };
}

/**
 * For a page of another origin: a proxy may have changed the host. An origin that `--cors-origin`
 * allows was not the reason.
 */
function foreignOriginFields(request: Request, pages: PageRules): LogFields {
  const { publicOrigin } = pages;
  const origin = request.headers.get("origin");
  if (origin === null || isOwnOrigin(request, publicOrigin)) {
    return {};
  }
  const cut = (text: string) => text.slice(0, shownLengthMax);
  if (allowedOriginOf(request, pages) !== null) {
    return { origin: cut(origin), "--cors-origin": "allows it" };
  }
  const host = request.headers.get("host") ?? "";
  return { origin: cut(origin), host: cut(host), "--public-url": publicOrigin ?? "none" };
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
