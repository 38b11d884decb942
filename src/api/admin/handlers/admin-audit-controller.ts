import { Elysia } from "elysia";
import { auditAnswer } from "../../../app/services/audit-pages.ts";
import type { RollbackPreview } from "../../../app/services/history-types.ts";
import type { Services } from "../../../app/services/services.ts";
import { GatehouseError } from "../../../core/errors.ts";
import { answered, withExample } from "../../../http/declared/documented-schemas.ts";
import { commandRefusals } from "../admin-refusals.ts";
import type { AdminRoutes } from "../admin-routes.ts";
import { environmentOf } from "../asked-environment.ts";
import {
  AuditAuthors,
  AuditPage,
  AuditPath,
  AuditQuery,
  UndoDirection,
  UndoPreview,
  UndoRequest,
} from "../contract/audit-models.ts";
import { EnvironmentPath, WrittenStep } from "../contract/shared-models.ts";
import { historyFilter } from "./audit-filter.ts";
import { actorNames, auditRow } from "./audit-rows.ts";
import { callerInPath, type UiDependencies, writtenStep } from "./ui-dependencies.ts";
import { featuresShownInUndo, undoPreview } from "./undo-answers.ts";
import { firstKey, requireTypedUndo, undoTarget } from "./undo-target.ts";

const actorsMax = 1_000;

/** The history of an environment, and undo (docs/admin-api.md#routes). */
export function adminAuditController({ services }: UiDependencies, routes: AdminRoutes) {
  return new Elysia().use(auditRoutes(services, routes)).use(undoRoutes(services, routes));
}

function auditRoutes({ writer, history }: Services, routes: AdminRoutes) {
  return new Elysia({ tags: ["Audits"] })
    .use(routes)
    .get(
      "/environments/:environment/audits",
      ({ caller: adminCaller, params, query }) => {
        const filter = historyFilter(query);
        const { after } = query;
        const caller = callerInPath(writer.state, params.environment, adminCaller);
        return auditAnswer(
          caller,
          () =>
            after === undefined
              ? history.list(caller, filter)
              : history.follow(caller, after, filter),
          (list) => {
            const names = actorNames(writer.state);
            return { ...list, audits: list.audits.map((audit) => auditRow(audit, names)) };
          },
        );
      },
      {
        role: "viewer",
        environmentToken: "reader",
        params: EnvironmentPath,
        query: AuditQuery,
        response: { 200: answered(AuditPage, "The latest audits that match") },
        refuses: ["input_invalid", "environment_not_found", "unavailable"],
        detail: { operationId: "listAudits", summary: "List the audits of an environment" },
      },
    )
    .get(
      "/environments/:environment/audit-actors",
      ({ caller, params }) => {
        const { state } = writer;
        const environment = environmentOf(state, params.environment, caller);
        const people = Array.from(state.users.values(), ({ id, name }) => ({
          id: `User:${id}`,
          name,
        }));
        const tokens = [...state.tokens.values()]
          .filter(({ environmentId }) => environmentId === environment.id)
          .map(({ id, name }) => ({ id: `Token:${id}`, name }));
        const actors = [...people, ...tokens].sort((left, right) =>
          left.name.localeCompare(right.name),
        );
        return { actors: actors.slice(0, actorsMax) };
      },
      {
        role: "viewer",
        params: EnvironmentPath,
        response: { 200: answered(AuditAuthors, "The people and tokens, at most 1,000") },
        refuses: ["environment_not_found"],
        detail: {
          operationId: "listAuditAuthors",
          summary: "List the people and tokens that audits can be filtered by",
          description: `Lists the first ${actorsMax} by name.`,
        },
      },
    );
}

function undoRoutes({ writer, history }: Services, routes: AdminRoutes) {
  return new Elysia({ tags: ["Audits"] })
    .use(routes)
    .post(
      "/environments/:environment/audits/:audit/undo-preview",
      async ({ caller: adminCaller, params, body, request }) => {
        const caller = callerInPath(writer.state, params.environment, adminCaller);
        const { signal } = request;
        const preview = await history.preview(
          caller,
          await undoTarget(history, caller, params.audit, body.to),
          featuresShownInUndo(body.members),
          signal,
        );
        if (preview.refused !== null) {
          throw new GatehouseError(preview.refused.refusal, { message: preview.refused.message });
        }
        return undoPreview(preview);
      },
      {
        role: "viewer",
        environmentToken: "reader",
        params: AuditPath,
        body: withExample(UndoDirection, { to: "before" }),
        response: { 200: answered(UndoPreview, "What the undo would change") },
        refuses: [...undoRefusals, "token_invalid", "unavailable"],
        detail: {
          operationId: "previewUndo",
          summary: "Preview an undo",
          description: undoDescription,
        },
      },
    )
    .post(
      "/environments/:environment/audits/:audit/undo",
      async ({ caller: adminCaller, params, body, request }) => {
        const caller = callerInPath(writer.state, params.environment, adminCaller);
        const { to, tag } = body;
        const { signal } = request;
        const target = await undoTarget(history, caller, params.audit, to);
        const confirm = (undo: RollbackPreview<string>) => requireTypedUndo(undo, body.typed);
        await history.rollback(caller, target, { tag, confirm }, firstKey, signal);
        return writtenStep(writer.state, adminCaller, caller);
      },
      {
        role: "member",
        params: AuditPath,
        body: withExample(UndoRequest, { to: "before", tag: "b0a1c2d3e4f5" }),
        response: { 200: answered(WrittenStep, "The revision after the undo") },
        refuses: [...undoRefusals, "gate_changed", "confirmation_required", ...commandRefusals],
        detail: {
          operationId: "undoChange",
          summary: "Undo a change",
          description: `${undoDescription} Send the tag of the preview: the undo is refused if anything changed since.`,
        },
      },
    );
}

const undoRefusals = [
  "environment_not_found",
  "audit_not_found",
  "undo_impossible",
  "group_not_registered",
  "quota_exceeded",
  "parameter_invalid",
] as const;

const undoDescription =
  "`before` returns all features of the command to their state before the command, and undoes later " +
  "changes of them. `gate` returns only the gates that the command changed in the audit's feature; " +
  "later changes of other gates stay, and members that were changed again later stay as they are. " +
  "`after` returns the audit's feature to its state right after the audit.";
