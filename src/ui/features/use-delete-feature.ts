import { useLocation } from "wouter";
import { showDone } from "../api/toast-manager.ts";
import { useChange } from "../api/use-answer.ts";
import { useEnvironment, usePagePath } from "../paths/environment.ts";
import { fill } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import { listPosition } from "./list-position.ts";

/** Deletes a feature, then shows the list. Until then no request may ask for the feature. */
export function useDeleteFeature(key: string): {
  readonly isGoing: boolean;
  readonly remove: (typed: string) => void;
} {
  const { id } = useEnvironment();
  const [, navigate] = useLocation();
  const pagePath = usePagePath();
  const change = useChange("DELETE /environments/:environment/features/:key", {
    onDone: () => {
      navigate(pagePath("/", listPosition(id)?.query));
      showDone(fill(texts.feature.deleted, { key }));
    },
  });
  return {
    isGoing: change.isPending || change.isSuccess,
    remove: (typed) => change.mutate({ params: { environment: id, key }, body: { typed } }),
  };
}
