import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import type { StepRow } from "../../api/admin/contract/audit-models.ts";
import { type CallError, call } from "../api/call.ts";
import { useEnvironment, useProduction } from "../paths/environment.ts";

const route = "GET /environments/:environment/steps";
/** Of 50 changes each. */
const pagesMax = 4;

/** A change of one feature. */
export interface TimedChange {
  readonly key: string;
  readonly at: number;
  readonly step: StepRow;
}

export interface ChangeTimes {
  readonly changes: readonly TimedChange[];
  /** When something changed, in milliseconds, the earliest first. */
  readonly times: readonly number[];
  /** From when all changes are in `times`. */
  readonly since: number;
  /** Whether there are earlier changes, or some were removed. */
  readonly isCut: boolean;
}

/** The latest changes of the chosen environment, and of Production, which it may follow. */
export function useChangeTimes(isNeeded = true): UseQueryResult<ChangeTimes, CallError> {
  const places = [...new Set([useEnvironment(), useProduction()])];
  return useQuery<ChangeTimes, CallError>({
    queryKey: [route, "times", ...places.map(({ id }) => id)],
    queryFn: async ({ signal }) => {
      const found: ChangeTimes[] = [];
      for (const { id, createdAt } of places) {
        found.push(await timesIn(id, createdAt, signal));
      }
      const since = Math.max(...found.map((each) => each.since));
      const times = found.flatMap((each) => each.times).filter((time) => time >= since);
      const isCut = found.some((each) => each.isCut && each.since === since);
      return {
        changes: found.flatMap((each) => each.changes),
        times: [...new Set(times)].sort((left, right) => left - right),
        ...{ since, isCut },
      };
    },
    enabled: isNeeded,
    retry: false,
  });
}

async function timesIn(
  environment: number,
  createdAt: number,
  signal: AbortSignal,
): Promise<ChangeTimes> {
  const times: number[] = [];
  const changes: TimedChange[] = [];
  let before: number | null = null;
  let oldest: number | null = null;
  for (let page = 0; page < pagesMax; page++) {
    const query: { before?: number } = before === null ? {} : { before };
    const { steps, next } = await call(route, { params: { environment }, query }, signal);
    times.push(...steps.map(({ newest }) => newest.at));
    changes.push(...steps.flatMap(changesOf));
    oldest = steps.at(-1)?.oldest.id ?? oldest;
    before = next;
    if (next === null) {
      break;
    }
  }
  const isCut = before !== null || (oldest !== null && oldest > 1);
  return { changes, times, since: isCut ? (times.at(-1) ?? createdAt) : createdAt, isCut };
}

/** A step of several features, such as an import, names only the first and the last of them. */
function changesOf(step: StepRow): readonly TimedChange[] {
  const { newest, oldest } = step;
  return newest.featureKey === oldest.featureKey
    ? [{ key: newest.featureKey, at: newest.at, step }]
    : [];
}

/** The latest change of each feature after a time. */
export function latestChanges(
  { changes }: Pick<ChangeTimes, "changes">,
  after: number,
): ReadonlyMap<string, TimedChange> {
  const latest = new Map<string, TimedChange>();
  for (const change of changes) {
    if (change.at > after && change.at > (latest.get(change.key)?.at ?? 0)) {
      latest.set(change.key, change);
    }
  }
  return latest;
}
