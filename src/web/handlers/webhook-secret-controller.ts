import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { answered, withExample } from "../../http/declared/documented-schemas.ts";
import { overlapDefaultMs } from "../../webhooks/webhook-service.ts";
import type { AdminRoutes } from "../admin-routes.ts";
import { exactFields } from "../contract/shared-models.ts";
import { MadeWebhook, OfWebhook, WebhookList } from "../contract/webhook-models.ts";
import { requestedWebhooks, webhookRefusals } from "./requested-webhooks.ts";
import type { UiDependencies } from "./ui-dependencies.ts";
import { madeWebhook } from "./webhook-rows.ts";

/** The secrets of a webhook. */
export function webhookSecretController(deps: UiDependencies, routes: AdminRoutes) {
  const { service, author, idOf, list } = requestedWebhooks(deps);
  return new Elysia({ tags: ["Webhooks"] })
    .use(routes)
    .post(
      "/environments/:environment/webhooks/:webhook/rotate",
      async ({ caller, params }) => {
        const rotated = await service().rotate(
          idOf(params, caller),
          author(params, caller),
          overlapDefaultMs,
        );
        return madeWebhook(rotated, service(), deps.now());
      },
      {
        role: "admin",
        hostedOnly: true,
        needsProof: true,
        params: OfWebhook,
        body: withExample(Type.Object({}, exactFields), {}),
        response: { 200: answered(MadeWebhook, "The webhook, with its new secret") },
        refuses: webhookRefusals.change,
        detail: {
          operationId: "rotateWebhookSecret",
          summary: "Give a webhook a new secret",
          description: "Gives a webhook a new secret. The secret before it stays valid for a day.",
        },
      },
    )
    .delete(
      "/environments/:environment/webhooks/:webhook/earlier-secret",
      async ({ caller, params }) => {
        await service().endEarlierSecrets(idOf(params, caller), author(params, caller));
        return list(params, caller);
      },
      {
        role: "admin",
        hostedOnly: true,
        params: OfWebhook,
        response: { 200: answered(WebhookList, "The webhooks of the environment") },
        refuses: webhookRefusals.change,
        detail: {
          operationId: "deleteEarlierWebhookSecret",
          summary: "Delete the earlier secret of a webhook",
          description: "From now on only the latest secret of the webhook is valid.",
        },
      },
    );
}
