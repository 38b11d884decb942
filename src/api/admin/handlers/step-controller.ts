import { Elysia } from "elysia";
import { auditAnswer } from "../../../app/services/audit-pages.ts";
import type { Services } from "../../../app/services/services.ts";
import { GatehouseError } from "../../../core/errors.ts";
import { answered } from "../../../http/declared/documented-schemas.ts";
import type { AdminRoutes } from "../admin-routes.ts";
import { idIn } from "../asked-environment.ts";
import {
  AuditFilter,
  AuditPath,
  AuditsOfStep,
  StepPage,
  StepQuery,
} from "../contract/audit-models.ts";
import { EnvironmentPath } from "../contract/shared-models.ts";
import { GatesAroundStep, GatesAroundStepQuery } from "../contract/step-models.ts";
import { auditFilter, auditsPerPage } from "./audit-filter.ts";
import { actorNames, auditRow } from "./audit-rows.ts";
import { gatesAround } from "./gates-around-step.ts";
import { callerInPath, type UiDependencies } from "./ui-dependencies.ts";

const membersShown = 3;

/** The history of an environment, with a row per command (docs/admin-api.md#routes). */
export function stepController({ services }: UiDependencies, routes: AdminRoutes) {
  return new Elysia().use(stepLists(services, routes)).use(gatesAroundRoute(services, routes));
}

function stepLists({ writer, history, historySteps }: Services, routes: AdminRoutes) {
  return new Elysia({ tags: ["Audits"] })
    .use(routes)
    .get(
      "/environments/:environment/steps",
      ({ caller: adminCaller, params, query }) => {
        const caller = callerInPath(writer.state, params.environment, adminCaller);
        const filter = auditFilter(query);
        return auditAnswer(
          caller,
          () => historySteps.list(caller, filter),
          (list) => {
            const names = actorNames(writer.state);
            const steps = list.steps.map(({ newest, oldest, count, undone }) => ({
              newest: auditRow(newest, names),
              oldest: auditRow(oldest, names),
              count,
              undone,
            }));
            return { ...list, steps };
          },
        );
      },
      {
        role: "viewer",
        environmentToken: "reader",
        params: EnvironmentPath,
        query: AuditFilter,
        response: {
          200: answered(StepPage, "The latest commands with an audit that matches, at most 50"),
        },
        refuses: ["input_invalid", "environment_not_found", "unavailable"],
        detail: {
          operationId: "listSteps",
          summary: "List the commands that changed an environment",
          description: "Audits of one command are one step, with its latest and its first audit.",
        },
      },
    )
    .get(
      "/environments/:environment/steps/:audit",
      ({ caller: adminCaller, params, query }) => {
        const caller = callerInPath(writer.state, params.environment, adminCaller);
        const sequence = idIn(params.audit);
        if (Number.isNaN(sequence)) {
          throw new GatehouseError("audit_not_found");
        }
        const { key = null, before = null } = query;
        const options = { key, before, limit: auditsPerPage };
        return auditAnswer(
          caller,
          async () => {
            await history.audit(caller, sequence);
            return historySteps.audits(caller, sequence, options);
          },
          ({ audits, next }) => {
            const names = actorNames(writer.state);
            return { audits: audits.map((audit) => auditRow(audit, names)), next };
          },
        );
      },
      {
        role: "viewer",
        environmentToken: "reader",
        params: AuditPath,
        query: StepQuery,
        response: { 200: answered(AuditsOfStep, "The latest audits of the step, at most 50") },
        refuses: ["input_invalid", "environment_not_found", "audit_not_found", "unavailable"],
        detail: {
          operationId: "listAuditsOfStep",
          summary: "List the audits of one command",
          description: "The path has the id of the step's latest audit.",
        },
      },
    );
}

function gatesAroundRoute({ writer, stepGates }: Services, routes: AdminRoutes) {
  return new Elysia({ tags: ["Audits"] }).use(routes).get(
    "/environments/:environment/steps/:audit/gates",
    ({ caller: adminCaller, params, query, request }) => {
      const caller = callerInPath(writer.state, params.environment, adminCaller);
      const sequence = idIn(params.audit);
      if (Number.isNaN(sequence)) {
        throw new GatehouseError("audit_not_found");
      }
      const { key = null, members = membersShown } = query;
      return stepGates.around(
        caller,
        { sequence, key },
        (sides) => gatesAround(sides, members),
        request.signal,
      );
    },
    {
      role: "viewer",
      environmentToken: "reader",
      params: AuditPath,
      query: GatesAroundStepQuery,
      response: { 200: answered(GatesAroundStep, "The gates before and after the step") },
      refuses: [
        "input_invalid",
        "environment_not_found",
        "audit_not_found",
        "undo_impossible",
        "unavailable",
      ],
      detail: {
        operationId: "getGatesAroundStep",
        summary: "Show the gates before and after a command",
        description:
          "Shows what the environment had of the audit's feature, or of `key`, before the command " +
          "and right after it.",
      },
    },
  );
}
