import type { OnCaller } from "../flipper-api/access/access.ts";
import type { RequestTrace } from "../http/routing/request-trace.ts";
import type { Rate } from "../limits/rate.ts";
import { RateLimiter } from "../limits/rate-limiter.ts";
import type { Token } from "../model/token.ts";

export interface AdmissionOptions {
  readonly trace: RequestTrace;
  /** The rate limit of each token; undefined for no limit. */
  readonly tokenRate: Rate | undefined;
  /** The time in milliseconds of a monotonic clock. */
  readonly nowMs: () => number;
  /** Told of the token of each request. */
  readonly tokenUse?: { used(token: Token): void } | undefined;
}

/** Writes each caller to the trace, then applies the rate limit of its token. */
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
