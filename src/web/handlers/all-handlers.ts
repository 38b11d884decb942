import type { HandRouteName } from "../permissions.ts";
import type { HandlersOf } from "../serve.ts";
import { accountHandlers } from "./account-handlers.ts";
import { auditHandlers } from "./audit-handlers.ts";
import { backupHandlers } from "./backup-handlers.ts";
import { environmentHandlers } from "./environment-handlers.ts";
import { memberHandlers } from "./member-handlers.ts";
import { migrationHandlers } from "./migration-handlers.ts";
import { passkeyHandlers } from "./passkey-handlers.ts";
import { settingHandlers } from "./setting-handlers.ts";
import { stepHandlers } from "./step-handlers.ts";
import { transferHandlers } from "./transfer-handlers.ts";
import type { UiDependencies } from "./ui-dependencies.ts";
import { webhookHandlers } from "./webhook-handlers.ts";

/** A handler for every route of the contract: a missing one does not compile. */
export function allHandlers(deps: UiDependencies): HandlersOf<HandRouteName> {
  return {
    ...accountHandlers(deps),
    ...passkeyHandlers(deps),
    ...memberHandlers(deps),
    ...environmentHandlers(deps),
    ...auditHandlers(deps),
    ...stepHandlers(deps),
    ...settingHandlers(deps),
    ...transferHandlers(deps),
    ...migrationHandlers(deps),
    ...backupHandlers(deps),
    ...webhookHandlers(deps),
  };
}
