import type { AggregatedCounts } from "../counting/aggregated-counts.ts";
import type { Catalog } from "../counting/catalog.ts";
import { plainArray, quotedText } from "./stored-text.ts";

/** Parameters of `telemetry_commit_1`: one value for each sum. */
export interface CommitArrays {
  readonly environments: string;
  readonly features: string;
  readonly keys: string;
  readonly minutes: string;
  readonly enabled: string;
  readonly disabled: string;
  readonly metrics: string;
}

/**
 * Each key is sent with its current feature in the catalog: the counts belong to that feature. An
 * unknown key is sent with minus the latest feature that the catalog knows. So it shows later
 * whether a feature with that key was deleted before, or created afterwards.
 */
export function commitArrays(counts: AggregatedCounts, catalog: Catalog): CommitArrays {
  const environments: number[] = [];
  const features: number[] = [];
  const keys: string[] = [];
  const starts: number[] = [];
  const enabled: number[] = [];
  const disabled: number[] = [];
  const metrics: number[] = [];
  for (const [environmentId, minutes] of counts.environments) {
    for (const [minute, countsByKey] of minutes) {
      for (const [key, sums] of countsByKey) {
        environments.push(environmentId);
        features.push(catalog.featureId(environmentId, key) ?? -catalog.newestFeatureId);
        keys.push(quotedText(key));
        starts.push(minute);
        enabled.push(sums.enabled);
        disabled.push(sums.disabled);
        metrics.push(sums.metricCount);
      }
    }
  }
  return {
    environments: plainArray(environments),
    features: plainArray(features),
    keys: plainArray(keys),
    minutes: plainArray(starts),
    enabled: plainArray(enabled),
    disabled: plainArray(disabled),
    metrics: plainArray(metrics),
  };
}
