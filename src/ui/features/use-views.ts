import { useMemo } from "react";
import { useAnswer } from "../api/use-answer.ts";
import { useSession } from "../session/session.ts";
import { builtInViews, type FeatureView } from "./feature-views.ts";

/** The views that everyone has, and the saved ones after they are loaded. */
export function useViews(hasTelemetry: boolean): {
  readonly views: readonly FeatureView[];
  readonly isLoading: boolean;
} {
  const { user } = useSession();
  const { data, isLoading } = useAnswer("GET /views", {});
  const saved = data?.views;
  const me = user?.id ?? null;
  const views = useMemo(
    () => [
      ...builtInViews(me, hasTelemetry),
      ...(saved ?? []).map((view) => ({
        id: view.id,
        name: view.name,
        query: view.query,
        saved: view,
      })),
    ],
    [me, hasTelemetry, saved],
  );
  return { views, isLoading };
}
