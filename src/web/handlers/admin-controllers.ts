import type { AnyElysia } from "elysia";
import type { AdminRoutes } from "../admin-routes.ts";
import { adminExpressionController } from "./admin-expression-controller.ts";
import { adminFeatureController } from "./admin-feature-controller.ts";
import { adminGateController } from "./admin-gate-controller.ts";
import { adminTelemetryController } from "./admin-telemetry-controller.ts";
import { tokenController } from "./token-controller.ts";
import { tryController } from "./try-controller.ts";
import type { UiDependencies } from "./ui-dependencies.ts";

/** The controllers of the Admin API. */
export function adminControllers(deps: UiDependencies, routes: AdminRoutes): readonly AnyElysia[] {
  return [
    adminFeatureController(deps, routes),
    adminGateController(deps, routes),
    adminExpressionController(deps, routes),
    tryController(deps, routes),
    adminTelemetryController(deps, routes),
    tokenController(deps, routes),
  ];
}
