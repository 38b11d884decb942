import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { GatehouseError } from "../../../core/errors.ts";
import { answered, withExample } from "../../../http/declared/documented-schemas.ts";
import type { AdminRoutes } from "../admin-routes.ts";
import { idIn } from "../asked-environment.ts";
import {
  DeliveredPayload,
  DeliveriesBefore,
  DeliveryList,
  DeliveryPath,
  DeliveryRow,
  Redelivery,
} from "../contract/delivery-models.ts";
import { exactFields } from "../contract/shared-models.ts";
import { ChangedWebhook, WebhookPath } from "../contract/webhook-models.ts";
import { requestedWebhooks, webhookRefusals } from "./requested-webhooks.ts";
import type { UiDependencies } from "./ui-dependencies.ts";
import { deliveryRow } from "./webhook-rows.ts";

const idMax = Number.MAX_SAFE_INTEGER;

/** The deliveries of a webhook. */
export function webhookDeliveryController(deps: UiDependencies, routes: AdminRoutes) {
  const { service, find, change, changed } = requestedWebhooks(deps);
  return new Elysia({ tags: ["Webhooks"] })
    .use(routes)
    .use(deliveredPayloads(deps, routes))
    .get(
      "/environments/:environment/webhooks/:webhook/deliveries",
      async ({ caller, params, query: { limit = 50, before = idMax } }) => {
        const { id: webhookId } = find(params, caller);
        const found = await service().deliveries({ webhookId, before, limit: limit + 1 });
        const deliveries = found.slice(0, limit).map(deliveryRow);
        return { deliveries, hasMore: found.length > limit };
      },
      {
        role: "admin",
        hostedOnly: "for_clients",
        params: WebhookPath,
        query: DeliveriesBefore,
        response: { 200: answered(DeliveryList, "The latest deliveries first") },
        refuses: webhookRefusals.read,
        detail: {
          operationId: "listWebhookDeliveries",
          summary: "List the deliveries of a webhook",
        },
      },
    )
    .post(
      "/environments/:environment/webhooks/:webhook/test",
      async ({ caller, params }) =>
        deliveryRow(
          await change(params, caller, (webhooks, id, check) => webhooks.test(id, check)),
        ),
      {
        role: "admin",
        hostedOnly: "for_clients",
        params: WebhookPath,
        body: withExample(Type.Object({}, exactFields), {}),
        response: { 200: answered(DeliveryRow, "The test delivery, with its outcome") },
        refuses: webhookRefusals.change,
        detail: {
          operationId: "testWebhook",
          summary: "Send a test delivery",
          description:
            "Sends one test delivery, also to a paused webhook, and returns its outcome.",
        },
      },
    )
    .post(
      "/environments/:environment/webhooks/:webhook/redeliver",
      ({ caller, params, body: { from, to = idMax } }) => {
        if (find(params, caller).kind === "events" && from === undefined) {
          const message = "name the event, or the first and the last event";
          throw new GatehouseError("input_invalid", { message, place: "from" });
        }
        return changed(params, caller, (webhooks, id, check) =>
          webhooks.redeliver(id, check, { from: from ?? 1, to }),
        );
      },
      {
        role: "admin",
        hostedOnly: "for_clients",
        params: WebhookPath,
        body: withExample(Redelivery, { from: 1 }),
        response: {
          200: answered(ChangedWebhook, "The webhook, and all webhooks of its environment"),
        },
        refuses: webhookRefusals.change,
        detail: {
          operationId: "redeliverEvents",
          summary: "Send events again",
          description: "Sends events again, up to the latest event unless `to` is sent.",
        },
      },
    );
}

function deliveredPayloads(deps: UiDependencies, routes: AdminRoutes) {
  const { service, find } = requestedWebhooks(deps);
  return new Elysia({ tags: ["Webhooks"] }).use(routes).get(
    "/environments/:environment/webhooks/:webhook/deliveries/:delivery",
    async ({ caller, params }) => {
      const number = idIn(params.delivery);
      const webhook = find(params, caller);
      const found = Number.isNaN(number) ? undefined : await service().delivery(webhook, number);
      if (found === undefined) {
        throw new GatehouseError("delivery_not_found");
      }
      return { ...found, delivery: deliveryRow(found.delivery) };
    },
    {
      role: "admin",
      hostedOnly: "for_clients",
      params: DeliveryPath,
      response: { 200: answered(DeliveredPayload, "The delivery with its payload") },
      refuses: [...webhookRefusals.read, "delivery_not_found"],
      detail: {
        operationId: "getWebhookDelivery",
        summary: "Get a delivery of a webhook with its payload",
      },
    },
  );
}
