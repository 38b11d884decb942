import type { Webhook } from "../../src/core/model/webhook.ts";
import type { KeySource } from "../../src/webhooks/secrets/key-source.ts";
import { SecretVault } from "../../src/webhooks/secrets/secret-vault.ts";

const key = Buffer.alloc(32, 7);

/** The key that all nodes of the simulation have. */
export const fixedKey: KeySource = { existing: () => key, orNew: () => key };

/** An endpoint that is notified of every event of environment 1. */
export const watchedWebhook: Webhook = {
  ...{ id: 1, environmentId: 1, kind: "events", name: "watched", url: "https://receiver.example/" },
  ...{ eventTypes: [], keyPattern: null, createdAt: 1_000, pausedAt: null, pauseReason: null },
  groups: [],
  secrets: [
    {
      sealed: new SecretVault(fixedKey).seal("whsec_c2ltdWxhdGlvbg=="),
      createdAt: 1_000,
      expiresAt: null,
    },
  ],
  progress: {
    ...{
      settled: 0,
      currentEvent: null,
      attempts: 0,
      nextTryAt: null,
      failingSince: null,
      lastSuccessAt: null,
    },
    ...{ lastDelivery: 0, lost: null, replays: [] },
  },
};
