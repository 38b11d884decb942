import { requireValidCaller } from "../../commands/require-valid-caller.ts";
import type { Webhook } from "../../model/webhook.ts";
import {
  type CheckAuthor,
  overlapDefaultMs,
  type WebhookService,
} from "../../webhooks/webhook-service.ts";
import type { WebhookRoutes } from "../contract/webhook-routes.ts";
import type { HandlersOf } from "../serve.ts";
import { UiRefusal } from "../ui-refusal.ts";
import { callerOf, environmentOfId, idIn, type UiDependencies } from "./ui-dependencies.ts";
import { deliveryRow, madeWebhook, webhookRow } from "./webhook-rows.ts";

const deliveriesMax = 50;

type Asked = Parameters<typeof callerOf>[1];

interface AskedOfOne {
  readonly params: { readonly environment: string; readonly webhook: string };
}

/** The webhooks of an environment. */
export function webhookHandlers(deps: UiDependencies): HandlersOf<keyof WebhookRoutes> {
  const { writer } = deps.services;

  const service = () => serviceOf(deps);
  /** Checks again when the change is made that the reader may make it. */
  const author = (asked: Asked): CheckAuthor => {
    const caller = callerOf(writer.state, asked);
    return (draft) => requireValidCaller(draft, caller);
  };
  const webhookOf = ({ params }: AskedOfOne) => requestedWebhook(deps, params);
  const list = ({ params }: Pick<Asked, "params">) => {
    const environment = environmentOfId(writer.state, params.environment);
    const webhooks = [...writer.state.webhooks.values()]
      .filter(({ environmentId }) => environmentId === environment.id)
      .sort((left, right) => left.id - right.id);
    return { webhooks: webhooks.map((webhook) => webhookRow(webhook, service(), deps.now())) };
  };

  return {
    "GET /environments/:environment/webhooks": list,

    async "POST /environments/:environment/webhooks"(input) {
      const { name, kind, url, events, keys } = input.body;
      const values = {
        environment: environmentOfId(writer.state, input.params.environment),
        name: name ?? URL.parse(url)?.hostname ?? "webhook",
        eventTypes: [...new Set(events)],
        keyPattern: keys ?? null,
        ...{ kind, url },
      };
      const made = await service().create(values, author(input));
      return madeWebhook(made, service(), deps.now());
    },

    async "PATCH /environments/:environment/webhooks/:webhook"(input) {
      const { id } = webhookOf(input);
      await (input.body.isPaused
        ? service().pause(id, author(input))
        : service().resume(id, author(input)));
      return list(input);
    },

    async "DELETE /environments/:environment/webhooks/:webhook"(input) {
      await service().delete(webhookOf(input).id, author(input));
      return list(input);
    },

    async "POST /environments/:environment/webhooks/:webhook/rotate"(input) {
      const { id } = webhookOf(input);
      const rotated = await service().rotate(id, author(input), overlapDefaultMs);
      return madeWebhook(rotated, service(), deps.now());
    },

    async "DELETE /environments/:environment/webhooks/:webhook/earlier-secret"(input) {
      await service().endEarlierSecrets(webhookOf(input).id, author(input));
      return list(input);
    },

    async "POST /environments/:environment/webhooks/:webhook/test"(input) {
      return deliveryRow(await service().test(webhookOf(input).id, author(input)));
    },

    async "POST /environments/:environment/webhooks/:webhook/redeliver"(input) {
      const { from, to = Number.MAX_SAFE_INTEGER } = input.body;
      await service().redeliver(webhookOf(input).id, author(input), { from, to });
      return list(input);
    },

    async "GET /environments/:environment/webhooks/:webhook/deliveries"(input) {
      const { before = Number.MAX_SAFE_INTEGER } = input.query;
      const webhookId = webhookOf(input).id;
      const found = await service().deliveries({ webhookId, before, limit: deliveriesMax + 1 });
      const deliveries = found.slice(0, deliveriesMax).map(deliveryRow);
      return { deliveries, hasMore: found.length > deliveriesMax };
    },
  };
}

function serviceOf({ webhooks }: UiDependencies): WebhookService {
  if (webhooks === undefined) {
    throw new UiRefusal("webhook_not_found");
  }
  return webhooks;
}

/** Throws `webhook_not_found` for one of another environment too. */
function requestedWebhook(
  { services }: UiDependencies,
  { environment: environmentId, webhook: webhookId }: AskedOfOne["params"],
): Webhook {
  const { state } = services.writer;
  const environment = environmentOfId(state, environmentId);
  const webhook = state.webhooks.get(idIn(webhookId));
  if (webhook?.environmentId !== environment.id) {
    throw new UiRefusal("webhook_not_found");
  }
  return webhook;
}
