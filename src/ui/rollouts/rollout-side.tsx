import type { ReactElement } from "react";
import { ChecksCard } from "./checks-card.tsx";
import { NotificationsCard } from "./notifications-card.tsx";
import { PlanCard } from "./plan-card.tsx";
import { RolloutHistory } from "./rollout-history.tsx";
import { RolloutCardStyles } from "./rollout-styles.tsx";
import type { ShownRollout } from "./shown-rollout.ts";

/** What stands next to a rollout: what has happened, what was planned, and what was notified of it. */
export function RolloutSide({ rollout }: { readonly rollout: ShownRollout }): ReactElement {
  return (
    <>
      <RolloutCardStyles />
      <RolloutHistory rollout={rollout} />
      <ChecksCard rollout={rollout} />
      <PlanCard rollout={rollout} />
      <NotificationsCard rollout={rollout} />
    </>
  );
}
