import { type FeatureAnswer, featureOf, SentFeature } from "./feature-answers.ts";
import {
  FeatureDetails,
  FeatureDetailsList,
  type ImportPreviewAnswer,
  ImportPreviewAnswer as ImportPreviewSchema,
} from "./gatehouse-answers.ts";
import { type GateRequest, nameList, type PublicApiClient } from "./public-api-client.ts";

export interface NewDetails {
  readonly description?: string | null | undefined;
  readonly longevity?: string | null | undefined;
  readonly tags?: readonly string[] | undefined;
  /** The e-mail address of a member. */
  readonly owner?: string | null | undefined;
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

  async details(keys?: readonly string[]): Promise<readonly FeatureDetails[]> {
    const query = keys === undefined ? "" : `?keys=${nameList(keys)}`;
    return (await this.#api.get(`/gatehouse/features${query}`, FeatureDetailsList)).features;
  }

  /** Makes all changes in one step, in their order. */
  async change(
    key: string,
    changes: readonly GateRequest[],
    { allowsAnyGroup = false } = {},
  ): Promise<FeatureAnswer> {
    const body = {
      key,
      changes,
      ...(allowsAnyGroup ? { allow_unregistered_groups: true } : {}),
    };
    return featureOf(await this.#api.write("POST", "/gatehouse/changes", body, SentFeature));
  }

  describe(key: string, details: NewDetails): Promise<FeatureDetails> {
    return this.#api.write("POST", "/gatehouse/describe", { key, ...details }, FeatureDetails);
  }

  /** What an import would do; refused as the import would be. */
  previewImport(text: string): Promise<ImportPreviewAnswer> {
    return this.#api.post("/gatehouse/import-preview", text, ImportPreviewSchema);
  }
}
