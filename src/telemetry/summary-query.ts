import { GatehouseError } from "../errors.ts";
import { splitEncodedList } from "../http/form-fields.ts";
import type { Parameters } from "../http/parameters.ts";

export interface SummaryQuery {
  /** At least 1; the plan's retention may be less. */
  readonly days: number;
  /** Only features with these keys; null for all. */
  readonly keys: ReadonlySet<string> | null;
}

const defaultDays = 7;
const digits = /^\d+$/;

/** Reads the query of GET /telemetry/summary; throws request_invalid and parameter_invalid. */
export function summaryQuery(query: Parameters): SummaryQuery {
  const keys = query.encodedText("keys");
  return {
    days: daysOf(query.text("days")),
    keys: keys === undefined ? null : new Set(splitEncodedList(keys)),
  };
}

function daysOf(text: string | undefined): number {
  if (text === undefined) {
    return defaultDays;
  }
  const days = digits.test(text) ? Number(text) : 0;
  if (days < 1) {
    throw new GatehouseError("parameter_invalid", "Parameter days must be an integer of 1 or more");
  }
  return days;
}
