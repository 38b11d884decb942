export const undoTexts = {
  undo: {
    keys: "Ctrl Z",
    undo: "Undo",
    undoOf: "Undo: {what}",
    undone: "undone",
    undoneBy: "undone by {name}",
    where: "{key} in {environment}",
    whereAll: "All features of this step in {environment}",
    to: "What to undo",
    gate: "Only this gate",
    gates: "Only these gates",
    everything: {
      one: "Everything since, {count} change",
      other: "Everything since, {count} changes",
    },
    preview: "What would change",
    nothing: "Nothing would change: the gates are already like that.",
    members: {
      enable_actor: ["Adds", { one: "{count} actor", other: "{count} actors" }],
      disable_actor: ["Removes", { one: "{count} actor", other: "{count} actors" }],
      enable_group: ["Adds", { one: "{count} group", other: "{count} groups" }],
      disable_group: ["Removes", { one: "{count} group", other: "{count} groups" }],
    },
    stay: {
      one: "{count} later change stays.",
      other: "{count} later changes stay.",
    },
    changedAgain: {
      one: "{count} of the members was changed again later, and stays as it is.",
      other: "{count} of the members were changed again later, and stay as they are.",
    },
    later: {
      one: "{count} later change is undone too.",
      other: "{count} later changes are undone too.",
    },
    step: {
      one: "This was one step with {count} feature.",
      other: "This was one step with {count} features. All of them return.",
    },
    changedSince: "Something has changed since this preview. Read the new preview, then undo.",
    changedLater:
      "The same has changed again since. Undo it in the history, which shows what goes with it.",
    done: "Undone. You can undo this too, in the history.",
    impossibleShort: "cannot be undone",
    impossible: {
      no_record: "cannot be undone: an older version recorded it, without the gates before it",
      too_large: "cannot be undone: it was too large to store the gates before it",
    },
  },
} as const;
