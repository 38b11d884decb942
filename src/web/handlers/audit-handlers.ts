import { GatehouseError } from "../../errors.ts";
import type { Caller } from "../../model/caller.ts";
import { auditAnswer } from "../../services/audit-pages.ts";
import type { HistoryService } from "../../services/history-service.ts";
import { type HistoryTarget, nothingShown } from "../../services/history-types.ts";
import type { HandlersOf } from "../serve.ts";
import { auditFilter } from "./audit-filter.ts";
import { actorNames, auditRow } from "./audit-rows.ts";
import {
  callerOf,
  environmentOfId,
  idIn,
  type UiDependencies,
  written,
} from "./ui-dependencies.ts";
import { shownInUndo, undoPreview } from "./undo-answers.ts";

type AuditRoute =
  | "GET /environments/:environment/audits"
  | "GET /environments/:environment/audit-actors"
  | "POST /environments/:environment/audits/:audit/undo-preview"
  | "POST /environments/:environment/audits/:audit/undo";

const actorsMax = 1_000;

/** The history of an environment, and undo. */
export function auditHandlers({ services }: UiDependencies): HandlersOf<AuditRoute> {
  const { writer, history } = services;

  /** A record with its whole step, or its feature as it was right after the record. */
  async function targetOf(
    caller: Caller,
    audit: string,
    to: "before" | "after",
  ): Promise<HistoryTarget & { readonly sequence: number }> {
    const sequence = idIn(audit);
    if (Number.isNaN(sequence)) {
      throw new GatehouseError("audit_not_found");
    }
    if (to === "before") {
      return { kind: "before", sequence, scope: "step" };
    }
    const { featureKey } = await history.audit(caller, sequence);
    return { kind: "after", sequence, keys: [featureKey] };
  }

  return {
    "GET /environments/:environment/audits"(input) {
      const { key, ...filter } = auditFilter(input.query);
      const caller = callerOf(writer.state, input);
      const keys = key === null ? null : [key];
      return auditAnswer(
        caller,
        () => history.list(caller, { ...filter, keys }),
        (list) => {
          const names = actorNames(writer.state);
          return { ...list, audits: list.audits.map((audit) => auditRow(audit, names)) };
        },
      );
    },

    "GET /environments/:environment/audit-actors"({ params }) {
      const { state } = writer;
      const environment = environmentOfId(state, params.environment);
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

    async "POST /environments/:environment/audits/:audit/undo-preview"(input) {
      const caller = callerOf(writer.state, input);
      const { signal } = input.request;
      const preview = await history.preview(
        caller,
        await targetOf(caller, input.params.audit, input.body.to),
        shownInUndo,
        signal,
      );
      if (preview.refused !== null) {
        throw new GatehouseError(preview.refused.refusal, preview.refused.message);
      }
      return undoPreview(preview);
    },

    async "POST /environments/:environment/audits/:audit/undo"(input) {
      const caller = callerOf(writer.state, input);
      const { to, tag } = input.body;
      const { signal } = input.request;
      const target = await targetOf(caller, input.params.audit, to);
      await requireTypedName(history, caller, target, { ...input.body, signal });
      await history.rollback(caller, target, tag, nothingShown, signal);
      return written(writer.state);
    },
  };
}

/** What many people notice in Production needs the key of the record's feature, typed. */
async function requireTypedName(
  history: HistoryService,
  caller: Caller,
  target: HistoryTarget & { readonly sequence: number },
  {
    tag,
    typed,
    signal,
  }: { readonly tag: string; readonly typed?: string; readonly signal: AbortSignal },
): Promise<void> {
  const { featureKey } = await history.audit(caller, target.sequence);
  if (typed === featureKey) {
    return;
  }
  const preview = await history.preview(caller, target, nothingShown, signal);
  // An outdated page is told of the change first.
  if (preview.tag !== tag) {
    throw new GatehouseError("gate_changed");
  }
  if (preview.isNoticed) {
    throw new GatehouseError("confirmation_required");
  }
}
