export const recordTexts = {
  keys: {
    title: "Signing keys",
    text: "A key signs checkpoints of the record. Copy the public key to a safe place: with it, anyone can check a backup.",
    created: "since",
    replaced: "replaced",
    signs: "signs now",
    copy: "Copy the public key",
    replace: "Replace the key…",
    replaceTitle: "Replace the signing key?",
    replaceText:
      "A new key signs from now on. The old key confirms it, so earlier checkpoints and copies of the old key stay valid.",
    replaceAction: "Replace the key",
    replacedDone: "A new key signs checkpoints.",
    emptyTitle: "No key yet",
    emptyText: "The server creates a key with its first checkpoint.",
  },
  checkpoints: {
    title: "Checkpoints",
    text: "A checkpoint is a signed list of the ends of all chains. The server signs one every hour, if something happened.",
    latest: "Latest",
    latestIs: "Checkpoint {number}",
    covers: "Covers",
    acts: { one: "{count} act", other: "{count} acts" },
    audits: { one: "{count} audit", other: "{count} audits" },
    and: "{acts} and {audits}",
    signedBy: "Signed with",
    none: "None yet",
    sign: "Sign one now",
    signed: "Checkpoint {number} is signed.",
  },
  verify: {
    title: "How to verify the record",
    text: "The page does not check the hashes. Check them on another machine, with a backup or an export:",
    outside:
      "Anyone who can replace the database can put an older one in its place. Only checkpoints that are stored elsewhere show that.",
  },
  badge: {
    signed: "Checkpoint {number}, signed",
    none: "No checkpoint yet",
    unknown: "Checkpoints are unavailable",
    hint: "The page does not check the hashes. “gatehouse audit verify” does.",
  },
} as const;
