import { useAnswer } from "../api/use-answer.ts";
import { useEnvironment } from "../paths/environment.ts";
import { useSession } from "../session/session.ts";
import { sum } from "./sum.ts";

/** How often the feature was evaluated in a week; undefined without telemetry. */
export function useWeekTotal(key: string): number | undefined {
  const { id } = useEnvironment();
  const { mode } = useSession();
  const { data } = useAnswer(
    "GET /environments/:environment/features/:key/evaluations",
    { params: { environment: id, key }, query: { days: 7 } },
    { keepsPrevious: true, isNeeded: mode === "hosted" },
  );
  return data && sum(data.total);
}
