import { integerOf } from "../../http/request/integer-parameter.ts";
import { type IsName, nameListOf } from "../../http/request/name-list.ts";
import type { Parameters } from "../../http/request/parameters.ts";

export interface SummaryQuery {
  /** At least 1; may exceed the plan's retention. */
  readonly days: number;
  /** Only features with these keys; null for all. */
  readonly keys: ReadonlySet<string> | null;
}

const defaultDays = 7;

/** Reads the query of GET /telemetry/summary; throws `request_invalid` or `parameter_invalid`. */
export function summaryQuery(query: Parameters, isFeature: IsName): SummaryQuery {
  return {
    days: integerOf(query, "days", { minimum: 1 }) ?? defaultDays,
    keys: nameListOf(query, "keys", isFeature) ?? null,
  };
}
