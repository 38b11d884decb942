import { type ReactElement, Suspense } from "react";
import { ApprovalStyles } from "../approvals/approval-styles.tsx";
import { Icon } from "../parts/icon.tsx";
import { fill } from "../texts/fill.ts";
import { rolloutNamesTexts as words } from "../texts/rollout-names-texts.ts";
import { RolloutStyles } from "./rollout-styles.tsx";
import type { ShownRollout } from "./shown-rollout.ts";

const looks = {
  waiting: "badge-accent",
  running: "badge-accent",
  held: "badge-warning",
  paused: "",
  stopped: "badge-danger",
  done: "badge-on",
} as const;

/** "step 2 of 4", or why the rollout does not go on; in the head of a feature's page. */
export function RolloutChip({
  rollout,
}: {
  readonly rollout: ShownRollout | null;
}): ReactElement | null {
  if (rollout === null) {
    return null;
  }
  const { state, step, steps } = rollout;
  return (
    // Otherwise the page would disappear while the styles load.
    <Suspense fallback={null}>
      <span className={`badge rollout-chip ${looks[state]}`}>
        <ApprovalStyles />
        <RolloutStyles />
        <Icon name="steps" />
        {state === "running"
          ? fill(words.step, { step: step + 1, steps: steps.length })
          : words.states[state]}
      </span>
    </Suspense>
  );
}
