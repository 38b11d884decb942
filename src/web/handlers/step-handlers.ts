import { GatehouseError } from "../../errors.ts";
import { inAuditTurn } from "../../services/audit-pages.ts";
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
    async "GET /environments/:environment/steps"(input) {
      const caller = callerOf(writer.state, input);
      const list = await inAuditTurn(() => historySteps.list(caller, auditFilter(input.query)));
      const names = actorNames(writer.state);
      const steps = list.steps.map(({ newest, oldest, count }) => ({
        newest: auditRow(newest, names),
        oldest: auditRow(oldest, names),
        count,
      }));
      return { ...list, steps };
    },

    async "GET /environments/:environment/steps/:audit"(input) {
      const caller = callerOf(writer.state, input);
      const sequence = idIn(input.params.audit);
      if (Number.isNaN(sequence)) {
        throw new GatehouseError("audit_not_found");
      }
      const { key = null, before = null } = input.query;
      await history.audit(caller, sequence);
      const options = { key, before, limit: auditsPerPage };
      const { audits, next } = await inAuditTurn(() =>
        historySteps.audits(caller, sequence, options),
      );
      const names = actorNames(writer.state);
      return { audits: audits.map((audit) => auditRow(audit, names)), next };
    },
  };
}
