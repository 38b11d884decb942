import { requireValidCaller } from "../../../app/commands/require-valid-caller.ts";
import { GatehouseError } from "../../../core/errors.ts";
import type { Environment } from "../../../core/model/environment.ts";
import type { Webhook } from "../../../core/model/webhook.ts";
import type { CheckAuthor, WebhookService } from "../../../webhooks/webhook-service.ts";
import type { AdminCaller } from "../admin-routes.ts";
import { idIn } from "../asked-environment.ts";
import { requireInProject } from "./items-in-project.ts";
import { callerInEnvironment, environmentOfItem, type UiDependencies } from "./ui-dependencies.ts";
import { type WebhookContext, webhookRow } from "./webhook-rows.ts";

interface WebhookPath {
  readonly environment: string;
  readonly webhook: string;
}

type Change<Changed> = (
  service: WebhookService,
  id: number,
  checkAuthor: CheckAuthor,
) => Promise<Changed>;

const changeOfAny = [
  "environment_not_found",
  "parameter_invalid",
  "session_ended",
  "token_invalid",
  "unavailable",
] as const;

/** The refusals of the routes of webhooks. */
export const webhookRefusals = {
  read: ["environment_not_found", "webhook_not_found"],
  create: changeOfAny,
  change: ["webhook_not_found", ...changeOfAny],
} as const;

/** The common part of the routes of webhooks: their paths and callers. */
export function requestedWebhooks(deps: UiDependencies) {
  const { writer } = deps.services;
  const service = () => serviceOf(deps);
  const context = (): WebhookContext => ({
    state: writer.state,
    service: service(),
    now: deps.now(),
  });
  /** Checks again at the change that the caller may make it. */
  const authorIn = (environment: Environment, admin: AdminCaller): CheckAuthor => {
    const caller = callerInEnvironment(writer.state, environment, admin);
    return (draft) => requireValidCaller(draft, caller);
  };
  const find = ({ environment, webhook: id }: WebhookPath, caller: AdminCaller): Webhook => {
    const found = writer.state.webhooks.get(idIn(id));
    return requireInProject(writer.state, { kind: "webhook", environment, caller, id, found });
  };
  const change = <Changed>(params: WebhookPath, caller: AdminCaller, work: Change<Changed>) => {
    const found = find(params, caller);
    const environment = environmentOfItem(writer.state, found);
    return work(service(), found.id, authorIn(environment, caller));
  };
  const list = (isShown: (environment: Environment) => boolean) => {
    const webhooks = [...writer.state.webhooks.values()]
      .filter((webhook) => isShown(environmentOfItem(writer.state, webhook)))
      .sort((left, right) => left.id - right.id);
    return { webhooks: webhooks.map((webhook) => webhookRow(webhook, context())) };
  };
  return {
    ...{ service, context, authorIn, find, change, list },
    /** As `change`; resolves with the webhook, and with all webhooks of its environment. */
    async changed(params: WebhookPath, caller: AdminCaller, work: Change<Webhook>) {
      const webhook = await change(params, caller, work);
      return {
        webhook: webhookRow(webhook, context()),
        ...list(({ id }) => id === webhook.environmentId),
      };
    },
  };
}

function serviceOf({ webhooks }: UiDependencies): WebhookService {
  if (webhooks === undefined) {
    throw new GatehouseError("webhook_not_found");
  }
  return webhooks;
}
