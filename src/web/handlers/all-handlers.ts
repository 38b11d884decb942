import type { HandRouteName } from "../permissions.ts";
import type { HandlersOf } from "../serve.ts";
import { featureHandlers } from "./feature-handlers.ts";
import { gateHandlers } from "./gate-handlers.ts";
import { telemetryHandlers } from "./telemetry-handlers.ts";
import { tryHandlers } from "./try-handlers.ts";
import type { UiDependencies } from "./ui-dependencies.ts";

/** A handler for every route of the contract: a missing one does not compile. */
export function allHandlers(deps: UiDependencies): HandlersOf<HandRouteName> {
  return {
    ...featureHandlers(deps),
    ...gateHandlers(deps),
    ...tryHandlers(deps),
    ...telemetryHandlers(deps),
  };
}
