import type { AnyElysia } from "elysia";
import type { AdminRoutes } from "../admin-routes.ts";
import { aboutController } from "./about-controller.ts";
import { accountController } from "./account-controller.ts";
import { actController } from "./act-controller.ts";
import { actorFeatureController } from "./actor-feature-controller.ts";
import { adminAuditController } from "./admin-audit-controller.ts";
import { adminChangeController } from "./admin-change-controller.ts";
import { adminEnvironmentController } from "./admin-environment-controller.ts";
import { adminExpressionController } from "./admin-expression-controller.ts";
import { adminFeatureController } from "./admin-feature-controller.ts";
import { adminGateController } from "./admin-gate-controller.ts";
import { adminTelemetryController } from "./admin-telemetry-controller.ts";
import { applyController } from "./apply-controller.ts";
import { auditExportController } from "./audit-export-controller.ts";
import { backupController } from "./backup-controller.ts";
import { bulkController } from "./bulk-controller.ts";
import { cleanupController } from "./cleanup-controller.ts";
import { commentController } from "./comment-controller.ts";
import { compareController } from "./compare-controller.ts";
import { explainController } from "./explain-controller.ts";
import { firstRunController } from "./first-run-controller.ts";
import { groupController } from "./group-controller.ts";
import { impactController } from "./impact-controller.ts";
import { issuePatternController } from "./issue-pattern-controller.ts";
import { memberController } from "./member-controller.ts";
import { memberTokenController } from "./member-token-controller.ts";
import { migrationController } from "./migration-controller.ts";
import { mirrorController } from "./mirror-controller.ts";
import { passkeyController } from "./passkey-controller.ts";
import { pastCompareController } from "./past-compare-controller.ts";
import { peopleController } from "./people-controller.ts";
import { personalTokenController } from "./personal-token-controller.ts";
import { planController } from "./plan-controller.ts";
import { policyController } from "./policy-controller.ts";
import { projectController } from "./project-controller.ts";
import { projectStepController } from "./project-step-controller.ts";
import { propertyController } from "./property-controller.ts";
import { recordController } from "./record-controller.ts";
import { replicaController } from "./replica-controller.ts";
import { requestController } from "./request-controller.ts";
import { retiredKeyController } from "./retired-key-controller.ts";
import { rollbackController } from "./rollback-controller.ts";
import { rolloutController } from "./rollout-controller.ts";
import { sessionController } from "./session-controller.ts";
import { statusController } from "./status-controller.ts";
import { stepController } from "./step-controller.ts";
import { tokenController } from "./token-controller.ts";
import { transferController } from "./transfer-controller.ts";
import type { UiDependencies } from "./ui-dependencies.ts";
import { viewController } from "./view-controller.ts";
import { newWebhookController, webhookController } from "./webhook-controller.ts";
import { webhookDeliveryController } from "./webhook-delivery-controller.ts";
import { webhookSecretController } from "./webhook-secret-controller.ts";

/** The controllers of the Admin API. */
export function adminControllers(deps: UiDependencies, routes: AdminRoutes): readonly AnyElysia[] {
  return [
    accountController(deps, routes),
    applyController(deps, routes),
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
    issuePatternController(deps, routes),
    aboutController(deps, routes),
    statusController(deps, routes),
    firstRunController(deps, routes),
    webhookController(deps, routes),
    newWebhookController(deps, routes),
    webhookSecretController(deps, routes),
    webhookDeliveryController(deps, routes),
    adminEnvironmentController(deps, routes),
    mirrorController(deps, routes),
    projectController(deps, routes),
    actController(deps, routes),
    commentController(deps, routes),
    recordController(deps, routes),
    replicaController(deps, routes),
    compareController(deps, routes),
    pastCompareController(deps, routes),
    adminAuditController(deps, routes),
    stepController(deps, routes),
    projectStepController(deps, routes),
    auditExportController(deps, routes),
    rollbackController(deps, routes),
    transferController(deps, routes),
    migrationController(deps, routes),
    backupController(deps, routes),
    adminFeatureController(deps, routes),
    bulkController(deps, routes),
    retiredKeyController(deps, routes),
    viewController(deps, routes),
    policyController(deps, routes),
    requestController(deps, routes),
    rolloutController(deps, routes),
    adminGateController(deps, routes),
    adminChangeController(deps, routes),
    impactController(deps, routes),
    adminExpressionController(deps, routes),
    propertyController(deps, routes),
    explainController(deps, routes),
    actorFeatureController(deps, routes),
    adminTelemetryController(deps, routes),
  ];
}
