import { Elysia } from "elysia";
import { webhooksMax, webhooksPerEnvironmentMax } from "../../../app/commands/webhook-commands.ts";
import { answered, withExample } from "../../../http/declared/documented-schemas.ts";
import { type AdminRoutes, requireProof } from "../admin-routes.ts";
import { environmentOf } from "../asked-environment.ts";
import { EnvironmentPath } from "../contract/shared-models.ts";
import {
  ChangedWebhook,
  MadeWebhook,
  NewWebhookBody,
  WebhookEdit,
  WebhookList,
  WebhookPath,
  WebhookRow,
} from "../contract/webhook-models.ts";
import { requestedWebhooks, webhookRefusals } from "./requested-webhooks.ts";
import type { UiDependencies } from "./ui-dependencies.ts";
import { madeWebhook, webhookRow } from "./webhook-rows.ts";

/** The webhooks of an environment. URLs of endpoints may hold secrets, so only admins see them. */
export function webhookController(deps: UiDependencies, routes: AdminRoutes) {
  const { context, find, changed, list } = requestedWebhooks(deps);
  const { writer } = deps.services;
  return new Elysia({ tags: ["Webhooks"] })
    .use(routes)
    .use(webhookEdits(deps, routes))
    .get("/webhooks", ({ caller }) => list(({ projectId }) => projectId === caller.projectId), {
      role: "admin",
      hostedOnly: "for_clients",
      response: { 200: answered(WebhookList, "The webhooks, the oldest first") },
      refuses: [],
      detail: {
        operationId: "listWebhooksOfProject",
        summary: "List the webhooks of all environments of a project",
        description: `Lists all webhooks of the project; a server has at most ${webhooksMax}.`,
      },
    })
    .get(
      "/environments/:environment/webhooks",
      ({ caller, params }) => {
        const { id: asked } = environmentOf(writer.state, params.environment, caller);
        return list(({ id }) => id === asked);
      },
      {
        role: "admin",
        hostedOnly: "for_clients",
        params: EnvironmentPath,
        response: { 200: answered(WebhookList, "The webhooks, the oldest first") },
        refuses: ["environment_not_found"],
        detail: {
          operationId: "listWebhooks",
          summary: "List the webhooks of an environment",
          description: `Lists all webhooks of the environment: at most ${webhooksPerEnvironmentMax}.`,
        },
      },
    )
    .get(
      "/environments/:environment/webhooks/:webhook",
      ({ caller, params }) => webhookRow(find(params, caller), context()),
      {
        role: "admin",
        hostedOnly: "for_clients",
        params: WebhookPath,
        response: { 200: answered(WebhookRow, "The webhook") },
        refuses: webhookRefusals.read,
        detail: { operationId: "getWebhook", summary: "Get a webhook" },
      },
    )
    .delete(
      "/environments/:environment/webhooks/:webhook",
      ({ caller, params }) =>
        changed(params, caller, (service, id, check) => service.delete(id, check)),
      {
        role: "admin",
        hostedOnly: "for_clients",
        params: WebhookPath,
        response: {
          200: answered(
            ChangedWebhook,
            "The webhook before the deletion, and the remaining webhooks",
          ),
        },
        refuses: webhookRefusals.change,
        detail: { operationId: "deleteWebhook", summary: "Delete a webhook" },
      },
    );
}

function webhookEdits(deps: UiDependencies, routes: AdminRoutes) {
  const { find, changed } = requestedWebhooks(deps);
  return new Elysia({ tags: ["Webhooks"] }).use(routes).patch(
    "/environments/:environment/webhooks/:webhook",
    ({ caller, params, body: { events, keys, ...changes } }) => {
      if (changes.url !== undefined && changes.url !== find(params, caller).url) {
        requireProof(caller, { needsProof: true }, deps.now());
      }
      return changed(params, caller, (service, id, check) =>
        service.edit(id, check, {
          ...changes,
          ...(events === undefined ? {} : { eventTypes: [...new Set(events)] }),
          ...(keys === undefined ? {} : { keyPattern: keys }),
        }),
      );
    },
    {
      role: "admin",
      hostedOnly: "for_clients",
      params: WebhookPath,
      body: withExample(WebhookEdit, { events: ["feature.updated"], isPaused: false }),
      response: {
        200: answered(ChangedWebhook, "The webhook, and all webhooks of its environment"),
      },
      refuses: [...webhookRefusals.change, "proof_required"],
      detail: {
        operationId: "editWebhook",
        summary: "Edit, pause or resume a webhook",
        description:
          "Changes the members of the body. The secret stays. Another URL needs a confirmation by " +
          "password or passkey in the session, as the creation of a webhook.",
      },
    },
  );
}

/** How a webhook is created. */
export function newWebhookController(deps: UiDependencies, routes: AdminRoutes) {
  const { service, context, authorIn } = requestedWebhooks(deps);
  return new Elysia({ tags: ["Webhooks"] }).use(routes).post(
    "/environments/:environment/webhooks",
    async ({ caller, params, body }) => {
      const { name, kind, url, events, keys } = body;
      const environment = environmentOf(deps.services.writer.state, params.environment, caller);
      const values = {
        environment,
        name: name ?? URL.parse(url)?.hostname ?? "webhook",
        eventTypes: [...new Set(events)],
        keyPattern: keys ?? null,
        ...{ kind, url },
      };
      const made = await service().create(values, authorIn(environment, caller));
      return madeWebhook(made, context());
    },
    {
      role: "admin",
      hostedOnly: "for_clients",
      needsProof: true,
      params: EnvironmentPath,
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
