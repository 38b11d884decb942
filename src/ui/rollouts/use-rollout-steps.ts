import { showDone } from "../api/toast-manager.ts";
import { useChange } from "../api/use-answer.ts";
import { whyOf } from "../parts/why-field.tsx";
import { rolloutsTexts } from "../texts/rollouts-texts.ts";

const { ended: words } = rolloutsTexts.rollout;
export type Transition = "pause" | "resume" | "skip" | "stop" | "adopt";

/** What a person can do with a rollout that is not over. */
export function useRolloutSteps(id: number): {
  readonly isBusy: boolean;
  readonly run: (
    step: Transition,
    options?: { readonly reason: string; readonly onDone: () => void },
  ) => void;
} {
  const done = (step: Transition) => ({ onDone: () => void showDone(words[step]) });
  const steps = {
    pause: useChange("POST /rollouts/:rollout/pause", done("pause")),
    resume: useChange("POST /rollouts/:rollout/resume", done("resume")),
    skip: useChange("POST /rollouts/:rollout/skip", done("skip")),
    stop: useChange("POST /rollouts/:rollout/stop", done("stop")),
    adopt: useChange("POST /rollouts/:rollout/adopt", done("adopt")),
  };
  const isBusy = Object.values(steps).some(({ isPending }) => isPending);
  return {
    isBusy,
    run: (step, { reason, onDone } = { reason: "", onDone: () => undefined }) => {
      if (!isBusy) {
        const input = { params: { rollout: id }, body: whyOf(reason) };
        steps[step].mutate(input, { onSuccess: onDone });
      }
    },
  };
}
