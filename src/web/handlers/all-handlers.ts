import type { HandRouteName } from "../permissions.ts";
import type { HandlersOf } from "../serve.ts";
import { auditHandlers } from "./audit-handlers.ts";
import { backupHandlers } from "./backup-handlers.ts";
import { environmentHandlers } from "./environment-handlers.ts";
import { featureHandlers } from "./feature-handlers.ts";
import { gateHandlers } from "./gate-handlers.ts";
import { migrationHandlers } from "./migration-handlers.ts";
import { stepHandlers } from "./step-handlers.ts";
import { telemetryHandlers } from "./telemetry-handlers.ts";
import { transferHandlers } from "./transfer-handlers.ts";
import { tryHandlers } from "./try-handlers.ts";
import type { UiDependencies } from "./ui-dependencies.ts";

/** A handler for every route of the contract: a missing one does not compile. */
export function allHandlers(deps: UiDependencies): HandlersOf<HandRouteName> {
  return {
    ...featureHandlers(deps),
    ...gateHandlers(deps),
    ...tryHandlers(deps),
    ...environmentHandlers(deps),
    ...auditHandlers(deps),
    ...stepHandlers(deps),
    ...telemetryHandlers(deps),
    ...transferHandlers(deps),
    ...migrationHandlers(deps),
    ...backupHandlers(deps),
  };
}
