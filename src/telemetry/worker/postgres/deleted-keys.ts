import type { SQL } from "bun";
import { plainArray, storedText, textArray } from "./stored-text.ts";

// A negative environment marks a key as deleted: it is no longer read, and is removed later.

export interface DeletedFeature {
  readonly environmentId: number;
  readonly key: string;
  readonly featureId: number;
}

/** Marks all keys of environments as deleted. */
export async function markEnvironments(
  client: SQL,
  environmentIds: readonly number[],
): Promise<void> {
  await client`update telemetry_keys set environment_id = -id
    where environment_id = any(${plainArray(environmentIds)}::text::bigint[])`;
}

/**
 * Marks the keys of deleted features. A feature that was created again since has a higher id, and
 * keeps its counts. An unknown key reserved for the feature belongs to the deleted feature too.
 */
export async function markFeatures(client: SQL, deleted: readonly DeletedFeature[]): Promise<void> {
  const environments = plainArray(deleted.map(({ environmentId }) => environmentId));
  const keys = textArray(deleted.map(({ key }) => key));
  const features = plainArray(deleted.map(({ featureId }) => featureId));
  await client`update telemetry_keys k set environment_id = -k.id
    from unnest(${environments}::text::bigint[], ${keys}::text::text[],
      ${features}::text::bigint[]) as d(environment, key, feature)
    where k.environment_id = d.environment and k.key = d.key
      and (k.feature_id is null or k.feature_id <= d.feature)`;
}

/** Marks an unknown key. */
export async function markUnknownKey(
  client: SQL,
  environmentId: number,
  key: string,
): Promise<void> {
  await client`update telemetry_keys set environment_id = -id
    where environment_id = ${environmentId}::bigint and key = ${storedText(key)}
      and feature_id is null`;
}
