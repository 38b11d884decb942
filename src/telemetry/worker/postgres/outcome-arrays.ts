import { type OutcomeSum, sumsOfCounts } from "../counting/outcome-sums.ts";
import { plainArray, textArray } from "./stored-text.ts";

/** Parameters of `telemetry_outcomes_1`: one value for each sum, and 32 in `counts`. */
export type OutcomeArrays = ReturnType<typeof outcomeArrays>;

export function outcomeArrays(outcomes: readonly OutcomeSum[]) {
  const sums = outcomes.map(({ counts }) => sumsOfCounts(counts));
  return {
    environments: plainArray(outcomes.map(({ environmentId }) => environmentId)),
    names: textArray(outcomes.map(({ name }) => name)),
    keys: textArray(outcomes.map(({ key }) => key)),
    results: plainArray(outcomes.map(({ result }) => String(result))),
    minutes: plainArray(outcomes.map(({ minute }) => minute)),
    totals: plainArray(sums.map(({ total }) => total)),
    errors: plainArray(sums.map(({ errors }) => errors)),
    counts: plainArray(outcomes.flatMap(({ counts }) => counts)),
  };
}
