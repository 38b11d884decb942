import { Type } from "@sinclair/typebox";
import type { Arguments } from "../../config/arguments.ts";
import { webhookSettings } from "../../config/webhook-settings.ts";
import {
  DeliveryJson,
  deliveryJson,
  WebhookJson,
  webhookFields,
  webhookJson,
} from "../answers/webhook-json.ts";
import { projectOption } from "../options/common-options.ts";
import { givenOnly } from "../options/given-only.ts";
import { positionalValue } from "../options/positional-arguments.ts";
import { parseWebhookId, webhookOptions } from "../options/webhook-options.ts";
import { deliveryTable, webhookTable, webhookText } from "../output/webhook-messages.ts";
import type { SubcommandGroup } from "../subcommand.ts";
import { type AdminCall, adminSubcommand } from "../targets/admin-subcommand.ts";
import { type ApiSenders, segmentOf } from "../targets/api-target.ts";

const { webhookAllow } = webhookSettings;
const id = {
  placeholder: "ID",
  description: "The webhook's id, as gatehouse webhook list shows it.",
};
const {
  environmentOption,
  onlyEnvironment,
  url,
  kind,
  events,
  keys,
  name,
  overlap,
  limit,
  event,
  from,
  to,
} = webhookOptions;

const WithSecret = Type.Object({ ...webhookFields, secret: Type.String() });

/** `gatehouse webhook …` (docs/webhooks.md). */
export function webhookSubcommands(senders: ApiSenders): SubcommandGroup {
  return {
    name: "webhook",
    summary:
      "Creates, shows, tests, pauses and deletes webhooks, which notify other programs of changes.",
    commands: [
      createCommand(senders),
      listCommand(senders),
      ...oneWebhookCommands(senders),
      testCommand(senders),
      deliveriesCommand(senders),
      redeliverCommand(senders),
      rotateCommand(senders),
    ],
  };
}

function createCommand(senders: ApiSenders) {
  return adminSubcommand(senders, {
    name: "create",
    summary: "Creates a webhook and prints its secret, which cannot be shown again.",
    examples: [
      {
        line: "gatehouse webhook create --environment production --kind sync --url https://shop.example/_flipper/webhooks",
        text: "Lets a Flipper application fetch the features immediately after a change.",
      },
      {
        line: 'gatehouse webhook create --environment production --url https://chat.example/hook --event feature.updated --keys "checkout*"',
        text: "Notifies an endpoint of changes of some features.",
      },
    ],
    options: [environmentOption, url, kind, events, keys, name, projectOption, webhookAllow],
    positionals: [],
    json: WithSecret,
    async work({ given, admin, query }) {
      const { webhook, secret } = await admin.call("POST /environments/:environment/webhooks", {
        params: { environment: segmentOf(given.valueOf(environmentOption)) },
        query,
        body: {
          url: given.valueOf(url),
          kind: given.valueOf(kind),
          events: given.valueOf(events),
          ...givenOnly({ keys: given.valueOf(keys), name: given.valueOf(name) }),
        },
      });
      return { ...webhookJson(webhook), secret };
    },
    text: ({ secret }) => `${secret}\n`,
  });
}

function listCommand(senders: ApiSenders) {
  return adminSubcommand(senders, {
    name: "list",
    summary: "Lists a project's webhooks.",
    examples: [{ line: "gatehouse webhook list", text: "Lists the webhooks of all environments." }],
    options: [onlyEnvironment, projectOption],
    positionals: [],
    json: Type.Object({ webhooks: Type.Array(WebhookJson) }),
    async work({ given, admin, query }) {
      const slug = given.valueOf(onlyEnvironment);
      const { webhooks } =
        slug === undefined
          ? await admin.call("GET /webhooks", { query })
          : await admin.call("GET /environments/:environment/webhooks", {
              params: { environment: segmentOf(slug) },
              query,
            });
      return { webhooks: webhooks.map(webhookJson) };
    },
    text: ({ webhooks }, columns) => webhookTable(webhooks, columns),
  });
}

const oneWebhook = [
  [
    "show",
    "Shows a webhook: its filters, its state, and the groups that its application reported.",
  ],
  ["delete", "Deletes a webhook with its delivery log and pending events."],
  ["pause", "Pauses a webhook. After it is resumed, it sends the changes of the pause."],
  ["resume", "Resumes a webhook, also after the server paused it because of failed deliveries."],
] as const;

const one = "/environments/:environment/webhooks/:webhook";

/** The webhook with the given id, in any environment of the project. */
function asked({ given, query }: Pick<AdminCall, "given" | "query">) {
  return {
    params: { environment: "*", webhook: positionalValue(given, 0, id, parseWebhookId) },
    query,
  };
}

async function setPaused(call: AdminCall, isPaused: boolean) {
  const body = { isPaused };
  return (await call.admin.call(`PATCH ${one}`, { ...asked(call), body })).webhook;
}

const oneWebhookWork = {
  show: (call: AdminCall) => call.admin.call(`GET ${one}`, asked(call)),
  delete: async (call: AdminCall) => (await call.admin.call(`DELETE ${one}`, asked(call))).webhook,
  pause: (call: AdminCall) => setPaused(call, true),
  resume: (call: AdminCall) => setPaused(call, false),
} as const;

function oneWebhookCommands(senders: ApiSenders) {
  return oneWebhook.map(([action, summary]) =>
    adminSubcommand(senders, {
      name: action,
      summary,
      examples: [{ line: `gatehouse webhook ${action} 2`, text: "Does so for webhook 2." }],
      options: [projectOption],
      positionals: [id],
      json: WebhookJson,
      work: async (call) => webhookJson(await oneWebhookWork[action](call)),
      text: (webhook) => webhookText(webhook, action),
    }),
  );
}

function testCommand(senders: ApiSenders) {
  return adminSubcommand(senders, {
    name: "test",
    summary: "Sends one test delivery and shows the response. Exit code 1 if it was not delivered.",
    examples: [{ line: "gatehouse webhook test 2", text: "Shows whether the endpoint answers." }],
    options: [webhookAllow, projectOption],
    positionals: [id],
    json: DeliveryJson,
    work: async (call) =>
      deliveryJson(await call.admin.call(`POST ${one}/test`, { ...asked(call), body: {} })),
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

function deliveriesCommand(senders: ApiSenders) {
  return adminSubcommand(senders, {
    name: "deliveries",
    summary: "Shows the latest delivery attempts, the latest first, with the responses.",
    examples: [
      { line: "gatehouse webhook deliveries 2 --limit 10", text: "Shows the last ten attempts." },
    ],
    options: [limit, projectOption],
    positionals: [id],
    json: Type.Object({ deliveries: Type.Array(DeliveryJson) }),
    async work(call) {
      const { params, query } = asked(call);
      const { deliveries } = await call.admin.call(`GET ${one}/deliveries`, {
        params,
        query: { ...query, ...givenOnly({ limit: call.given.valueOf(limit) }) },
      });
      return { deliveries: deliveries.map(deliveryJson) };
    },
    text: ({ deliveries }, columns) => deliveryTable(deliveries, columns),
  });
}

function redeliverCommand(senders: ApiSenders) {
  return adminSubcommand(senders, {
    name: "redeliver",
    summary:
      "Sends events again. A sync webhook, whose events have no numbers, notifies its endpoint again.",
    examples: [
      { line: "gatehouse webhook redeliver 2 --event 41", text: "Sends one event again." },
      {
        line: "gatehouse webhook redeliver 2 --from 41 --to 60",
        text: "Sends a range again, in order.",
      },
    ],
    options: [event, from, to, projectOption],
    positionals: [id],
    json: WebhookJson,
    async work(call) {
      const body = eventsOf(call.given);
      const { webhook } = await call.admin.call(`POST ${one}/redeliver`, { ...asked(call), body });
      return webhookJson(webhook);
    },
    text: (webhook) => webhookText(webhook, "redeliver"),
  });
}

function eventsOf(given: Arguments) {
  const only = given.valueOf(event);
  return givenOnly({ from: only ?? given.valueOf(from), to: only ?? given.valueOf(to) });
}

function rotateCommand(senders: ApiSenders) {
  return adminSubcommand(senders, {
    name: "rotate",
    summary:
      "Gives a webhook a new secret and prints it. For a while, messages are signed with both secrets.",
    examples: [
      {
        line: "gatehouse webhook rotate 2 --overlap 1h",
        text: "Leaves an hour to give the endpoint its new secret.",
      },
    ],
    options: [overlap, projectOption],
    positionals: [id],
    json: WithSecret,
    async work(call) {
      const body = givenOnly({ overlapMs: call.given.valueOf(overlap) });
      const rotated = await call.admin.call(`POST ${one}/rotate`, { ...asked(call), body });
      return { ...webhookJson(rotated.webhook), secret: rotated.secret };
    },
    text: ({ secret }) => `${secret}\n`,
  });
}
