import { requireValidCaller } from "../../commands/require-valid-caller.ts";
import { GatehouseError } from "../../errors.ts";
import type { CheckAuthor, WebhookService } from "../../webhooks/webhook-service.ts";
import type { AdminCaller } from "../admin-routes.ts";
import { environmentOf, idIn } from "../asked-environment.ts";
import { callerAt, type UiDependencies } from "./ui-dependencies.ts";
import { webhookRow } from "./webhook-rows.ts";

interface OfEnvironment {
  readonly environment: string;
}

interface OfWebhook extends OfEnvironment {
  readonly webhook: string;
}

const changeOfAny = [
  "environment_not_found",
  "parameter_invalid",
  "session_ended",
  "token_invalid",
  "unavailable",
] as const;

/** What the routes of webhooks can refuse. */
export const webhookRefusals = {
  read: ["environment_not_found", "webhook_not_found"],
  create: changeOfAny,
  change: ["webhook_not_found", ...changeOfAny],
} as const;

/** What the routes of webhooks do with their paths and callers. */
export function requestedWebhooks(deps: UiDependencies) {
  const { writer } = deps.services;
  const service = () => serviceOf(deps);
  return {
    service,
    /** Checks again when the change is made that the caller may make it. */
    author({ environment }: OfEnvironment, admin: AdminCaller): CheckAuthor {
      const caller = callerAt(writer.state, environment, admin);
      return (draft) => requireValidCaller(draft, caller);
    },
    /** Throws `webhook_not_found` for a webhook of another environment too. */
    idOf({ environment, webhook }: OfWebhook, caller: AdminCaller): number {
      const { id: environmentId } = environmentOf(writer.state, environment, caller);
      const found = writer.state.webhooks.get(idIn(webhook));
      if (found?.environmentId !== environmentId) {
        throw new GatehouseError("webhook_not_found");
      }
      return found.id;
    },
    list({ environment }: OfEnvironment, caller: AdminCaller) {
      const { id } = environmentOf(writer.state, environment, caller);
      const webhooks = [...writer.state.webhooks.values()]
        .filter(({ environmentId }) => environmentId === id)
        .sort((left, right) => left.id - right.id);
      return { webhooks: webhooks.map((webhook) => webhookRow(webhook, service(), deps.now())) };
    },
  };
}

function serviceOf({ webhooks }: UiDependencies): WebhookService {
  if (webhooks === undefined) {
    throw new GatehouseError("webhook_not_found");
  }
  return webhooks;
}
