import type { ReactElement } from "react";
import { LaterStyles } from "../parts/later-styles.tsx";
import cardsFile from "../style/rollout-cards.css" with { type: "file" };
import planFile from "../style/rollout-plan.css" with { type: "file" };
import file from "../style/rollouts.css" with { type: "file" };

/** The styles of a rollout and its guards. */
export function RolloutStyles(): ReactElement {
  return <LaterStyles file={file} />;
}

/** The styles of the cards next to a rollout. */
export function RolloutCardStyles(): ReactElement {
  return <LaterStyles file={cardsFile} />;
}

/** The styles of plans, and of the time of a change. */
export function PlanStyles(): ReactElement {
  return <LaterStyles file={planFile} />;
}
