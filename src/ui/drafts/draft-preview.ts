import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useDeferredValue } from "react";
import type { FeatureAnswer } from "../../api/admin/contract/feature-models.ts";
import { type AnswerOf, type CallError, call } from "../api/call.ts";
import { useEnvironment } from "../paths/environment.ts";
import { writesOf } from "./feature-draft.ts";
import type { DraftOfFeature } from "./use-feature-draft.ts";

const route = "POST /environments/:environment/features/:key/changes/preview";

type DraftPreview = AnswerOf<typeof route>;

/** The gates after the changes of a draft, as the server counts them; only for complete drafts. */
export function useDraftPreview(
  feature: FeatureAnswer,
  draft: DraftOfFeature,
  isNeeded: boolean,
): UseQueryResult<DraftPreview, CallError> {
  const { id } = useEnvironment();
  const { key } = feature;
  const isComplete = draft.edited.length > 0 && draft.incomplete.length === 0;
  const changes = useDeferredValue(isComplete ? writesOf(draft) : []);
  return useQuery<DraftPreview, CallError>({
    // The tag: after a change by somebody else the counts are different.
    queryKey: [route, id, key, changes, feature.gateTags.boolean],
    queryFn: ({ signal }) =>
      call(route, { params: { environment: id, key }, body: { changes } }, signal),
    enabled: isNeeded && changes.length > 0,
    placeholderData: (before) => before,
    retry: false,
  });
}

/** The exact number of actors after a draft; undefined until the server counted them. */
export function actorCountAfter({
  data,
  isPlaceholderData,
}: Pick<UseQueryResult<DraftPreview, CallError>, "data" | "isPlaceholderData">):
  | number
  | undefined {
  return isPlaceholderData ? undefined : data?.after.gates.actorCount;
}
