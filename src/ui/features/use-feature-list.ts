import type { UseQueryResult } from "@tanstack/react-query";
import { useMemo } from "react";
import type { FeatureActivity } from "../../api/admin/contract/telemetry-models.ts";
import type { AnswerOf, CallError } from "../api/call.ts";
import { useAnswer } from "../api/use-answer.ts";
import { useEnvironment } from "../paths/environment.ts";
import { useSession } from "../session/session.ts";

export type FeatureList = AnswerOf<"GET /environments/:environment/features">;

/** All features of the environment, and their evaluations of two weeks by key. */
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
  const found = activity.data?.activity;
  const byKey = useMemo(() => found && new Map(found.map((each) => [each.key, each])), [found]);
  return { list, activity: byKey };
}

/** As many days as the sparklines show. */
export const listedDays = 14;
