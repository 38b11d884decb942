/** The few texts of rollouts that the page of every feature needs. */
export const rolloutNamesTexts = {
  open: "Roll out in steps…",
  setBy: "set by the rollout",
  locked: "The rollout sets this gate. A change by hand pauses the rollout.",
  scheduled: "The change of {key} is scheduled.",
  schedule: "Schedule",
  pauseAndEdit: "Pause and edit",
  step: "step {step} of {steps}",
  states: {
    waiting: "rollout waits",
    running: "rollout",
    held: "rollout held",
    paused: "rollout paused",
    stopped: "rollout stopped",
    done: "rollout done",
  },
} as const;
