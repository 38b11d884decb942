/** Paths with the data of `createLifelikeData`, in two halves for two files that run at once. */
export const workPages = [
  "/",
  "/?env=staging",
  "/?show=finished",
  "/features/checkout_redesign",
  "/features/legacy_export?env=staging",
  "/features/not-there",
  "/environments",
  "/environments/details",
  "/compare?a=1&b=2",
] as const;

export const otherPages = [
  "/audits",
  "/telemetry",
  "/settings/account",
  "/settings/members",
  "/settings/groups",
  "/settings/plan",
  "/settings/cleanup",
  "/settings/webhooks",
  "/settings/transfer",
  "/settings/backups",
  "/settings/about",
  "/migrate",
  "/no-such-page",
] as const;
