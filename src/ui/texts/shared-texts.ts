export const sharedTexts = {
  product: "Gatehouse",

  common: {
    add: "Add",
    apply: "Apply",
    cancel: "Cancel",
    close: "Close",
    copied: "Copied",
    copy: "Copy",
    create: "Create",
    delete: "Delete",
    edit: "Edit",
    justNow: "just now",
    loading: "Loading",
    more: "More",
    never: "never",
    remove: "Remove",
    save: "Save",
    show: "Show",
    tryAgain: "Try again",
  },

  errors: {
    title: "That did not work",
    titleWithStatus: "That did not work (status {status})",
    unreachable: "The server cannot be reached. Check that it runs, then try again.",
    unexpected: "The server sent an answer that this page does not understand. Reload the page.",
    notShown: "This cannot be shown:",
    notShownNamed: "{name} cannot be shown:",
    unaffected: "Nothing has changed on the server.",
    noPageTitle: "Not found",
    noPage: "There is no page with this address.",
  },

  chart: {
    total: "Evaluations",
    enabled: "Enabled",
    rate: "Enabled share",
    marks: "Changes",
    time: "Time",
    asTable: "All numbers as a table",
    chooseTime: "Choose a time in the chart",
    noRate: "–",
    step: "{time}: {total} evaluations, {enabled} enabled, {rate}",
  },

  confirm: {
    typeName: "Type {name} to confirm",
  },

  states: { on: "On", off: "Off", conditional: "Conditional" },
} as const;
