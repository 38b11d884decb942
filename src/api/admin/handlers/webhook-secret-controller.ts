import { Elysia } from "elysia";
import { answered, withExample } from "../../../http/declared/documented-schemas.ts";
import { overlapDefaultMs } from "../../../webhooks/webhook-service.ts";
import type { AdminRoutes } from "../admin-routes.ts";
import {
  ChangedWebhook,
  MadeWebhook,
  SecretRotation,
  WebhookPath,
} from "../contract/webhook-models.ts";
import { requestedWebhooks, webhookRefusals } from "./requested-webhooks.ts";
import type { UiDependencies } from "./ui-dependencies.ts";
import { madeWebhook } from "./webhook-rows.ts";

/** The secrets of a webhook. */
export function webhookSecretController(deps: UiDependencies, routes: AdminRoutes) {
  const { context, change, changed } = requestedWebhooks(deps);
  return new Elysia({ tags: ["Webhooks"] })
    .use(routes)
    .post(
      "/environments/:environment/webhooks/:webhook/rotate",
      async ({ caller, params, body: { overlapMs = overlapDefaultMs } }) => {
        const rotated = await change(params, caller, (service, id, check) =>
          service.rotate(id, check, overlapMs),
        );
        return madeWebhook(rotated, context());
      },
      {
        role: "admin",
        hostedOnly: "for_clients",
        needsProof: true,
        params: WebhookPath,
        body: withExample(SecretRotation, { overlapMs: 3_600_000 }),
        response: { 200: answered(MadeWebhook, "The webhook, with its new secret") },
        refuses: webhookRefusals.change,
        detail: {
          operationId: "rotateWebhookSecret",
          summary: "Give a webhook a new secret",
          description: "Gives a webhook a new secret. The earlier secret stays valid for a while.",
        },
      },
    )
    .delete(
      "/environments/:environment/webhooks/:webhook/earlier-secret",
      ({ caller, params }) =>
        changed(params, caller, (service, id, check) => service.endEarlierSecrets(id, check)),
      {
        role: "admin",
        hostedOnly: "for_clients",
        params: WebhookPath,
        response: {
          200: answered(ChangedWebhook, "The webhook, and all webhooks of its environment"),
        },
        refuses: webhookRefusals.change,
        detail: {
          operationId: "deleteEarlierWebhookSecret",
          summary: "Delete the earlier secret of a webhook",
          description: "Afterwards only the latest secret of the webhook is valid.",
        },
      },
    );
}
