import type { AnswerOf } from "../admin/calls/admin-call.ts";

type GatesSummary =
  AnswerOf<"GET /environments/:environment/features">["features"][number]["gates"];

/** The gates that are set, for a model: defaults are left out. */
export function shortGates(gates: GatesSummary): Readonly<Record<string, unknown>> {
  const { boolean, expression, hasExpression, groups, groupCount, actorCount } = gates;
  return {
    ...(boolean ? { boolean } : {}),
    ...(hasExpression ? { expression: expression ?? "longer than 1,000 bytes" } : {}),
    ...(groupCount > 0 ? { groups } : {}),
    ...(groupCount > groups.length ? { group_count: groupCount } : {}),
    ...(actorCount > 0 ? { actor_count: actorCount } : {}),
    ...(gates.percentageOfActors > 0 ? { percentage_of_actors: gates.percentageOfActors } : {}),
    ...(gates.percentageOfTime > 0 ? { percentage_of_time: gates.percentageOfTime } : {}),
  };
}
