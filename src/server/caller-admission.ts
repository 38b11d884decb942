import type { OnCaller } from "../api/common/access/access.ts";
import type { Token } from "../core/model/token.ts";
import type { Rate } from "../core/rates/rate.ts";
import { RateLimiter } from "../core/rates/rate-limiter.ts";
import type { RequestTrace } from "../http/routing/request-trace.ts";

export interface AdmissionOptions {
  readonly trace: RequestTrace;
  /** The rate limit of each token; undefined for no limit. */
  readonly tokenRate: Rate | undefined;
  /** The time in milliseconds of a monotonic clock. */
  readonly nowMs: () => number;
  /** Notified of the token of each request. */
  readonly tokenUse?: { used(token: Token): void } | undefined;
}

/** Records each caller in the trace, then applies the rate limit of its token. */
export function callerAdmission({ trace, tokenRate, nowMs, tokenUse }: AdmissionOptions): OnCaller {
  const limiter = tokenRate === undefined ? null : new RateLimiter<number>(tokenRate, nowMs);
  return ({ environment, token }) => {
    trace.environmentId = environment.id;
    if (token !== null) {
      trace.tokenId = token.id;
      tokenUse?.used(token);
      limiter?.take(token.id);
    }
  };
}
