import type { UseQueryResult } from "@tanstack/react-query";
import { useMemo } from "react";
import type { FeatureActivity } from "../../api/admin/contract/telemetry-models.ts";
import type { AnswerOf, CallError } from "../api/call.ts";
import { useAnswer } from "../api/use-answer.ts";
import { useEnvironment } from "../paths/environment.ts";
import { useSession } from "../session/session.ts";
import type { OtherEnvironments } from "./other-environments.ts";

export const listRoute = "GET /environments/:environment/features";
export type FeatureList = AnswerOf<typeof listRoute>;

/** All features of the environment, and their evaluations of two weeks by key. */
export function useFeatureList(columns: readonly number[]): {
  readonly list: UseQueryResult<FeatureList, CallError>;
  readonly activity: ReadonlyMap<string, FeatureActivity> | undefined;
  /** Whether the first answers are still missing. */
  readonly isLoading: boolean;
  /** The other environments that the list has. */
  readonly others: OtherEnvironments;
} {
  const { id } = useEnvironment();
  const { mode } = useSession();
  const params = { environment: id };
  const list = useAnswer(
    listRoute,
    { params, query: columns.length === 0 ? {} : { columns: columns.join(",") } },
    { keepsPrevious: true },
  );
  const activity = useAnswer(
    "GET /environments/:environment/activity",
    { params, query: { days: listedDays } },
    { keepsPrevious: true, isNeeded: mode === "hosted" },
  );
  const found = activity.data?.activity;
  const byKey = useMemo(() => found && new Map(found.map((each) => [each.key, each])), [found]);
  const isLoading = list.isLoading || activity.isLoading;
  return { list, activity: byKey, isLoading, others: list.isPlaceholderData ? none : columns };
}

const none: OtherEnvironments = [];

/** As many days as the sparklines show. */
const listedDays = 14;
