import { keepPreviousData, type UseQueryResult, useQuery } from "@tanstack/react-query";
import type { SentPlan } from "../../api/admin/contract/rollout-plan-models.ts";
import { type CallError, call } from "../api/call.ts";
import { useSettled } from "../parts/use-settled.ts";
import { useEnvironment } from "../paths/environment.ts";
import type { Preview } from "./preview-words.ts";

const route = "POST /environments/:environment/rollouts/preview";
const pauseMs = 250;

/** What the server expects of a plan. Null plans are not asked about. */
export function usePlanPreview(
  key: string,
  plan: SentPlan | null,
): UseQueryResult<Preview, CallError> {
  const { id } = useEnvironment();
  const asked = useSettled(plan === null ? "" : JSON.stringify(plan), pauseMs);
  return useQuery<Preview, CallError>({
    queryKey: [route, id, key, asked],
    queryFn: ({ signal }) =>
      call(
        route,
        { params: { environment: id }, body: { key, ...(JSON.parse(asked) as SentPlan) } },
        signal,
      ),
    enabled: asked !== "",
    placeholderData: keepPreviousData,
    retry: false,
  });
}
