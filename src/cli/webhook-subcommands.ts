import {
  deliveryListBounds,
  eventIdBounds,
  overlapBounds,
} from "../administration/webhook-administration.ts";
import {
  listOption,
  mandatoryOption,
  optionalOption,
  optionWithDefault,
} from "../config/option.ts";
import { parseDuration, parseInteger, parseOneOf } from "../config/value-parsers.ts";
import { webhookSettings } from "../config/webhook-settings.ts";
import { webhookEventTypes, webhookKinds } from "../model/webhook.ts";
import {
  type AdministerAt,
  administrationSubcommand,
  projectOption,
  textOption,
} from "./administration-subcommand.ts";
import { positionalValue } from "./positional-arguments.ts";
import type { SubcommandGroup } from "./subcommand.ts";
import { deliveryTable, webhookTable, webhookText } from "./webhook-words.ts";

const { webhookAllow } = webhookSettings;
const id = {
  placeholder: "ID",
  description: "The webhook's id, as gatehouse webhook list shows it.",
};
const parseId = parseInteger(1, Number.MAX_SAFE_INTEGER);
const environmentOption = mandatoryOption({
  flag: "environment",
  placeholder: "SLUG",
  description: "The slug of the environment whose changes the webhook sends; required.",
  completion: "environments",
  parse: (value) => ({ value }),
});
const onlyEnvironment = textOption({
  flag: "environment",
  placeholder: "SLUG",
  description: "Lists the webhooks of this environment only.",
  completion: "environments",
});
const url = mandatoryOption({
  flag: "url",
  placeholder: "URL",
  description:
    "The address of the receiver, https unless --webhook-allow has its network; required.",
  parse: (value) => ({ value }),
});
const kind = optionWithDefault({
  flag: "kind",
  placeholder: "KIND",
  fallback: "events",
  description:
    "events: Standard Webhooks; sync: for a Flipper application, which then fetches all features.",
  parse: parseOneOf(...webhookKinds),
});
const events = listOption({
  flag: "event",
  placeholder: "EVENT",
  description: `Sends only this event; may be repeated. One of ${webhookEventTypes.join(", ")}.`,
  parse: parseOneOf(...webhookEventTypes),
});
const keys = textOption({
  flag: "keys",
  placeholder: "PATTERN",
  description:
    'Sends only changes of features whose key matches; * stands for any text, as in "checkout*".',
});
const name = textOption({
  flag: "name",
  placeholder: "NAME",
  description: "A name for lists; the host of the URL unless given.",
});
const overlap = optionalOption({
  flag: "overlap",
  placeholder: "TIME",
  description:
    "For how long the earlier secret stays valid, such as 1h; 24h unless given, 0m for not at all.",
  parse: parseDuration("0m", `${overlapBounds.maximum / 86_400_000}d`),
});
const limit = optionalOption({
  flag: "limit",
  placeholder: "COUNT",
  description: "How many of the latest deliveries to show; 50 unless given.",
  parse: parseInteger(deliveryListBounds.minimum, deliveryListBounds.maximum),
});
const parseEvent = parseInteger(eventIdBounds.minimum, eventIdBounds.maximum);
const event = optionalOption({
  flag: "event",
  placeholder: "EVENT",
  description:
    "The number of the one event to send again, as gatehouse webhook deliveries shows it.",
  parse: parseEvent,
});
const from = optionalOption({
  flag: "from",
  placeholder: "EVENT",
  description: "The number of the first event to send again.",
  parse: parseEvent,
});
const to = optionalOption({
  flag: "to",
  placeholder: "EVENT",
  description: "The number of the last event to send again; the latest unless given.",
  parse: parseEvent,
});

/** `gatehouse webhook …` (docs/webhooks.md). */
export function webhookSubcommands(administerAt: AdministerAt): SubcommandGroup {
  return {
    name: "webhook",
    summary:
      "Creates, shows, tests, pauses and deletes webhooks, which notify other programs of changes.",
    commands: [
      createCommand(administerAt),
      listCommand(administerAt),
      ...oneWebhookCommands(administerAt),
      testCommand(administerAt),
      deliveriesCommand(administerAt),
      redeliverCommand(administerAt),
      rotateCommand(administerAt),
    ],
  };
}

function createCommand(administerAt: AdministerAt) {
  return administrationSubcommand(administerAt, {
    name: "create",
    summary: "Creates a webhook and prints its secret, which cannot be shown again.",
    operation: "webhook.create",
    examples: [
      {
        line: "gatehouse webhook create --environment production --kind sync --url https://shop.example/_flipper/webhooks",
        text: "Lets a Flipper application fetch the features at once when they change.",
      },
      {
        line: 'gatehouse webhook create --environment production --url https://chat.example/hook --event feature.updated --keys "checkout*"',
        text: "Notifies a receiver of changes of some features.",
      },
    ],
    options: [environmentOption, url, kind, events, keys, name, projectOption, webhookAllow],
    positionals: [],
    input: (given) => ({
      environment: given.valueOf(environmentOption),
      url: given.valueOf(url),
      kind: given.valueOf(kind),
      events: [...given.valueOf(events)],
      keys: given.valueOf(keys),
      name: given.valueOf(name),
      project: given.valueOf(projectOption),
    }),
    text: ({ secret }) => `${secret}\n`,
  });
}

function listCommand(administerAt: AdministerAt) {
  return administrationSubcommand(administerAt, {
    name: "list",
    summary: "Lists a project's webhooks.",
    operation: "webhook.list",
    examples: [{ line: "gatehouse webhook list", text: "Lists the webhooks of all environments." }],
    options: [onlyEnvironment, projectOption],
    positionals: [],
    input: (given) => ({
      environment: given.valueOf(onlyEnvironment),
      project: given.valueOf(projectOption),
    }),
    text: ({ webhooks }, columns) => webhookTable(webhooks, columns),
  });
}

const oneWebhook = [
  [
    "show",
    "Shows a webhook: its filters, its state, and the groups that its application reported.",
  ],
  ["delete", "Deletes a webhook, its log of deliveries, and what waits for it."],
  ["pause", "Sends nothing until the webhook is resumed. It then sends the changes of that time."],
  ["resume", "Sends again, also to a webhook that was paused because it failed for days."],
] as const;

function oneWebhookCommands(administerAt: AdministerAt) {
  return oneWebhook.map(([action, summary]) =>
    administrationSubcommand(administerAt, {
      name: action,
      summary,
      operation: `webhook.${action}`,
      examples: [
        { line: `gatehouse webhook ${action} 2`, text: "Does so for the webhook with the id 2." },
      ],
      options: [],
      positionals: [id],
      input: (given) => ({ id: positionalValue(given, 0, id, parseId) }),
      text: (webhook) => webhookText(webhook, action),
    }),
  );
}

function testCommand(administerAt: AdministerAt) {
  return administrationSubcommand(administerAt, {
    name: "test",
    summary: "Sends one test delivery and shows the response. Exit code 1 if it was not delivered.",
    operation: "webhook.test",
    examples: [{ line: "gatehouse webhook test 2", text: "Shows whether the receiver answers." }],
    options: [webhookAllow],
    positionals: [id],
    input: (given) => ({ id: positionalValue(given, 0, id, parseId) }),
    text: ({ outcome, status, problem, answer, duration_ms: ms }) =>
      [
        `${outcome === "delivered" ? "delivered" : "not delivered"} after ${ms} ms`,
        ...(status === null ? [] : [`status ${status}`]),
        ...(problem === null ? [] : [problem]),
        ...(answer === "" ? [] : [answer]),
      ]
        .join("\n")
        .concat("\n"),
    exitCode: ({ outcome }) => (outcome === "delivered" ? 0 : 1),
  });
}

function deliveriesCommand(administerAt: AdministerAt) {
  return administrationSubcommand(administerAt, {
    name: "deliveries",
    summary: "Shows the latest tries to deliver, the latest first, with the responses.",
    operation: "webhook.deliveries",
    examples: [
      { line: "gatehouse webhook deliveries 2 --limit 10", text: "Shows the last ten tries." },
    ],
    options: [limit],
    positionals: [id],
    input: (given) => ({
      id: positionalValue(given, 0, id, parseId),
      limit: given.valueOf(limit),
    }),
    text: ({ deliveries }, columns) => deliveryTable(deliveries, columns),
  });
}

function redeliverCommand(administerAt: AdministerAt) {
  return administrationSubcommand(administerAt, {
    name: "redeliver",
    summary:
      "Sends events again; a sync webhook, which has no events to name, is asked to fetch again.",
    operation: "webhook.redeliver",
    examples: [
      { line: "gatehouse webhook redeliver 2 --event 41", text: "Sends one event again." },
      {
        line: "gatehouse webhook redeliver 2 --from 41 --to 60",
        text: "Sends a range again, in order.",
      },
    ],
    options: [event, from, to],
    positionals: [id],
    input: (given) => ({
      id: positionalValue(given, 0, id, parseId),
      from: given.valueOf(event) ?? given.valueOf(from),
      to: given.valueOf(event) ?? given.valueOf(to),
    }),
    text: (webhook) => webhookText(webhook, "redeliver"),
  });
}

function rotateCommand(administerAt: AdministerAt) {
  return administrationSubcommand(administerAt, {
    name: "rotate",
    summary:
      "Gives a webhook a new secret and prints it; messages are signed with both for a while.",
    operation: "webhook.rotate",
    examples: [
      {
        line: "gatehouse webhook rotate 2 --overlap 1h",
        text: "Leaves an hour to give the receiver its new secret.",
      },
    ],
    options: [overlap],
    positionals: [id],
    input: (given) => ({
      id: positionalValue(given, 0, id, parseId),
      overlap: given.valueOf(overlap),
    }),
    text: ({ secret }) => `${secret}\n`,
  });
}
