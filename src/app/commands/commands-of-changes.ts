import { isClosed, listedGates } from "../../core/evaluation/gates.ts";
import { parseStoredExpression } from "../../core/expressions/expression.ts";
import type { AuditAction } from "../../core/model/audit.ts";
import type { Change } from "../../core/model/change.ts";
import { type RequestCommand, requestCommandsMax } from "../../core/model/change-request.ts";
import type { Draft } from "../../core/model/draft.ts";
import { changedMembersMax } from "./member-changes.ts";

/** What a command did with one feature. */
interface FeatureWork {
  readonly changes: Change[];
  readonly audits: { readonly action: AuditAction; readonly value: string | null }[];
}

/**
 * The request that would do what a command did in an environment; null if a request cannot do it, or
 * would be too large.
 */
export function commandsOfChanges(
  { changes }: Pick<Draft, "changes">,
  environmentId: number,
): readonly RequestCommand[] | null {
  const byKey = new Map<string, FeatureWork>();
  const commands: RequestCommand[] = [];
  const workOf = (key: string) => {
    const work = byKey.get(key) ?? { changes: [], audits: [] };
    byKey.set(key, work);
    return work;
  };
  for (const change of changes) {
    switch (change.kind) {
      case "environment.deleted":
        return null;
      case "policy.saved":
        commands.push({ kind: "policy", rules: change.policy.rules });
        break;
      case "policy.removed":
        commands.push({ kind: "policy", rules: null });
        break;
      case "feature.saved":
      case "feature.removed":
        workOf(change.feature.key).changes.push(change);
        break;
      case "gates.written":
      case "override.dropped":
        if (change.environmentId === environmentId) {
          workOf(change.feature.key).changes.push(change);
        }
        break;
      case "audit.recorded":
        workOf(change.audit.featureKey).audits.push(change.audit);
        break;
      case "audits.recorded": {
        const { action, featureKey, values } = change.audits;
        workOf(featureKey).audits.push(...values.map((value) => ({ action, value })));
        break;
      }
      default:
        break;
    }
    if (byKey.size > requestCommandsMax) {
      return null;
    }
  }
  for (const [key, work] of byKey) {
    commands.push(...commandsOfFeature(key, work));
  }
  return commands.length > requestCommandsMax ? null : commands;
}

function* commandsOfFeature(key: string, { changes, audits }: FeatureWork) {
  for (const change of changes) {
    switch (change.kind) {
      case "feature.removed":
        yield { kind: "remove", key } as const;
        break;
      case "feature.saved":
        if (audits.some(({ action }) => action === "create" || action === "rollback")) {
          yield { kind: "create", key } as const;
        }
        break;
      case "override.dropped":
        yield { kind: "mirror", key } as const;
        break;
      case "gates.written":
        if (change.before !== null || !isClosed(change.after)) {
          yield commandOfAudits(key, audits) ??
            ({ kind: "set", key, gates: listedGates(change.after) } as const);
        }
        break;
      default:
        break;
    }
  }
}

/** The command of a single action; undefined for several, which a request sets as a whole. */
function commandOfAudits(key: string, audits: FeatureWork["audits"]): RequestCommand | undefined {
  const [first, ...rest] = audits.filter(({ action }) => action !== "create");
  if (first === undefined) {
    return undefined;
  }
  const gate = memberGate(first.action);
  if (gate !== undefined) {
    const all = [first, ...rest];
    if (all.length > changedMembersMax) {
      return undefined;
    }
    const valuesOf = (prefix: string) =>
      all.flatMap(({ action, value }) => (action.startsWith(prefix) ? (value ?? []) : []));
    return all.every(({ action }) => memberGate(action) === gate)
      ? { kind: gate, key, add: valuesOf("enable_"), remove: valuesOf("disable_") }
      : undefined;
  }
  return rest.length > 0 ? undefined : singleCommand(key, first.action, first.value);
}

function memberGate(action: AuditAction): "actors" | "groups" | undefined {
  switch (action) {
    case "enable_actor":
    case "disable_actor":
      return "actors";
    case "enable_group":
    case "disable_group":
      return "groups";
    default:
      return undefined;
  }
}

function singleCommand(
  key: string,
  action: AuditAction,
  value: string | null,
): RequestCommand | undefined {
  switch (action) {
    case "enable":
    case "disable":
    case "clear":
      return { kind: action, key };
    case "percentage_of_actors":
    case "percentage_of_time":
      return { kind: action, key, value: Number(value) };
    case "enable_expression":
      return { kind: "expression", key, value: parseStoredExpression(JSON.parse(value ?? "null")) };
    case "disable_expression":
      return { kind: "expression", key, value: null };
    default:
      return undefined;
  }
}
