import { type ExplainedFeatureAnswer, ExplainedFeatureList } from "./explained-answers.ts";
import {
  AuditPageAnswer,
  RollbackAnswer,
  StatusAnswer,
  UnknownKeyList,
} from "./gatehouse-answers.ts";
import { nameList, type PublicApiClient } from "./public-api-client.ts";

export interface CheckQuestion {
  readonly keys: readonly string[];
  readonly actors: readonly string[];
  readonly groups: readonly string[];
  readonly properties: Readonly<Record<string, unknown>>;
}

export interface AuditPageQuery {
  /** Only audits with a lower id, newest first. */
  readonly before?: number | undefined;
  /** Only audits with a higher id, oldest first. */
  readonly after?: number | undefined;
  /** 1 to 250. */
  readonly limit: number;
  readonly keys: readonly string[];
  readonly action?: string | undefined;
  /** `Token:1` or `User:1`. */
  readonly actor?: string | undefined;
  /** ISO 8601. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export interface RollbackQuestion {
  readonly key: string;
  /** The audit after which the gates were so, or a time in ISO 8601. */
  readonly moment: { readonly to: number } | { readonly at: string };
  readonly isDryRun: boolean;
  /** The tag of the dry run that was shown: another result is refused. */
  readonly tag?: string | undefined;
}

/**
 * Gatehouse's own routes (docs/api.md#own-routes). All functions reject as those of `PublicApiClient`;
 * a server without the route gives an ApiRefusal with `isRouteMissing`.
 */
export class GatehouseClient {
  readonly #api: PublicApiClient;

  constructor(api: PublicApiClient) {
    this.#api = api;
  }

  status(): Promise<StatusAnswer> {
    return this.#api.get("/gatehouse/status", StatusAnswer);
  }

  async explain(question: CheckQuestion): Promise<readonly ExplainedFeatureAnswer[]> {
    const answer = await this.#api.write(
      "POST",
      "/gatehouse/explain",
      question,
      ExplainedFeatureList,
    );
    return answer.features;
  }

  audits({ keys, ...query }: AuditPageQuery, signal?: AbortSignal): Promise<AuditPageAnswer> {
    const parameters = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) {
        parameters.set(name, String(value));
      }
    }
    const list = keys.length === 0 ? "" : `&keys=${nameList(keys)}`;
    return this.#api.get(`/gatehouse/audits?${parameters}${list}`, AuditPageAnswer, signal);
  }

  rollback({ key, moment, isDryRun, tag }: RollbackQuestion): Promise<RollbackAnswer> {
    const body = { key, ...moment, dry_run: isDryRun, ...(tag === undefined ? {} : { tag }) };
    return this.#api.write("POST", "/gatehouse/rollback", body, RollbackAnswer);
  }

  unknownKeys(): Promise<UnknownKeyList> {
    return this.#api.get("/gatehouse/unknown-keys", UnknownKeyList);
  }
}
