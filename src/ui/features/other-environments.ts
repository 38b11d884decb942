import type { FeatureColumn } from "../../api/admin/contract/feature-column-models.ts";
import type { FeatureRow } from "../../api/admin/contract/feature-models.ts";
import { fill, plural } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";

const words = texts.gateSummary;

/** The ids of the other environments that the rows have, in the order of their `columns`. */
export type OtherEnvironments = readonly number[];

/** A feature in another environment; null if it follows Production, undefined until it is loaded. */
export function columnOf(
  row: FeatureRow,
  others: OtherEnvironments,
  environment: number,
): FeatureColumn | null | undefined {
  const index = others.indexOf(environment);
  return index < 0 ? undefined : row.columns?.[index];
}

/** The actors that have the feature there, as in "2 actors, 25% of actors". */
export function columnWords(column: FeatureColumn): string {
  if (column.kind === "everyone") {
    return words.everyone;
  }
  const { actorCount, groupCount, percentageOfActors, percentageOfTime, hasExpression } = column;
  const parts = [
    ...(actorCount === undefined ? [] : [plural(words.actors, actorCount)]),
    ...(groupCount === undefined ? [] : [plural(words.groups, groupCount)]),
    ...(percentageOfActors === undefined
      ? []
      : [fill(words.percentageOfActors, { percentage: percentageOfActors })]),
    ...(percentageOfTime === undefined
      ? []
      : [fill(words.percentageOfTime, { percentage: percentageOfTime })]),
    ...(hasExpression === true ? [words.expression] : []),
  ];
  return parts.length === 0 ? words.nobody : parts.join(", ");
}

/** The higher percentage, for the gauge. */
export function columnPercentage({ percentageOfActors = 0, percentageOfTime = 0 }: FeatureColumn) {
  return Math.max(percentageOfActors, percentageOfTime);
}
