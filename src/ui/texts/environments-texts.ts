export const environmentsTexts = {
  environments: {
    switcher: "Environment: {name}",
    title: "Environments",
    lead: "An environment shows the gates of Production until a feature is changed there. The feature then has its own gates in that environment.",
    search: "Search environments",
    nothingMatches: "No environment has this name.",
    kinds: {
      production: "Mirrored by the others",
      personal: "Personal",
      other: "Preview",
    },
    personalOf: "Personal, of {name}",
    columns: {
      name: "Environment",
      overridden: "Overrides",
      tokens: "Active tokens",
      created: "Created",
      actions: "Actions",
    },
    notApplicable: "all",
    mirrorsAll: "none",
    actionsOf: "Actions for {name}",
    showFeatures: "Features",
    showDetails: "Overrides and tokens",
    compare: "Compare",
    compareWithProduction: "Compare with Production",
    create: "New environment",
    newText:
      "A preview environment for a branch, a test or a person. It starts with the gates of Production.",
    name: "Name",
    nameHint:
      "For example the name of a branch. Its letters and digits become the short name in URLs.",
    created: "{name} is created. Applications reach it with a token.",
    deleteIt: "Delete environment",
    deleteTitle: "Delete {name}?",
    deleteText:
      "Its gates, audits and telemetry are deleted permanently. Production and other environments stay unchanged.",
    deleteTokens: {
      one: "{count} active token stops working.",
      other: "{count} active tokens stop working.",
    },
    deleted: "{name} is deleted.",
    mirroredTitle: "Mirrored by the others",
    mirroredText:
      "Other environments show the gates of Production for every feature that they do not override. A change here applies there immediately.",
    overriddenTitle: "Features with their own gates",
    mirrorsAllTitle: "Everything is as in Production",
    mirrorsAllText:
      "No feature has its own gates here. The first change of a feature in this environment creates them.",
    openFor: "Enabled for {words}",
    sameGates:
      "The same gates as in Production, but this environment does not follow changes there.",
    inProduction: "in Production: ",
    here: "here: ",
    mirror: "Mirror Production",
    mirrorFeature: "Mirror Production for {key}",
    mirrored: "{key} has the gates of Production in {environment} again.",
  },
} as const;
