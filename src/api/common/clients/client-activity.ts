import type { State } from "../../../core/model/state.ts";
import { secondMs } from "../../../core/time-units.ts";
import { bearerToken } from "../../ofrep/bearer-token.ts";
import { type NamedClient, namedClient } from "./named-client.ts";
import { type RefusedAttempt, RefusedAttempts } from "./refused-attempts.ts";

/** What a client did: it checked features, read all of them, or submitted counts of its checks. */
export type ActivityKind = "check" | "read" | "telemetry";

export interface ClientRequest {
  readonly kind: ActivityKind;
  readonly environmentId: number;
  /** The feature of a check of one feature; null for several, and for other requests. */
  readonly key: string | null;
  /** Null without a name in the request. */
  readonly client: NamedClient | null;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** The requests of clients in an environment, each of the latest of its kind. */
export interface EnvironmentActivity {
  readonly latest: Readonly<Partial<Record<ActivityKind, ClientRequest>>>;
  /** The first check or read of this process. */
  readonly first: ClientRequest;
}

export interface ClientActivityOptions {
  readonly state: () => Pick<State, "tokens">;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** The prefixes of the APIs for clients. */
  readonly apiPrefix: string;
  readonly ofrepPrefix: string;
}

interface RefusedRequest {
  readonly request: Request;
  /** The pattern of the route. */
  readonly route: string;
  readonly response: { readonly status: number };
}

const environmentsMax = 1_000;
/** Pollers and checks are frequent; one a second is enough. */
const intervalMs = secondMs;
const unauthorizedStatus = 401;
const refusedStatusMin = 400;

/**
 * Which clients have used the API since the start of this process, in memory only, in the last
 * 1,000 environments with requests.
 */
export class ClientActivity {
  /** Milliseconds since the epoch. */
  readonly since: number;
  readonly #options: ClientActivityOptions;
  readonly #kinds: ReadonlyMap<string, Readonly<Record<string, ActivityKind>>>;
  /** The one with the latest request is the last one. */
  readonly #environments = new Map<number, EnvironmentActivity>();
  readonly #attempts: RefusedAttempts;
  /** Of the latest recorded request. The next requests often have the same route and environment. */
  #recorded = { route: "", environmentId: 0, at: 0 };

  constructor(options: ClientActivityOptions) {
    const { apiPrefix: api, ofrepPrefix: ofrep, now } = options;
    this.#options = options;
    this.since = now();
    this.#attempts = new RefusedAttempts(now);
    this.#kinds = new Map([
      [`${api}/features`, { GET: "read" }],
      [`${api}/actors`, { POST: "check" }],
      [`${api}/actors/:flipper_id`, { GET: "check" }],
      [`${api}/telemetry`, { POST: "telemetry" }],
      [`${ofrep}/v1/evaluate/flags`, { POST: "check" }],
      [`${ofrep}/v1/evaluate/flags/:key`, { POST: "check" }],
    ]);
  }

  /** Called with every answer; `route` is the pattern of the route. */
  answered(request: Request, route: string, environmentId: number, status: number): void {
    const at = this.#options.now();
    const recorded = this.#recorded;
    if (
      route === recorded.route &&
      environmentId === recorded.environmentId &&
      at - recorded.at < intervalMs
    ) {
      return;
    }
    const kind = this.#kinds.get(route)?.[request.method];
    if (kind === undefined || status >= refusedStatusMin || environmentId === 0) {
      return;
    }
    const known = this.#environments.get(environmentId);
    if (at - (known?.latest[kind]?.at ?? 0) >= intervalMs) {
      this.#recorded = { route, environmentId, at };
      const seen = { kind, environmentId, key: keyIn(request), client: namedClient(request), at };
      this.#environments.delete(environmentId);
      this.#environments.set(environmentId, {
        first: known?.first ?? seen,
        latest: { ...known?.latest, [kind]: seen },
      });
      const [oldest] = this.#environments.keys();
      if (this.#environments.size > environmentsMax && oldest !== undefined) {
        this.#environments.delete(oldest);
      }
    }
  }

  /** Called with every refused request; `addressOf` returns the address of its client. */
  refused({ request, route, response }: RefusedRequest, addressOf: () => string): void {
    const { apiPrefix, ofrepPrefix, state } = this.#options;
    const isOfrep = route.startsWith(`${ofrepPrefix}/`);
    const isUnauthorized = response.status === unauthorizedStatus;
    if (isUnauthorized && (isOfrep || route.startsWith(`${apiPrefix}/`))) {
      const value = isOfrep
        ? bearerToken(request)
        : (request.headers.get("flipper-cloud-token") ?? "");
      this.#attempts.record(state(), value, addressOf());
    }
  }

  in(environmentId: number): EnvironmentActivity | undefined {
    return this.#environments.get(environmentId);
  }

  attempts(): readonly RefusedAttempt[] {
    return this.#attempts.list(this.#options.state());
  }
}

const evaluatedFlag = /\/evaluate\/flags\/([^/?#]+)/;
const keyLengthMax = 255;

/** The key in the path of an evaluation, or the only one in `keys`. */
function keyIn({ url }: Request): string | null {
  const [, flag] = evaluatedFlag.exec(url) ?? [];
  const keys = flag ?? URL.parse(url)?.searchParams.get("keys") ?? "";
  const key = flag === undefined ? keys : decoded(flag);
  return key === null || key === "" || key.includes(",") || key.length > keyLengthMax ? null : key;
}

function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
