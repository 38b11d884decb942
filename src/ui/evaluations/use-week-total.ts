import { useAnswer } from "../api/use-answer.ts";
import { useEnvironment } from "../paths/environment.ts";
import { useSession } from "../session/session.ts";
import { sum } from "./sum.ts";

const weekDays = 7;

/** How often the feature was evaluated in the last days; undefined without telemetry. */
export function useRecentTotal(key: string, days = weekDays): number | undefined {
  const { id } = useEnvironment();
  const { mode } = useSession();
  const { data } = useAnswer(
    "GET /environments/:environment/features/:key/evaluations",
    { params: { environment: id, key }, query: { days } },
    { keepsPrevious: true, isNeeded: mode === "hosted" },
  );
  return data && sum(data.total);
}
