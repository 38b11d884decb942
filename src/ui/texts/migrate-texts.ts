export const migrateTexts = {
  migrate: {
    title: "Migration",
    ownersOnly: "Only an owner can take a migration over.",
    linkMissing: "The link is not complete: open it as flipper cloud migrate printed it.",
    fromApp: "From {app}",
    fromUnknown: "From an application without a name",
    features: { one: "{count} feature", other: "{count} features" },
    sender: "sent from {sender}",
    caution:
      "Whoever can reach this server can send a migration. Take over only one that you expect.",
    environment: "Environment to take it over into",
    remove: "Remove",
    removed: "The migration is removed.",
    done: "The migration is taken over.",
    waiting: "Waiting migrations",
    waitingText:
      "They were sent with flipper cloud migrate. To take one over, open the link that its sender got.",
    ends: "ends",
  },
} as const;
