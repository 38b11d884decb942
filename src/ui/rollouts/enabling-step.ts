import type { ExplainedFeature } from "../../api/admin/contract/explain-models.ts";
import type { RolloutRow } from "../../api/admin/contract/rollout-models.ts";

type Step = RolloutRow["steps"][number];

/** The first step to come that enables a feature for the actor of a check; null for none. */
export function enablingStep(
  { step, steps, endedAt }: Pick<RolloutRow, "step" | "steps" | "endedAt">,
  { gates }: Pick<ExplainedFeature, "gates">,
): { readonly step: Step; readonly number: number } | null {
  const percentage = gates.find((each) => each.gate === "percentageOfActors");
  const opensAbove = percentage?.opensAbove ?? null;
  const index = steps.findIndex(
    ({ change }, at) => at > step && endedAt === null && enables(change, opensAbove),
  );
  const found = steps[index];
  return found === undefined ? null : { step: found, number: index + 1 };
}

/** `opensAbove` is null for a check without an actor. Chosen actors, groups and expressions are not asked. */
function enables(change: Step["change"], opensAbove: number | null): boolean {
  const isAbove = (value: number) => opensAbove !== null && value > opensAbove;
  switch (change.kind) {
    case "enable":
      return true;
    case "percentage_of_actors":
      return isAbove(change.value);
    case "set":
      return change.gates.boolean || isAbove(change.gates.percentageOfActors);
    default:
      return false;
  }
}
