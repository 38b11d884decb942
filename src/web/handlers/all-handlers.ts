import type { HandRouteName } from "../permissions.ts";
import type { HandlersOf } from "../serve.ts";
import { accountHandlers } from "./account-handlers.ts";
import { featureHandlers } from "./feature-handlers.ts";
import { gateHandlers } from "./gate-handlers.ts";
import { memberHandlers } from "./member-handlers.ts";
import { passkeyHandlers } from "./passkey-handlers.ts";
import { settingHandlers } from "./setting-handlers.ts";
import { telemetryHandlers } from "./telemetry-handlers.ts";
import { tryHandlers } from "./try-handlers.ts";
import type { UiDependencies } from "./ui-dependencies.ts";
import { webhookHandlers } from "./webhook-handlers.ts";

/** A handler for every route of the contract: a missing one does not compile. */
export function allHandlers(deps: UiDependencies): HandlersOf<HandRouteName> {
  return {
    ...accountHandlers(deps),
    ...passkeyHandlers(deps),
    ...memberHandlers(deps),
    ...featureHandlers(deps),
    ...gateHandlers(deps),
    ...tryHandlers(deps),
    ...telemetryHandlers(deps),
    ...settingHandlers(deps),
    ...webhookHandlers(deps),
  };
}
