import { memoizePerObject } from "../../core/memo/memoize-per-object.ts";
import type { Policy } from "../../core/model/approval-policy.ts";
import type { Change } from "../../core/model/change.ts";
import type { ChangeRequest } from "../../core/model/change-request.ts";
import type { Draft } from "../../core/model/draft.ts";
import { basesOf, sameBases } from "../../core/model/request-base.ts";
import type { State } from "../../core/model/state.ts";
import { recordAct } from "../commands/record-act.ts";

/**
 * Ends the approvals of requests whose base the command changed, in its own commit: a request is
 * never approved on a base that approvers did not see. Also, a turned off feature whose gates changed
 * needs approval to be turned on again.
 */
export function recordDrift(draft: Draft): void {
  const { before } = draft;
  if (before.requests.isEmpty() && before.policies.isEmpty()) {
    return;
  }
  const touched = touchedBy(draft.changes);
  if (touched === null) {
    return;
  }
  for (const policy of before.policies.values()) {
    forgetTurnedOff(draft, policy, touched);
  }
  for (const id of affectedRequests(before, touched)) {
    const request = draft.state.requests.get(id);
    if (request?.state === "open" && hasDrifted(draft.state, request)) {
      drift(draft, request);
    }
  }
}

function hasDrifted(state: State, request: ChangeRequest): boolean {
  const environment = state.environments.get(request.environmentId);
  return (
    environment !== undefined && !sameBases(request, basesOf(state, environment, request.commands))
  );
}

function drift(draft: Draft, request: ChangeRequest): void {
  const { environmentId, id } = request;
  const noted = { type: "request.drifted", actor: null, reason: null } as const;
  draft.record({
    kind: "request.saved",
    request: { ...request, state: "drifted", votes: [] },
    noted,
  });
  recordAct(draft, { ...noted, kind: noted.type, environmentId, data: { request: id } });
}

/** What may have changed. */
interface Touched {
  /** By project. */
  readonly keys: ReadonlyMap<number, ReadonlySet<string>>;
  /** Environments whose policy changed. */
  readonly policies: ReadonlySet<number>;
  /** Whether an environment was deleted, with its own gates. */
  readonly isAll: boolean;
}

/** Null if nothing did that a request can be based on. */
function touchedBy(changes: readonly Change[]): Touched | null {
  const keys = new Map<number, Set<string>>();
  const policies = new Set<number>();
  let isAll = false;
  for (const change of changes) {
    switch (change.kind) {
      case "feature.saved":
      case "feature.removed":
      case "gates.written":
      case "override.dropped": {
        const { projectId, key } = change.feature;
        const ofProject = keys.get(projectId) ?? new Set();
        keys.set(projectId, ofProject.add(key));
        break;
      }
      case "policy.saved":
        policies.add(change.policy.environmentId);
        break;
      case "policy.removed":
        policies.add(change.environmentId);
        break;
      case "environment.deleted":
        isAll = true;
        break;
      default:
        break;
    }
  }
  return keys.size + policies.size > 0 || isAll ? { keys, policies, isAll } : null;
}

/** The open requests that may have drifted. */
function affectedRequests(state: State, { keys, policies, isAll }: Touched): ReadonlySet<number> {
  if (isAll) {
    return new Set(state.requests.keys());
  }
  const found = new Set<number>();
  for (const [environmentId, index] of requestIndex(state.requests)) {
    const projectId = state.environments.get(environmentId)?.projectId ?? 0;
    if (policies.has(environmentId)) {
      addAll(found, index.ofPolicy);
    }
    const touched = keys.get(projectId) ?? new Set<string>();
    // The smaller of both is walked: an import touches a hundred thousand keys.
    const few = touched.size < index.byKey.size ? touched : index.byKey.keys();
    for (const key of few) {
      if (touched.has(key)) {
        addAll(found, index.byKey.get(key) ?? []);
      }
    }
  }
  return found;
}

function addAll(found: Set<number>, ids: readonly number[]): void {
  for (const id of ids) {
    found.add(id);
  }
}

interface RequestIndex {
  readonly byKey: Map<string, number[]>;
  readonly ofPolicy: number[];
}

/** The open requests of each environment, by the keys of their commands. */
const requestIndex = memoizePerObject((requests: State["requests"]) => {
  const byEnvironment = new Map<number, RequestIndex>();
  for (const { id, environmentId, commands } of requests.values()) {
    const index: RequestIndex = byEnvironment.get(environmentId) ?? {
      byKey: new Map(),
      ofPolicy: [],
    };
    byEnvironment.set(environmentId, index);
    for (const command of commands) {
      if (command.kind === "policy") {
        index.ofPolicy.push(id);
      } else {
        const ids = index.byKey.get(command.key) ?? [];
        index.byKey.set(command.key, ids);
        ids.push(id);
      }
    }
  }
  return byEnvironment;
});

/** Keeps what the command itself turned off. */
function forgetTurnedOff(draft: Draft, before: Policy, { keys }: Touched): void {
  const { environmentId } = before;
  const projectId = draft.before.environments.get(environmentId)?.projectId ?? 0;
  const touched = keys.get(projectId);
  const stale = before.turnedOff.filter((each) => each.keys.some((key) => touched?.has(key)));
  const policy = stale.length === 0 ? undefined : draft.state.policies.get(environmentId);
  if (policy !== undefined) {
    const turnedOff = policy.turnedOff.filter((each) => !stale.includes(each));
    draft.record({ kind: "policy.saved", policy: { ...policy, turnedOff } });
  }
}
