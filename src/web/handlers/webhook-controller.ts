import { Elysia } from "elysia";
import { answered, withExample } from "../../http/declared/documented-schemas.ts";
import type { AdminRoutes } from "../admin-routes.ts";
import { environmentOf } from "../asked-environment.ts";
import { OfEnvironment } from "../contract/shared-models.ts";
import {
  MadeWebhook,
  NewWebhookBody,
  OfWebhook,
  WebhookList,
  WebhookPause,
} from "../contract/webhook-models.ts";
import { requestedWebhooks, webhookRefusals } from "./requested-webhooks.ts";
import type { UiDependencies } from "./ui-dependencies.ts";
import { madeWebhook } from "./webhook-rows.ts";

/** The webhooks of an environment. URLs of endpoints may hold secrets, so only admins see them. */
export function webhookController(deps: UiDependencies, routes: AdminRoutes) {
  const { service, author, idOf, list } = requestedWebhooks(deps);
  return new Elysia({ tags: ["Webhooks"] })
    .use(routes)
    .get("/environments/:environment/webhooks", ({ caller, params }) => list(params, caller), {
      role: "admin",
      hostedOnly: true,
      params: OfEnvironment,
      response: { 200: answered(WebhookList, "The webhooks, the oldest first") },
      refuses: ["environment_not_found"],
      detail: { operationId: "listWebhooks", summary: "List the webhooks of an environment" },
    })
    .patch(
      "/environments/:environment/webhooks/:webhook",
      async ({ caller, params, body }) => {
        const id = idOf(params, caller);
        const check = author(params, caller);
        await (body.isPaused ? service().pause(id, check) : service().resume(id, check));
        return list(params, caller);
      },
      {
        role: "admin",
        hostedOnly: true,
        params: OfWebhook,
        body: withExample(WebhookPause, { isPaused: true }),
        response: { 200: answered(WebhookList, "The webhooks of the environment") },
        refuses: webhookRefusals.change,
        detail: { operationId: "pauseWebhook", summary: "Pause or resume a webhook" },
      },
    )
    .delete(
      "/environments/:environment/webhooks/:webhook",
      async ({ caller, params }) => {
        await service().delete(idOf(params, caller), author(params, caller));
        return list(params, caller);
      },
      {
        role: "admin",
        hostedOnly: true,
        params: OfWebhook,
        response: { 200: answered(WebhookList, "The webhooks that are left") },
        refuses: webhookRefusals.change,
        detail: { operationId: "deleteWebhook", summary: "Delete a webhook" },
      },
    );
}

/** How a webhook is created. */
export function newWebhookController(deps: UiDependencies, routes: AdminRoutes) {
  const { service, author } = requestedWebhooks(deps);
  return new Elysia({ tags: ["Webhooks"] }).use(routes).post(
    "/environments/:environment/webhooks",
    async ({ caller, params, body }) => {
      const { name, kind, url, events, keys } = body;
      const values = {
        environment: environmentOf(deps.services.writer.state, params.environment, caller),
        name: name ?? URL.parse(url)?.hostname ?? "webhook",
        eventTypes: [...new Set(events)],
        keyPattern: keys ?? null,
        ...{ kind, url },
      };
      const made = await service().create(values, author(params, caller));
      return madeWebhook(made, service(), deps.now());
    },
    {
      role: "admin",
      hostedOnly: true,
      needsProof: true,
      params: OfEnvironment,
      body: withExample(NewWebhookBody, {
        kind: "events",
        url: "https://example.com/hooks",
        events: ["feature.updated"],
      }),
      response: { 200: answered(MadeWebhook, "The webhook, with its secret") },
      refuses: webhookRefusals.create,
      detail: {
        operationId: "createWebhook",
        summary: "Create a webhook",
        description: "Creates a webhook. Its name is the host name of the URL unless sent.",
      },
    },
  );
}
