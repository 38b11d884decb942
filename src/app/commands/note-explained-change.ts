import type { Audit, AuditGroup } from "../../core/model/audit.ts";
import type { Caller } from "../../core/model/caller.ts";
import type { Change } from "../../core/model/change.ts";
import type { Draft } from "../../core/model/draft.ts";
import { recordAct } from "./record-act.ts";

/** More keys of features are only counted. */
const keysMax = 100;

interface AuditedStep {
  readonly keys: Set<string>;
  auditCount: number;
}

/**
 * Records the act of a change with a reason, which names its audits (docs/governance.md#reasons-and-links).
 * Changes without a reason, such as those of Flipper clients, cost nothing here. In steps, because an
 * import has many changes.
 */
export function* noteExplainedChange(draft: Draft, caller: Caller): Generator<void, void> {
  const { actor, command, reason } = caller;
  if (reason === undefined) {
    return;
  }
  for (const [environmentId, { keys, auditCount }] of yield* auditedSteps(draft.changes)) {
    const first = draft.stepOf(environmentId);
    const named = [...keys].slice(0, keysMax);
    const unnamed = keys.size - named.length;
    recordAct(draft, {
      ...{ kind: "change", actor, environmentId, reason },
      data: {
        ...(command === undefined ? {} : { command }),
        keys: named,
        ...(unnamed === 0 ? {} : { unnamed_keys: unnamed }),
        first_audit: first,
        last_audit: first + auditCount - 1,
      },
    });
  }
}

/** What a command audits, by environment: nearly always one. */
function* auditedSteps(
  changes: readonly Change[],
): Generator<void, ReadonlyMap<number, AuditedStep>> {
  const steps = new Map<number, AuditedStep>();
  const add = ({ environmentId, featureKey }: Audit | AuditGroup, count: number) => {
    let step = steps.get(environmentId);
    if (step === undefined) {
      step = { keys: new Set(), auditCount: 0 };
      steps.set(environmentId, step);
    }
    step.keys.add(featureKey);
    step.auditCount += count;
  };
  for (const change of changes) {
    if (change.kind === "audit.recorded") {
      add(change.audit, 1);
    } else if (change.kind === "audits.recorded") {
      add(change.audits, change.audits.values.length);
    }
    yield;
  }
  return steps;
}
