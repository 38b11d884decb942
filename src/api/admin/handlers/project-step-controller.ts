import { Elysia } from "elysia";
import { auditAnswer } from "../../../app/services/audit-pages.ts";
import {
  parseStepCursor,
  type StepCursor,
  stepCursorLengthMax,
  stepCursorText,
} from "../../../app/services/project-step-cursor.ts";
import type { ProjectStepList } from "../../../app/services/project-steps.ts";
import { GatehouseError } from "../../../core/errors.ts";
import { stateOfKind } from "../../../core/model/environment-state-names.ts";
import { explained } from "../../../core/model/reason-links.ts";
import type { State } from "../../../core/model/state.ts";
import { answered } from "../../../http/declared/documented-schemas.ts";
import type { AdminRoutes } from "../admin-routes.ts";
import { environmentOf } from "../asked-environment.ts";
import { ProjectStepPage, ProjectStepQuery } from "../contract/step-models.ts";
import { auditFilter } from "./audit-filter.ts";
import { actorNames, auditRow } from "./audit-rows.ts";
import { shownEnvironments } from "./shown-environments.ts";
import { callerInProject, type UiDependencies } from "./ui-dependencies.ts";

/** The history of all environments of a project, with a row per command (docs/admin-api.md#routes). */
export function projectStepController(
  { services, hostGroups }: UiDependencies,
  routes: AdminRoutes,
) {
  const { writer, projectSteps } = services;
  return new Elysia({ tags: ["Audits"] }).use(routes).get(
    "/steps",
    ({ caller: adminCaller, query }) => {
      const { state } = writer;
      const { environment, before, ...filter } = query;
      const cursor = before === undefined ? null : cursorIn(before);
      const caller = callerInProject(state, adminCaller);
      const shown = shownEnvironments(state, adminCaller, hostGroups !== undefined);
      const asked =
        environment === undefined ? null : environmentOf(state, environment, adminCaller);
      const environments = shown.filter(({ id }) => asked === null || asked.id === id);
      return auditAnswer(
        caller,
        () => projectSteps.list(environments, auditFilter(filter), cursor),
        (list) => pageOf(writer.state, list),
      );
    },
    {
      role: "viewer",
      environmentToken: "reader",
      query: ProjectStepQuery,
      response: {
        200: answered(
          ProjectStepPage,
          "The latest commands with an audit that matches, at most 50",
        ),
      },
      refuses: ["input_invalid", "environment_not_found", "unavailable"],
      detail: {
        operationId: "listProjectSteps",
        summary: "List the commands that changed a project",
        description:
          "Lists the steps of all environments that the caller may see, the latest first. One request " +
          "reads a limited number of audits, so a page can have fewer steps although there are more.",
      },
    },
  );
}

function cursorIn(text: string): StepCursor {
  const cursor = parseStepCursor(text);
  if (cursor === undefined) {
    throw new GatehouseError("input_invalid", {
      message: "before: must be the next of a page",
      place: "before",
    });
  }
  return cursor;
}

function pageOf(state: State, { steps, next, ...counts }: ProjectStepList) {
  const names = actorNames(state);
  return {
    steps: steps.map(
      ({ environment: { id, name, slug, kind }, newest, oldest, count, undone }) => ({
        environment: { id, name, slug, state: stateOfKind(kind) },
        newest: auditRow(newest, names),
        oldest: auditRow(oldest, names),
        count,
        undone,
        ...explained(newest.reason),
      }),
    ),
    next: next === null ? null : nextText(next),
    ...counts,
  };
}

function nextText(next: StepCursor): string {
  const text = stepCursorText(next);
  if (text.length > stepCursorLengthMax) {
    throw new GatehouseError("input_invalid", {
      message: "environment: too many environments have matching steps; choose one",
      place: "environment",
    });
  }
  return text;
}
