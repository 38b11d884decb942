import type { Mutation } from "./mutation.ts";

const service = "src/webhooks/webhook-service.ts";
const writes = "src/storage/rows/row-changes.ts";
const next = "src/webhooks/delivery/next-delivery.ts";
const deliveryTests = ["webhooks/deliveries.long.test.ts"];
const lossTests = ["webhooks/lost-events.test.ts"];
const storageTests = ["contract/storage.test.ts"];

/** Mutations of what keeps webhooks secret, bounded and complete. */
export const webhookMutations: readonly Mutation[] = [
  {
    threat: "SSRF in webhooks: targets are checked when sent only",
    file: service,
    from: "if (!checked.ok) {",
    to: "if (checked.ok === undefined) {",
    tests: deliveryTests,
  },
  {
    threat: "stolen webhook secrets: in the database as they are",
    file: "src/webhooks/secrets/secret-vault.ts",
    from: 'return Buffer.concat([sealed, cipher.getAuthTag()]).toString("base64");',
    to: "return secret;",
    tests: deliveryTests,
  },
  {
    threat: "stolen webhook secrets: the replaced one signs for ever",
    file: "src/core/model/webhook.ts",
    from: "expiresAt === null || now < expiresAt",
    to: "expiresAt === null || now > 0",
    tests: deliveryTests,
  },
  {
    threat: "stolen webhook secrets: with names and URLs in the log",
    file: "src/http/log/change-logger.ts",
    from: "const holds = { secrets: secrets.length, ",
    to: "const holds = { url: change.webhook.url, secrets: secrets.length, ",
    tests: ["http/log/change-logger.test.ts"],
  },
  {
    threat: "replayed webhook messages: one signature for all tries",
    file: "src/webhooks/delivery/webhook-sender.ts",
    from: "Math.floor(startedAt / secondMs)",
    to: "Math.floor((facts.attempt > 1 ? 0 : startedAt) / secondMs)",
    tests: deliveryTests,
  },
  {
    threat: "silent webhook receivers: those that failed together are tried together",
    file: "src/webhooks/delivery/retry-schedule.ts",
    from: "const jitter = 0.1;",
    to: "const jitter = 0;",
    tests: ["webhooks/retry-schedule.test.ts"],
  },
  {
    threat: "silent webhook receivers: they say when they are tried again",
    file: "src/webhooks/delivery/retry-schedule.ts",
    from: "return Math.min(seconds * 1_000, askedWaitMsMax);",
    to: "return seconds * 1_000;",
    tests: ["webhooks/retry-schedule.test.ts"],
  },
  {
    threat: "silent webhook receivers: all events are kept",
    file: writes,
    from: 'removed("events", {}, { id: event.id - webhookEventsMax })',
    to: 'removed("events", {}, { id: 0 * event.id * webhookEventsMax })',
    tests: storageTests,
  },
  {
    threat: "silent webhook receivers: all tries are kept",
    file: writes,
    from: "delivery.sequence - deliveriesPerWebhookMax",
    to: "0 * delivery.sequence * deliveriesPerWebhookMax",
    tests: storageTests,
  },
  {
    threat: "silent webhook receivers: nobody is told what is lost",
    file: next,
    from: "if (progress.lost !== null) {",
    to: "if (progress.lost !== null && progress.attempts < 0) {",
    tests: lossTests,
  },
  {
    threat: "silent webhook receivers: what is lost is not recorded",
    file: "src/core/model/lost-events.ts",
    from: "progress.settled < removedThrough",
    to: "progress.settled < removedThrough * 0",
    tests: lossTests,
  },
  {
    threat: "hostile webhook answers: they write to terminals",
    file: "src/webhooks/delivery/judge-answer.ts",
    from: "return printable(cut.toWellFormed());",
    to: "return cut.toWellFormed();",
    tests: deliveryTests,
  },
  {
    threat: "hostile webhook answers: kept as long as they are",
    file: "src/webhooks/delivery/judge-answer.ts",
    from: "text.length > lengthMax ?",
    to: "text.length > lengthMax * 1_000 ?",
    tests: deliveryTests,
  },
  {
    threat: "hostile webhook answers: groups without end",
    file: "src/app/commands/webhook-tries.ts",
    from: "unknown.slice(0, registeredGroupsMax - (registered?.size ?? 0))",
    to: "unknown",
    tests: deliveryTests,
  },
];
