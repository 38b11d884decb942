export const gateSummaryTexts = {
  gateSummary: {
    everyone: "everyone",
    nobody: "nobody",
    actors: { one: "{count} actor", other: "{count} actors" },
    group: "group {name}",
    groups: { one: "{count} group", other: "{count} groups" },
    percentageOfActors: "{percentage}% of actors",
    percentageOfTime: "{percentage}% of the time",
    expression: "an expression",
  },
} as const;
