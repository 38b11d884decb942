import { type ApiClient, type GateWrite, nameList } from "./api-client.ts";
import { ExplainAnswer, type ExplainedFeatureAnswer } from "./explained-answers.ts";
import { type FeatureAnswer, featureOf, SentFeature } from "./feature-answers.ts";
import {
  AuditPageAnswer,
  FeatureDetails,
  FeatureDetailsList,
  type ImportPreviewAnswer,
  ImportPreviewAnswer as ImportPreviewSchema,
  RollbackAnswer,
  StatusAnswer,
  UnknownKeysAnswer,
} from "./gatehouse-answers.ts";

export interface ExplainQuestion {
  readonly keys: readonly string[];
  readonly actors: readonly string[];
  readonly groups: readonly string[];
  readonly properties: Readonly<Record<string, unknown>>;
}

export interface AuditQuery {
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
  /** Of the dry run that was shown: another result is refused. */
  readonly tag?: string | undefined;
}

export interface NewDetails {
  readonly description?: string | null | undefined;
  readonly longevity?: string | null | undefined;
  readonly tags?: readonly string[] | undefined;
  /** The e-mail address of a member. */
  readonly owner?: string | null | undefined;
}

/**
 * Gatehouse's own routes (docs/api.md#our-own-routes). All functions reject as those of `ApiClient`;
 * a server without the route gives an ApiRefusal with `isRouteMissing`.
 */
export class GatehouseClient {
  readonly #api: ApiClient;

  constructor(api: ApiClient) {
    this.#api = api;
  }

  status(): Promise<StatusAnswer> {
    return this.#api.get("/gatehouse/status", StatusAnswer);
  }

  async details(keys?: readonly string[]): Promise<readonly FeatureDetails[]> {
    const query = keys === undefined ? "" : `?keys=${nameList(keys)}`;
    return (await this.#api.get(`/gatehouse/features${query}`, FeatureDetailsList)).features;
  }

  async explain(question: ExplainQuestion): Promise<readonly ExplainedFeatureAnswer[]> {
    const answer = await this.#api.write("POST", "/gatehouse/explain", question, ExplainAnswer);
    return answer.features;
  }

  /** Makes all changes in one step, in their order. */
  async change(
    key: string,
    changes: readonly GateWrite[],
    { allowsAnyGroup = false } = {},
  ): Promise<FeatureAnswer> {
    const body = {
      key,
      changes,
      ...(allowsAnyGroup ? { allow_unregistered_groups: true } : {}),
    };
    return featureOf(await this.#api.write("POST", "/gatehouse/changes", body, SentFeature));
  }

  audits({ keys, ...query }: AuditQuery, signal?: AbortSignal): Promise<AuditPageAnswer> {
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

  unknownKeys(): Promise<UnknownKeysAnswer> {
    return this.#api.get("/gatehouse/unknown-keys", UnknownKeysAnswer);
  }

  describe(key: string, details: NewDetails): Promise<FeatureDetails> {
    return this.#api.write("POST", "/gatehouse/describe", { key, ...details }, FeatureDetails);
  }

  /** What an import would do; refused as the import would be. */
  previewImport(text: string): Promise<ImportPreviewAnswer> {
    return this.#api.post("/gatehouse/import-preview", text, ImportPreviewSchema);
  }
}
