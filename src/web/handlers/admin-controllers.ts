import type { AnyElysia } from "elysia";
import type { AdminRoutes } from "../admin-routes.ts";
import { adminAuditController } from "./admin-audit-controller.ts";
import { adminEnvironmentController } from "./admin-environment-controller.ts";
import { backupController } from "./backup-controller.ts";
import { compareController } from "./compare-controller.ts";
import { migrationController } from "./migration-controller.ts";
import { stepController } from "./step-controller.ts";
import { tokenController } from "./token-controller.ts";
import { transferController } from "./transfer-controller.ts";
import type { UiDependencies } from "./ui-dependencies.ts";

/** The controllers of the Admin API. */
export function adminControllers(deps: UiDependencies, routes: AdminRoutes): readonly AnyElysia[] {
  return [
    tokenController(deps, routes),
    adminEnvironmentController(deps, routes),
    compareController(deps, routes),
    adminAuditController(deps, routes),
    stepController(deps, routes),
    transferController(deps, routes),
    migrationController(deps, routes),
    backupController(deps, routes),
  ];
}
