import { GatehouseError } from "../../errors.ts";
import { auditAnswer } from "../../services/audit-pages.ts";
import type { HandlersOf } from "../serve.ts";
import { auditFilter, auditsPerPage } from "./audit-filter.ts";
import { actorNames, auditRow } from "./audit-rows.ts";
import { callerOf, idIn, type UiDependencies } from "./ui-dependencies.ts";

type StepRoute =
  | "GET /environments/:environment/steps"
  | "GET /environments/:environment/steps/:audit";

/** The history of an environment, a row for each command. */
export function stepHandlers({ services }: UiDependencies): HandlersOf<StepRoute> {
  const { writer, history, historySteps } = services;
  return {
    "GET /environments/:environment/steps"(input) {
      const caller = callerOf(writer.state, input);
      const filter = auditFilter(input.query);
      return auditAnswer(
        caller,
        () => historySteps.list(caller, filter),
        (list) => {
          const names = actorNames(writer.state);
          const steps = list.steps.map(({ newest, oldest, count }) => ({
            newest: auditRow(newest, names),
            oldest: auditRow(oldest, names),
            count,
          }));
          return { ...list, steps };
        },
      );
    },

    "GET /environments/:environment/steps/:audit"(input) {
      const caller = callerOf(writer.state, input);
      const sequence = idIn(input.params.audit);
      if (Number.isNaN(sequence)) {
        throw new GatehouseError("audit_not_found");
      }
      const { key = null, before = null } = input.query;
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
  };
}
