export const migrateTexts = {
  migrate: {
    title: "Migration",
    ownersOnly: "Only an owner can accept a migration.",
    linkMissing: "The link is not complete: open it as flipper cloud migrate printed it.",
    fromApp: "From {app}",
    fromUnknown: "From an application without a name",
    features: { one: "{count} feature", other: "{count} features" },
    sender: "sent from {sender}",
    caution:
      "Anyone who can reach this server can send a migration. Accept only a migration that you expect.",
    environment: "Environment to import into",
    remove: "Remove",
    removed: "The migration is removed.",
    done: "The migration is imported.",
    waiting: "Waiting migrations",
    waitingText:
      "flipper cloud migrate sent them. To accept one, open the link that its sender got.",
    expires: "expires",
  },
} as const;
