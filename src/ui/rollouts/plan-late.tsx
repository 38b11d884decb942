import type { ReactElement } from "react";
import { Segmented } from "../parts/segmented.tsx";
import { rolloutsTexts } from "../texts/rollouts-texts.ts";
import { PlanMore } from "./plan-more.tsx";
import type { TypedPlan } from "./typed-plan.ts";

const { more: words } = rolloutsTexts.plan;
const choices = (["hold", "run"] as const).map((value) => ({ value, label: words.lates[value] }));

/** What happens to a step after a time without a server. */
export function PlanLate({
  late,
  onChange,
}: {
  readonly late: TypedPlan["late"];
  readonly onChange: (late: TypedPlan["late"]) => void;
}): ReactElement {
  return (
    <PlanMore chosen={late === "hold" ? [] : [words.lateChosen]}>
      <div className="plan-sentence">
        <span>{words.late}</span>
        <Segmented choices={choices} label={words.late} onChoose={onChange} value={late} />
      </div>
    </PlanMore>
  );
}
