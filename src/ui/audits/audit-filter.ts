import type { InputOf } from "../api/call.ts";
import { chosenDays } from "./audit-dates.ts";

export type StepFilterQuery = NonNullable<InputOf<"GET /steps">["query"]>;

/** The parts of the filter that the URL has as they are. */
const plain = [
  ["q", "text"],
  ["key", "key"],
  ["action", "action"],
  ["actor", "actor"],
  ["environment", "environment"],
] as const;

/** The filter in the URL's query; days are days of the reader's clock, both included. */
export function auditQuery(params: URLSearchParams, now: number): StepFilterQuery {
  const { from, to } = chosenDays(params, now);
  return {
    ...Object.fromEntries(
      plain.flatMap(([name, sent]) => {
        const value = (params.get(name) ?? "").trim();
        return value === "" ? [] : [[sent, value]];
      }),
    ),
    ...(from === null ? {} : { from }),
    ...(to === null ? {} : { to: to - 1 }),
  };
}
