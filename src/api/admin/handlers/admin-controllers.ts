import type { AnyElysia } from "elysia";
import type { AdminRoutes } from "../admin-routes.ts";
import { aboutController } from "./about-controller.ts";
import { accountController } from "./account-controller.ts";
import { adminAuditController } from "./admin-audit-controller.ts";
import { adminChangeController } from "./admin-change-controller.ts";
import { adminEnvironmentController } from "./admin-environment-controller.ts";
import { adminExpressionController } from "./admin-expression-controller.ts";
import { adminFeatureController } from "./admin-feature-controller.ts";
import { adminGateController } from "./admin-gate-controller.ts";
import { adminTelemetryController } from "./admin-telemetry-controller.ts";
import { backupController } from "./backup-controller.ts";
import { cleanupController } from "./cleanup-controller.ts";
import { compareController } from "./compare-controller.ts";
import { explainController } from "./explain-controller.ts";
import { groupController } from "./group-controller.ts";
import { memberController } from "./member-controller.ts";
import { memberTokenController } from "./member-token-controller.ts";
import { migrationController } from "./migration-controller.ts";
import { mirrorController } from "./mirror-controller.ts";
import { passkeyController } from "./passkey-controller.ts";
import { peopleController } from "./people-controller.ts";
import { personalTokenController } from "./personal-token-controller.ts";
import { planController } from "./plan-controller.ts";
import { projectController } from "./project-controller.ts";
import { replicaController } from "./replica-controller.ts";
import { rollbackController } from "./rollback-controller.ts";
import { sessionController } from "./session-controller.ts";
import { statusController } from "./status-controller.ts";
import { stepController } from "./step-controller.ts";
import { tokenController } from "./token-controller.ts";
import { transferController } from "./transfer-controller.ts";
import { tryController } from "./try-controller.ts";
import type { UiDependencies } from "./ui-dependencies.ts";
import { newWebhookController, webhookController } from "./webhook-controller.ts";
import { webhookDeliveryController } from "./webhook-delivery-controller.ts";
import { webhookSecretController } from "./webhook-secret-controller.ts";

/** The controllers of the Admin API. */
export function adminControllers(deps: UiDependencies, routes: AdminRoutes): readonly AnyElysia[] {
  return [
    accountController(deps, routes),
    memberController(deps, routes),
    memberTokenController(deps, routes),
    passkeyController(deps, routes),
    peopleController(deps, routes),
    sessionController(deps, routes),
    personalTokenController(deps, routes),
    tokenController(deps, routes),
    groupController(deps, routes),
    planController(deps, routes),
    cleanupController(deps, routes),
    aboutController(deps, routes),
    statusController(deps, routes),
    webhookController(deps, routes),
    newWebhookController(deps, routes),
    webhookSecretController(deps, routes),
    webhookDeliveryController(deps, routes),
    adminEnvironmentController(deps, routes),
    mirrorController(deps, routes),
    projectController(deps, routes),
    replicaController(deps, routes),
    compareController(deps, routes),
    adminAuditController(deps, routes),
    stepController(deps, routes),
    rollbackController(deps, routes),
    transferController(deps, routes),
    migrationController(deps, routes),
    backupController(deps, routes),
    adminFeatureController(deps, routes),
    adminGateController(deps, routes),
    adminChangeController(deps, routes),
    adminExpressionController(deps, routes),
    tryController(deps, routes),
    explainController(deps, routes),
    adminTelemetryController(deps, routes),
  ];
}
