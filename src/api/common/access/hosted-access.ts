import { GatehouseError } from "../../../core/errors.ts";
import { BoundedCache } from "../../../core/memo/bounded-cache.ts";
import { memoizeLatest } from "../../../core/memo/memoize-latest.ts";
import type { Caller, TokenCaller } from "../../../core/model/caller.ts";
import { believedTime } from "../../../core/model/clock-mark.ts";
import { jobTokenOf, trustRuleOf } from "../../../core/model/sign-on-records.ts";
import type { State } from "../../../core/model/state.ts";
import { isActive, type Token } from "../../../core/model/token.ts";
import { hashToken } from "../../../core/secrets/token-value.ts";
import { type Access, ignoreCaller, type OnCaller } from "./access.ts";

const tokenHeader = "flipper-cloud-token";
const flipperToken = (request: Request) => request.headers.get(tokenHeader) ?? "";

/** No token is longer, so longer headers are refused without hashing them. */
const valueLengthMax = 255;
/** Callers are cached by token value, in memory only: hashing takes much of the time of a read. */
const cachedCallersMax = 10_000;

export interface HostedAccess extends Access<TokenCaller> {
  /**
   * The environment that was deleted together with the request's token, which was its preview token;
   * undefined for any other token. Such a token has no access.
   */
  endedEnvironmentId(request: Request): number | undefined;
  /** Whether the request's token is permanently invalid: revoked, expired or deleted. */
  hasEndedToken(request: Request): boolean;
}

export interface HostedAccessOptions {
  readonly state: () => State;
  /** Milliseconds since the epoch. Called only for tokens that expire. */
  readonly now: () => number;
  readonly onCaller?: OnCaller | undefined;
  /** The token of a request; empty without one. Reads `Flipper-Cloud-Token` unless given. */
  readonly tokenOf?: (request: Request) => string;
}

/**
 * Access of the hosted deployment: every request has a token, whose hash is looked up in memory
 * (docs/api.md#authentication, docs/api.md#tokens). Throws `token_invalid`, `token_evaluate_only`,
 * `token_read_only` and `production_token_required`.
 */
export function hostedAccess({
  state,
  now,
  onCaller = ignoreCaller,
  tokenOf = flipperToken,
}: HostedAccessOptions): HostedAccess {
  // Revoking a token or deleting an environment replaces one of the maps, which drops this cache.
  const callersOf = memoizeLatest(
    (_tokens: State["tokens"], _environments: State["environments"]) =>
      new BoundedCache<string, TokenCaller>(cachedCallersMax),
  );
  const evaluator = (request: Request) => {
    const current = state();
    const value = tokenOf(request);
    const callers = callersOf(current.tokens, current.environments);
    let caller = callers.get(value);
    if (caller === undefined) {
      caller = callerOf(current, value);
      callers.set(value, caller);
    }
    return admitted(caller);
  };
  const admitted = (caller: TokenCaller) => {
    const { expiresAt } = caller.token;
    if (expiresAt !== null && now() >= expiresAt) {
      throw new GatehouseError("token_invalid");
    }
    onCaller(caller);
    return caller;
  };
  const holder = (tokenHash: string) => admitted(callerOfHash(state(), tokenHash));
  const stillAdmits = ({ environment, token }: Caller) => {
    const { tokens, environments } = state();
    const stored = token === null ? undefined : tokens.get(token.hash);
    return stored !== undefined && environments.has(environment.id) && isActive(stored, now());
  };
  const reader = (request: Request) => {
    const caller = evaluator(request);
    if (caller.token.access === "evaluate") {
      throw new GatehouseError("token_evaluate_only");
    }
    return caller;
  };
  const writer = (request: Request) => {
    const caller = reader(request);
    if (caller.token.access !== "read_and_write") {
      throw new GatehouseError("token_read_only");
    }
    return caller;
  };
  const deleter = (request: Request) => {
    const caller = writer(request);
    if (caller.environment.kind !== "production") {
      throw new GatehouseError("production_token_required");
    }
    return caller;
  };
  const endedEnvironmentId = (request: Request) => {
    const value = tokenOf(request);
    return isPossible(value) ? state().endedPreviewTokens.get(hashToken(value)) : undefined;
  };
  const hasEndedToken = (request: Request) => {
    const value = tokenOf(request);
    const { tokens, endedPreviewTokens, clockMark } = state();
    const hash = isPossible(value) ? hashToken(value) : "";
    const token = tokens.get(hash);
    if (token === undefined) {
      return endedPreviewTokens.has(hash);
    }
    // A clock that jumped must not end access that works again after it is corrected.
    const time = clockMark === null ? 0 : believedTime(clockMark, now());
    return !isActive(token, time);
  };
  return {
    varyBy: tokenHeader,
    evaluator,
    holder,
    stillAdmits,
    reader,
    writer,
    deleter,
    endedEnvironmentId,
    hasEndedToken,
  };
}

function isPossible(value: string): boolean {
  return value !== "" && value.length <= valueLengthMax;
}

function callerOf(state: State, value: string): TokenCaller {
  if (!isPossible(value)) {
    throw new GatehouseError("token_invalid");
  }
  return callerOfHash(state, hashToken(value));
}

/** The token of the rule that let a job in, until the job's own token expires. */
function tokenOfJob(state: State, hash: string): Token | undefined {
  const job = jobTokenOf(state, hash);
  const rule = job && trustRuleOf(state, job.ruleId);
  const token = rule && state.tokens.get(rule.tokenHash);
  return token && job && { ...token, expiresAt: job.expiresAt };
}

function callerOfHash(state: State, hash: string): TokenCaller {
  const token = state.tokens.get(hash) ?? tokenOfJob(state, hash);
  const environment = token === undefined ? undefined : state.environments.get(token.environmentId);
  if (token === undefined || token.revokedAt !== null || environment === undefined) {
    throw new GatehouseError("token_invalid");
  }
  return {
    environment,
    token,
    actor: { type: "Token", id: String(token.id) },
    userId: token.ownerId,
  };
}
