import type { FirstRun } from "../../api/admin/contract/first-run-models.ts";

type Request = NonNullable<FirstRun["latestCheck"]>;

/** A check that arrived in Production. */
export interface Connection {
  readonly at: number;
  /** Null if the check named several features, or none. */
  readonly key: string | null;
  readonly client: Request["client"];
}

/** What arrived although no check did. */
export type Arrival =
  | { readonly kind: "refused"; readonly attempt: FirstRun["refused"][number] }
  | { readonly kind: "read"; readonly at: number; readonly client: Request["client"] }
  | { readonly kind: "elsewhere"; readonly at: number; readonly environment: string };

/** The latest check in an environment: one that the server answered, or one that a client reported. */
export function connectionIn(facts: FirstRun, slug: string): Connection | null {
  const { latestCheck, latestRead, latestEvaluation, environments } = facts;
  const here = environments.find(({ environment }) => environment === slug);
  const check = latestCheck?.environment === slug ? latestCheck : null;
  const reader = latestRead?.environment === slug ? latestRead.client : null;
  const reported = here?.submittedAt ?? latestEvaluation?.at ?? null;
  const known: readonly Connection[] = [
    ...at(here?.checkedAt ?? null, check?.key ?? null, check?.client ?? null),
    ...at(reported, latestEvaluation?.key ?? null, reader),
  ];
  return known.toSorted((left, right) => right.at - left.at)[0] ?? null;
}

function at(
  time: number | null,
  key: string | null,
  client: Connection["client"],
): readonly Connection[] {
  return time === null ? [] : [{ at: time, key, client }];
}

/** A read of all features in the environment: the client checks them itself. */
export function readIn({ latestRead, environments }: FirstRun, slug: string): Arrival | null {
  const time = environments.find(({ environment }) => environment === slug)?.readAt ?? null;
  const client = latestRead?.environment === slug ? latestRead.client : null;
  return time === null ? null : { kind: "read", at: time, client };
}

export function arrivals(facts: FirstRun, slug: string): readonly Arrival[] {
  const read = readIn(facts, slug);
  const elsewhere = facts.environments.flatMap(
    ({ environment, checkedAt, readAt, submittedAt }) => {
      const time = Math.max(checkedAt ?? 0, readAt ?? 0, submittedAt ?? 0);
      return environment === slug || time === 0
        ? []
        : [{ kind: "elsewhere" as const, at: time, environment }];
    },
  );
  return [
    ...facts.refused.map((attempt) => ({ kind: "refused" as const, attempt })),
    ...(read === null ? [] : [read]),
    ...elsewhere.slice(0, 1),
  ];
}
