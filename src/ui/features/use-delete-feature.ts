import { useLocation } from "wouter";
import { queryClient } from "../api/query-client.ts";
import { showUndoableStep } from "../api/undo-last.ts";
import { useChange } from "../api/use-answer.ts";
import { useEnvironment, usePagePath, useProduction } from "../paths/environment.ts";
import { fill } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import type { Deletion } from "./delete-dialog.tsx";
import { listPosition } from "./list-position.ts";
import { type FeatureList, listRoute } from "./use-feature-list.ts";

/** Deletes a feature, then shows the list. Until then no request may ask for the feature. */
export function useDeleteFeature(key: string): {
  readonly isGoing: boolean;
  readonly remove: (deletion: Deletion) => void;
} {
  const { id } = useEnvironment();
  // A deletion is audited there.
  const production = useProduction();
  const [, navigate] = useLocation();
  const pagePath = usePagePath();
  const change = useChange("DELETE /environments/:environment/features/:key", {
    onDone: ({ audit }) => {
      dropFromLists(key);
      navigate(pagePath("/", listPosition(id)?.query));
      showUndoableStep(fill(texts.feature.deleted, { key }), {
        environment: production.id,
        audit,
        isWhole: true,
      });
    },
  });
  return {
    isGoing: change.isPending || change.isSuccess,
    remove: ({ typed, retires, force }) =>
      change.mutate({
        params: { environment: id, key },
        body: { retire: retires, force, ...(typed === "" ? {} : { typed }) },
      }),
  };
}

/** Removes a deleted feature before its list is loaded again: the list would show it as deleted. */
function dropFromLists(key: string): void {
  queryClient.setQueriesData<FeatureList>({ queryKey: [listRoute] }, (list) =>
    list === undefined
      ? undefined
      : { ...list, features: list.features.filter((feature) => feature.key !== key) },
  );
}
