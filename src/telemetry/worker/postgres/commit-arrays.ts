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
 * The feature that the catalog has now goes with each key: the counts are those of that one. With a
 * key that is no feature's goes minus the newest feature that the catalog knows: so it shows later
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
