import type { UseQueryResult } from "@tanstack/react-query";
import type { FeatureActivity } from "../../web/contract/telemetry-routes.ts";
import type { AnswerOf, CallError } from "../api/call.ts";
import { useAnswer } from "../api/use-answer.ts";
import { useEnvironment } from "../environments/environment.ts";
import { useSession } from "../session/session.ts";

export type FeatureList = AnswerOf<"GET /environments/:environment/features">;

/** All features of the environment, and by key how often they were evaluated in two weeks. */
export function useFeatureList(): {
  readonly list: UseQueryResult<FeatureList, CallError>;
  readonly activity: ReadonlyMap<string, FeatureActivity> | undefined;
} {
  const { id } = useEnvironment();
  const { mode } = useSession();
  const params = { environment: id };
  const list = useAnswer(
    "GET /environments/:environment/features",
    { params },
    { keepsPrevious: true },
  );
  const activity = useAnswer(
    "GET /environments/:environment/activity",
    { params, query: { days: listedDays } },
    { keepsPrevious: true, isNeeded: mode === "hosted" },
  );
  return { list, activity: activity.data && byKey(activity.data.activity) };
}

/** As many as the sparklines show. */
export const listedDays = 14;

const known = new WeakMap<readonly FeatureActivity[], ReadonlyMap<string, FeatureActivity>>();

function byKey(activity: readonly FeatureActivity[]): ReadonlyMap<string, FeatureActivity> {
  const before = known.get(activity);
  if (before !== undefined) {
    return before;
  }
  const map = new Map(activity.map((each) => [each.key, each]));
  known.set(activity, map);
  return map;
}
