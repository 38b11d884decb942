/** The texts next to a rollout: its plan, its notifications, and when an actor gets the feature. */
export const rolloutSideTexts = {
  plan: {
    title: "Plan",
    steps: "Steps",
    ladder: "{steps}, {duration} each",
    arrow: " → ",
    guard: "Guard {name}",
    tolerates: "tolerates {tolerance}, with a confidence of {confidence}%",
    rest: "all outcomes but errors are bad",
    alarm: "On an alarm",
    start: "Start",
    starts: "{time} ({zone})",
    late: "Over an hour late",
    lates: { hold: "the step is held", run: "the step is run anyway" },
  },
  checks: {
    title: "Checks with the feature",
    atMost: {
      one: "At most {count} check was enabled from {from} to {to}, while the rollout went on.",
      other: "At most {count} checks were enabled from {from} to {to}, while the rollout went on.",
    },
    none: "No check was enabled from {from} to {to}, while the rollout went on.",
    compare: "Compare the gates before and after the end",
  },
  notifications: {
    title: "Notified webhooks",
    settings: "Settings",
    none: "No webhook of {environment} is notified of rollouts.",
    only: "only the keys {keys}",
    paused: "paused",
    failing: "failing",
    needs_rotate: "needs a new secret",
    waiting: "nothing sent yet",
    outcomes: {
      delivered: "{type} delivered",
      failed: "{type} failed",
      refused: "{type} refused",
      gave_up: "{type} given up",
    },
    more: { one: "and {count} more", other: "and {count} more" },
  },
  notYet: {
    title: "Not enabled yet:",
    at: "step {step} ({change}) enables it, {time} at the earliest.",
    soon: "step {step} ({change}) enables it.",
    waits: "step {step} ({change}) enables it, once the rollout goes on.",
  },
} as const;
