/**
 * Every text of the UI, by page: to translate it, translate this file. `{name}` is replaced by a
 * value; an object with `one` and `other` has a form for each number.
 */
export const texts = {
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
    tryAgain: "Try again",
  },

  errors: {
    title: "That did not work",
    unreachable: "The server cannot be reached. Check that it runs, then try again.",
    unexpected: "The server sent an answer that this page does not understand. Reload the page.",
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

  nav: {
    label: "Pages",
    features: "Features",
    environments: "Environments",
    audits: "Audits",
    telemetry: "Telemetry",
    settings: "Settings",
  },

  shell: {
    skip: "Skip to the content",
    openMenu: "Open the menu",
    goTo: "Go to",
    goToHint: "A feature, a page, an environment",
    paletteKeys: "Ctrl K",
    nothingFound: "Nothing has this name.",
    switchTo: "Switch to {name}",
    connectionLost: "The connection to the server is lost. This page may be outdated.",
    readOnly: {
      flag: "This server was started with --read-only-ui: nothing can be changed here.",
      open_address:
        "Anyone who reaches this address sees this page, so nothing can be changed here. Start the server with --basic-auth, or with --open-ui.",
    },
    theme: { system: "Use the system's colours", light: "Light colours", dark: "Dark colours" },
    mode: { hosted: "Hosted", mountable: "No sign-in" },
    shortcuts: "Keyboard shortcuts",
    account: "Your account",
    signOut: "Sign out",
  },

  shortcuts: [
    { keys: ["/"], does: "Search" },
    { keys: ["Ctrl", "K"], does: "Go to a feature, a page or an environment" },
    { keys: ["j", "k"], does: "Next and previous feature" },
    { keys: ["Enter"], does: "Open the feature" },
    { keys: ["e"], does: "Enable or disable the feature for everyone" },
    { keys: ["n"], does: "New feature" },
    { keys: ["?"], does: "Show this list" },
  ],

  states: { on: "On", off: "Off", conditional: "Conditional" },

  gateWords: {
    everyone: "everyone",
    nobody: "nobody",
    actors: { one: "{count} actor", other: "{count} actors" },
    group: "group {name}",
    groups: { one: "{count} group", other: "{count} groups" },
    percentageOfActors: "{percentage}% of actors",
    percentageOfTime: "{percentage}% of the time",
    expression: "an expression",
  },

  expressionWords: {
    and: " and ",
    or: " or ",
    featureEnabled: "{name} is enabled",
    comparisons: {
      Equal: "is",
      NotEqual: "is not",
      GreaterThan: "over",
      GreaterThanOrEqualTo: "at least",
      LessThan: "under",
      LessThanOrEqualTo: "at most",
    },
  },

  features: {
    title: "Features",
    search: "Search",
    searchHint: "Search keys, tags, owners",
    newFeature: "New feature",
    filters: "Filters",
    all: "All",
    never: "Never evaluated",
    finished: "Looks finished",
    overridden: "Overridden here",
    anyTag: "Any tag",
    anyOwner: "Any owner",
    tagFilter: "Tag",
    ownerFilter: "Owner",
    columns: {
      state: "State",
      feature: "Feature",
      openFor: "Open for",
      tags: "Tags",
      evaluations: "Evaluations, 7 days",
      last: "Last",
    },
    sortBy: "Sort by {column}",
    lastEvaluated: "Last evaluated",
    sparkline: { one: "{count} evaluation in 7 days", other: "{count} evaluations in 7 days" },
    overriddenMark: "Has gates of its own here",
    mirroredMark: "As in Production",
    listLabel: "Features, {count} shown",
    nothingMatches: "No feature matches.",
    clearFilters: "Clear the filters",
    actionsOf: "Actions for {key}",
    open: "Open",
    enable: "Enable for everyone",
    disable: "Disable",
    emptyTitle: "Create the first feature",
    emptyText:
      "A feature has gates that decide for whom it is on. Create one here, or let your application do it:",
  },

  newFeature: {
    title: "New feature",
    key: "Feature key",
    keyHint: "As your code asks for it, for example search_v2. It cannot be changed later.",
    description: "Description",
    longevity: "Longevity",
    longevities: { unset: "Not set", temporary: "Temporary", permanent: "Permanent" },
    tags: "Tags",
    tagsHint: "Separated by commas.",
    owner: "Owner",
    nobody: "Nobody",
    created: "{key} is created.",
  },

  switching: {
    enableTitle: "Enable {key} for everyone?",
    enableText: "All other gates in {environment} are reset. You can undo this in the audits.",
    disableTitle: "Disable {key}?",
    disableText: "All gates in {environment} are closed. You can undo this in the audits.",
    enabled: "{key} is enabled for everyone.",
    disabled: "{key} is disabled.",
    undo: "Undo",
  },

  session: {
    signIn: "Sign in",
    signInTitle: "Sign in to Gatehouse",
    email: "E-mail",
    password: "Password",
    passkey: "Sign in with a passkey",
    forgotten: "No password yet, or forgotten? Ask an owner, who runs",
    setUpTitle: "Welcome",
    setUpFor: "Set the password for {email}.",
    setUpFirst: "You own this server. Choose how you sign in.",
    name: "Name",
    newPassword: "New password",
    newPasswordHint: "At least 10 characters. A sentence is easier to remember than a riddle.",
    setPassword: "Set password",
    linkMissing: "This link has no code. Open it exactly as it was shown.",
  },

  environments: {
    switcher: "Environment: {name}",
  },
} as const;
