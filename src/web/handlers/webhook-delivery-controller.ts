import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { answered, withExample } from "../../http/declared/documented-schemas.ts";
import type { AdminRoutes } from "../admin-routes.ts";
import {
  DeliveriesBefore,
  DeliveryList,
  DeliveryRow,
  Redelivery,
} from "../contract/delivery-models.ts";
import { exactFields } from "../contract/shared-models.ts";
import { OfWebhook, WebhookList } from "../contract/webhook-models.ts";
import { requestedWebhooks, webhookRefusals } from "./requested-webhooks.ts";
import type { UiDependencies } from "./ui-dependencies.ts";
import { deliveryRow } from "./webhook-rows.ts";

const deliveriesMax = 50;

/** The deliveries of a webhook. */
export function webhookDeliveryController(deps: UiDependencies, routes: AdminRoutes) {
  const { service, author, idOf, list } = requestedWebhooks(deps);
  return new Elysia({ tags: ["Webhooks"] })
    .use(routes)
    .get(
      "/environments/:environment/webhooks/:webhook/deliveries",
      async ({ caller, params, query: { before = Number.MAX_SAFE_INTEGER } }) => {
        const webhookId = idOf(params, caller);
        const found = await service().deliveries({ webhookId, before, limit: deliveriesMax + 1 });
        const deliveries = found.slice(0, deliveriesMax).map(deliveryRow);
        return { deliveries, hasMore: found.length > deliveriesMax };
      },
      {
        role: "admin",
        hostedOnly: true,
        params: OfWebhook,
        query: DeliveriesBefore,
        response: { 200: answered(DeliveryList, "At most 50 deliveries, the latest first") },
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
        deliveryRow(await service().test(idOf(params, caller), author(params, caller))),
      {
        role: "admin",
        hostedOnly: true,
        params: OfWebhook,
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
      async ({ caller, params, body: { from, to = Number.MAX_SAFE_INTEGER } }) => {
        await service().redeliver(idOf(params, caller), author(params, caller), { from, to });
        return list(params, caller);
      },
      {
        role: "admin",
        hostedOnly: true,
        params: OfWebhook,
        body: withExample(Redelivery, { from: 1 }),
        response: { 200: answered(WebhookList, "The webhooks of the environment") },
        refuses: webhookRefusals.change,
        detail: {
          operationId: "redeliverEvents",
          summary: "Send events again",
          description: "Sends events again, up to the latest event unless `to` is sent.",
        },
      },
    );
}
