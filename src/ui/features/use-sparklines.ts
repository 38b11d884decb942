import { useMemo } from "react";
import type { FeatureRow } from "../../api/admin/contract/feature-models.ts";
import type { Sparkline } from "../../api/admin/contract/telemetry-models.ts";
import { useAnswer } from "../api/use-answer.ts";
import { useEnvironment } from "../paths/environment.ts";
import { useSession } from "../session/session.ts";

/** Rows are requested in blocks, so that scrolling by one row needs no request. */
const blockSize = 25;
const keysMax = 100;

/** The sparklines of the rows from `first` to `last`; until they arrive, those of earlier rows. */
export function useSparklines(
  rows: readonly FeatureRow[],
  first: number,
  last: number,
): ReadonlyMap<string, Sparkline> {
  const { id } = useEnvironment();
  const { mode } = useSession();
  const start = Math.floor(first / blockSize) * blockSize;
  const end = Math.min(start + keysMax, Math.ceil((last + 1) / blockSize) * blockSize);
  const keys = JSON.stringify(rows.slice(start, end).map(({ key }) => key));
  const { data } = useAnswer(
    "GET /environments/:environment/sparklines",
    { params: { environment: id }, query: { keys } },
    { keepsPrevious: true, isNeeded: mode === "hosted" && rows.length > 0 },
  );
  return useMemo(() => new Map(Object.entries(data?.sparklines ?? {})), [data]);
}
