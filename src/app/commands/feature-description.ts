import type { NewAct } from "../../core/model/act.ts";
import type { Draft } from "../../core/model/draft.ts";
import { type Feature, isDescribedAs } from "../../core/model/feature.ts";

/**
 * The description of a feature for people (docs/api.md#telemetry-summary). Checks do not use it.
 */
export type Description = Pick<Feature, "description" | "longevity" | "tags" | "ownerId">;

export const descriptionLengthMax = 2_000;
export const tagsMax = 20;
export const tagLengthMax = 50;

/** Changes the given fields only. Records no audit, as no gate changes. */
export function describeFeature(
  draft: Draft,
  feature: Feature,
  changed: Partial<Description>,
): Feature {
  const described = { ...feature, ...changed, tags: [...new Set(changed.tags ?? feature.tags)] };
  if (isDescribedAs(described, feature)) {
    return feature;
  }
  draft.record({ kind: "feature.saved", feature: described });
  draft.recordAct({ kind: "feature.described", details: changesOf(feature, described) });
  return described;
}

function changesOf(before: Feature, after: Feature): NewAct["details"] {
  const { projectId: project, id: feature, key } = before;
  return { project, feature, key, from: facts(before), to: facts(after) };
}

function facts({ description, longevity, tags, ownerId: owner }: Feature) {
  return { description, longevity, tags: [...tags], owner };
}
